import type { EpochDay } from '@brickmarket/domain';

/** A stretch of observed sales as columns, in no particular order, so that millions of them cost no objects. */
export interface SaleBlock {
  readonly length: number;
  /** Twice the item's id, and one more for a used copy. */
  readonly market: Int32Array;
  readonly day: Int32Array;
  /** Per unit. */
  readonly priceCents: Int32Array;
  /** At most 65,535, which stands for more too. */
  readonly quantity: Int32Array;
}

/** Which sales to read: of all items or of some, of days later than `after` and up to and including `until`. */
export interface SaleScope {
  readonly itemIds: 'all' | readonly number[];
  readonly after: EpochDay;
  readonly until: EpochDay;
}
