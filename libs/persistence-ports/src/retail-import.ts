import type { PriceObservation, PriceState, RetailObservation } from '@brickmarket/domain';
import type { MergeCounts } from './merge-counts.ts';

/** A set and the barcodes the catalogue has for it. */
export interface CatalogProduct {
  readonly setId: number;
  readonly setNumber: string;
  readonly upc: string | null;
  readonly ean: string | null;
}

/** A code that a set was seen with at a retailer: an ASIN, or a barcode in the form of `barcodeKey`. */
export interface SeenCode {
  readonly codeKey: string;
  readonly setId: number;
}

/** Everything by which an observation can name its set. */
export interface KnownProducts {
  readonly sets: readonly CatalogProduct[];
  readonly codes: readonly SeenCode[];
}

/** An observation whose set is known. */
export interface IdentifiedObservation {
  readonly setId: number;
  readonly observation: RetailObservation;
}

/** The state after some looks: `before` and looks that are all newer, or null and all looks there are. */
export type PriceFold = (before: PriceState | null, looks: readonly PriceObservation[]) => PriceState;

/** Takes looks at product pages over in bulk and keeps the price states that follow from them. */
export abstract class RetailImport {
  abstract loadProducts(): Promise<KnownProducts>;

  /**
   * Merges looks that are not there yet; the states of the sets and retailers they belong to, and of no others, are folded
   * anew, each once. A group of sets at a time is committed as a whole (looks, states and version together) and seen by
   * readers at once, so no transaction is long, and an import that was cut off is finished by importing again. Looks that
   * are there already change nothing, not even the version. `batches` is pulled once this import is the only one; two at
   * once: the second is refused with ImportRunningError.
   */
  abstract mergeObservations(
    batches: AsyncIterable<readonly IdentifiedObservation[]>,
    fold: PriceFold,
  ): Promise<MergeCounts>;
}
