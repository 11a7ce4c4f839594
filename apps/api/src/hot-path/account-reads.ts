import { LRUCache } from 'lru-cache';
import { Coalescer } from './coalescer.ts';

// Who is forgotten while a read of theirs is under way only starts another beside it.
const MAX_ACCOUNTS = 1_000;

/**
 * Lets reads of one account's private rows that arrive while one is under way share the next. An account takes up one
 * connection here however much it asks for at once, and the others do not wait for it. Nothing is kept from one read to the
 * next, and nothing is shared between accounts.
 */
export class AccountReads<Input, Output> {
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
