import type { Condition } from './condition.ts';
import type { EpochDay } from './day.ts';
import type { Cents } from './money.ts';

/** `sold` holdings stay on record but count in no total. */
export type HoldingStatus = 'owned' | 'listed' | 'sold';
export const HOLDING_STATUSES: readonly HoldingStatus[] = ['owned', 'listed', 'sold'];

/** Some copies of one set in one collection, bought together. */
export interface Holding {
  readonly setNumber: string;
  readonly quantity: number;
  readonly condition: Condition;
  /** Per unit. */
  readonly purchasePriceCents: Cents | null;
  readonly purchaseDay: EpochDay | null;
  readonly status: HoldingStatus;
  readonly notes: string | null;
}
