import type { Cents, EpochDay, Holding, HoldingStatus } from '@brickmarket/domain';
import type { Copies } from './book-value.ts';
import { exactCents } from './exact-cents.ts';

/**
 * Copies of one set that count in the totals, of one holding or of several with the same `heldFrom` added up: every figure
 * computed from copies is the same either way.
 */
export interface HeldCopies extends Copies {
  readonly setNumber: string;
  /** First day they count; null when unknown, then they always count. */
  readonly heldFrom: EpochDay | null;
}

/** Finds what one unit of copies or of a holding is worth; null when unknown. */
export type UnitValueLookup<Item> = (item: Item) => Cents | null;

/** Whether a holding counts in totals, analytics, monthly purchases and average cost: everything not yet sold does. */
export function countsInTotals(status: HoldingStatus): boolean {
  return status !== 'sold';
}

/** What was paid for all copies of a holding; an unknown price counts as 0. */
export function costOf(holding: Pick<Holding, 'quantity' | 'purchasePriceCents'>): Cents {
  return exactCents(holding.quantity * (holding.purchasePriceCents ?? 0));
}
