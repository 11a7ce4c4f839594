import { LRUCache } from 'lru-cache';

const MAX_WAITING = 10_000;

/** There is more to do than can be done in time; the call was not carried out. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

/**
 * Lets calls that arrive while a batch is under way share the next one. At rest a call goes out in the same turn of the
 * event loop; under load the batches grow by themselves, so the cost per call falls as load rises. Waiting is bounded:
 * a call too many, or one that has waited too long, fails as overloaded without being carried out.
 */
export class Coalescer<Input, Output> {
  private waiting: Waiting<Input, Output>[] = [];
  private busy = false;

  constructor(
    /** Answers a batch in its order. When it fails, the calls of that batch fail, and no others. */
    private readonly run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
    /**
     * Longer than this, and whoever called has been answered already: carrying it out would only hold up the others.
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
      // After the sockets that are readable now have been read: their requests belong to the same batch.
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
      // The next batch is on its way before the answers of this one are written out.
      void this.drain();
      batch.forEach((call, index) => call.resolve(outputs[index]!));
    } catch (error) {
      void this.drain();
      for (const call of batch) call.reject(error);
    }
  }

  private nextBatch(): readonly Waiting<Input, Output>[] {
    if (this.waiting.length > this.maxBatch) return this.waiting.splice(0, this.maxBatch);
    // Handed over as a whole: a list that is emptied over and over keeps what was in it alive for long.
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
 * Lets reads of one account's private rows that arrive while one is under way share the next. An account takes up one
 * connection here however much it asks for at once, and the others do not wait for it. Nothing is kept from one read to
 * the next, and nothing is shared between accounts.
 */
export class AccountCoalescer<Input, Output> {
  private readonly accounts = new LRUCache<number, Coalescer<Input, Output>>({ max: MAX_ACCOUNTS });

  constructor(
    /** Answers what one account asks for, in the order asked. */
    private readonly readAll: (accountId: number, asked: readonly Input[]) => Promise<readonly Output[]>,
    /** How long a read may wait for the one before it. */
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
