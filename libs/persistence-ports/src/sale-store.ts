import type { Sale } from '@brickmarket/domain';
import type { MergeCounts } from './merge-counts.ts';

/** A sale to be stored: its set by id as well as by number. */
export interface SaleToStore {
  readonly setId: number;
  readonly sale: Sale;
}

/** The books of what accounts have sold, for those who keep them. */
export abstract class SaleStore {
  /**
   * Adds the sales that are not there yet, all or none. Sales are the same when all that is known of them is; of several
   * that are the same, the first is the same as the first there, and so on. A rehearsal leaves everything as it is.
   */
  abstract merge(
    accountId: number,
    batches: AsyncIterable<readonly SaleToStore[]>,
    options: { readonly isRehearsal: boolean },
  ): Promise<MergeCounts>;

  /** All sales of an account, oldest first. */
  abstract listAll(accountId: number): Promise<readonly Sale[]>;
}
