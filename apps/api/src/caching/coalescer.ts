import { LRUCache } from 'lru-cache';

const MAX_WAITING = 10_000;

/** Thrown for a call that was not carried out because too many are waiting. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

/**
 * Merges calls that arrive while a batch is running into the next batch. An idle coalescer sends a call within the same
 * tick of the event loop; under load the batches grow, so the cost per call falls. The queue is bounded: a call beyond
 * its length, or one that has waited too long, fails with `Overloaded` and is not carried out.
 */
export class Coalescer<Input, Output> {
  private waiting: Waiting<Input, Output>[] = [];
  private busy = false;

  constructor(
    /** Returns the outputs of a batch in the order of its inputs. If it rejects, only the calls of that batch fail. */
    private readonly run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
    /**
     * A call that has waited longer is dropped: its client has already been answered, so the work would only delay
     * others.
     */
    private readonly maxWaitMs: number,
    private readonly maxBatch = 512,
  ) {}

  submit(input: Input): Promise<Output> {
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(new Overloaded('too many calls are waiting'));
    return new Promise((resolve, reject) => {
      this.waiting.push({ input, since: performance.now(), resolve, reject });
      if (this.busy) return;
      this.busy = true;
      // setImmediate runs after all readable sockets have been read, so their requests are in the same batch.
      setImmediate(() => void this.drain());
    });
  }

  private async drain(): Promise<void> {
    this.dropOverdue();
    const batch = this.nextBatch();
    if (batch.length === 0) {
      this.busy = false;
      return;
    }
    try {
      const outputs = await this.run(batch.map((call) => call.input));
      // The next batch is sent before the responses of this one are written.
      void this.drain();
      batch.forEach((call, index) => call.resolve(outputs[index]!));
    } catch (error) {
      void this.drain();
      for (const call of batch) call.reject(error);
    }
  }

  private nextBatch(): readonly Waiting<Input, Output>[] {
    if (this.waiting.length > this.maxBatch) return this.waiting.splice(0, this.maxBatch);
    // A new array instead of splice: an array that is emptied again and again keeps its old entries from being
    // collected.
    const batch = this.waiting;
    this.waiting = [];
    return batch;
  }

  private dropOverdue(): void {
    const overdueBefore = performance.now() - this.maxWaitMs;
    if (this.waiting.length === 0 || this.waiting[0]!.since > overdueBefore) return;
    const firstInTime = this.waiting.findIndex((call) => call.since > overdueBefore);
    for (const call of this.waiting.splice(0, firstInTime === -1 ? this.waiting.length : firstInTime))
      call.reject(new Overloaded('waited too long'));
  }
}

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly since: number;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

// An account that is evicted while its statement runs starts a second statement next to it, which does no harm.
const MAX_ACCOUNTS = 1_000;

/**
 * Merges simultaneous reads of one account's private rows. An account uses at most one connection here, however many
 * requests it sends at once, and does not delay other accounts. Nothing is cached, and nothing is shared between
 * accounts.
 */
export class AccountCoalescer<Input, Output> {
  private readonly accounts = new LRUCache<number, Coalescer<Input, Output>>({ max: MAX_ACCOUNTS });

  constructor(
    /** Reads what one account requests, in the order of the requests. */
    private readonly readAll: (accountId: number, asked: readonly Input[]) => Promise<readonly Output[]>,
    /** How long a read may wait for the previous one. */
    private readonly maxWaitMs: number,
  ) {}

  read(accountId: number, asked: Input): Promise<Output> {
    return this.readsOf(accountId).submit(asked);
  }

  private readsOf(accountId: number): Coalescer<Input, Output> {
    const known = this.accounts.get(accountId);
    if (known !== undefined) return known;
    const reads = new Coalescer<Input, Output>((asked) => this.readAll(accountId, asked), this.maxWaitMs);
    this.accounts.set(accountId, reads);
    return reads;
  }
}
