import type { Cents, Condition, EpochMonth } from '@brickmarket/domain';

/** One published month. Without sales the prices are null. */
export interface PublishedMonth {
  readonly month: EpochMonth;
  readonly valueCents: Cents | null;
  readonly lowCents: Cents | null;
  readonly highCents: Cents | null;
  readonly salesCount: number;
  readonly event: string | null;
}

/** The published months of a set in one condition. */
export interface SetMonths {
  readonly setNumber: string;
  /** All months from the first to the last are published; null as long as none is. */
  readonly published: { readonly first: EpochMonth; readonly through: EpochMonth } | null;
  /** Those with sales or an event, oldest first; in the others there was neither. */
  readonly months: readonly PublishedMonth[];
}

/** What was published of the past. */
export abstract class MonthHistory {
  /** The sets with these canonical numbers, by number; numbers without a set are absent. */
  abstract findByNumbers(setNumbers: readonly string[], condition: Condition): Promise<ReadonlyMap<string, SetMonths>>;
}
