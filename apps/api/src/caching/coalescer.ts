import { LRUCache } from 'lru-cache';

const MAX_WAITING = 10_000;

/** The call was not executed, as too many are waiting. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

/** Merges calls that arrive during a batch into the next. Calls beyond the bounds fail with `Overloaded`. */
export class Coalescer<Input, Output> {
  private waiting: Waiting<Input, Output>[] = [];
  private busy = false;

  constructor(
    private readonly run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
    /** Longer waits are dropped: the client has already received a response. */
    private readonly maxWaitMs: number,
    private readonly maxBatch = 512,
  ) {}

  submit(input: Input): Promise<Output> {
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(new Overloaded('too many calls are waiting'));
    return new Promise((resolve, reject) => {
      this.waiting.push({ input, since: performance.now(), resolve, reject });
      if (this.busy) return;
      this.busy = true;
      // setImmediate runs after all readable sockets, so their requests join the batch.
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
      // Sends the next batch before writing this one's responses.
      void this.drain();
      batch.forEach((call, index) => call.resolve(outputs[index]!));
    } catch (error) {
      void this.drain();
      for (const call of batch) call.reject(error);
    }
  }

  private nextBatch(): readonly Waiting<Input, Output>[] {
    if (this.waiting.length > this.maxBatch) return this.waiting.splice(0, this.maxBatch);
    // A new array instead of splice, as repeatedly emptied arrays retain old entries.
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

// An account evicted during its statement starts a second one, which is harmless.
const MAX_ACCOUNTS = 1_000;

/** Merges concurrent private reads per account, on one connection each. Caches nothing. */
export class AccountCoalescer<Input, Output> {
  private readonly accounts = new LRUCache<number, Coalescer<Input, Output>>({ max: MAX_ACCOUNTS });

  constructor(
    private readonly readAll: (accountId: number, asked: readonly Input[]) => Promise<readonly Output[]>,
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
