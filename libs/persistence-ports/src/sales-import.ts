import type { MarketSale } from '@brickmarket/domain';
import type { MergeCounts } from './merge-counts.ts';

/** A sale whose item is known. */
export interface IdentifiedSale {
  readonly itemId: number;
  readonly sale: MarketSale;
}

/**
 * Takes observed sales over in bulk, in pieces: each piece at once or not at all, so that an import that is cut off can be
 * run again. `source` and `sourceRef` identify a sale; one that is there with other content is corrected, and of several
 * in the same import the last counts. Items whose sales change are marked for the next valuation in the same step. Two
 * imports at once: the second is refused with ImportRunningError.
 */
export abstract class SalesImport {
  abstract mergeSales(batches: AsyncIterable<readonly IdentifiedSale[]>): Promise<MergeCounts>;
}
