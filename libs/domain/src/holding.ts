import type { Condition } from './condition.ts';
import type { EpochDay } from './day.ts';
import { type Cents, formatUsd } from './money.ts';
import { recordDayFault } from './record-day.ts';

/** `sold` holdings stay on record but count in no total. */
export type HoldingStatus = 'owned' | 'listed' | 'sold';
export const HOLDING_STATUSES: readonly HoldingStatus[] = ['owned', 'listed', 'sold'];

/** A holding has at most this many copies, at most this dear: then totals stay exact to the cent, whatever a collection holds. */
export const MAX_COPIES = 10_000;
export const MAX_UNIT_PRICE_CENTS: Cents = 100_000_000;

/** Why a holding cannot be kept, for people; null when it can. */
export function holdingFault(holding: Pick<Holding, 'quantity' | 'purchasePriceCents' | 'purchaseDay'>): string | null {
  if (holding.quantity < 1 || holding.quantity > MAX_COPIES)
    return `quantity is ${holding.quantity}: it must be from 1 to ${MAX_COPIES}`;
  const price = holding.purchasePriceCents;
  if (price !== null && (price < 0 || price > MAX_UNIT_PRICE_CENTS))
    return `the price of one copy is ${formatUsd(price)}: it must be from 0 to ${formatUsd(MAX_UNIT_PRICE_CENTS)}`;
  return holding.purchaseDay === null ? null : recordDayFault(holding.purchaseDay);
}

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
