import type { Condition, EpochDay } from '@brickmarket/domain';

/**
 * The sales of one item in one condition as columns, so that millions of them cost no objects; mostly by day. The columns hold the
 * next run as soon as this one has been taken: whoever wants to keep them copies.
 */
export interface SaleRun {
  readonly itemId: number;
  readonly condition: Condition;
  readonly length: number;
  readonly day: Int32Array;
  /** Per unit. */
  readonly priceCents: Int32Array;
  /** At most 65,535, which stands for more too. */
  readonly quantity: Int32Array;
}

/** Gets the runs that are read: at most one of each item and condition, the two of an item one right after the other. */
export type TakeSaleRun = (run: SaleRun) => void;

/** Which sales to read: of all items or of some, of days later than `after` and up to and including `until`. */
export interface SaleScope {
  readonly itemIds: 'all' | readonly number[];
  readonly after: EpochDay;
  readonly until: EpochDay;
}
