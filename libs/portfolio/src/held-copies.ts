import type { Cents, Condition, EpochDay, Holding, HoldingStatus } from '@brickmarket/domain';
import type { Copies } from './book-value.ts';
import { exactCents } from './exact-cents.ts';

/** What decides the market value of a copy: the set and its condition. */
export interface HeldItem {
  readonly setNumber: string;
  readonly condition: Condition;
}

/**
 * Copies of one item that count in the totals, of one holding or of several with the same `heldFrom` added up:
 * every figure computed from copies is the same either way.
 */
export interface HeldCopies extends HeldItem, Copies {
  /** First day they count; null when unknown, then they always count. */
  readonly heldFrom: EpochDay | null;
}

/** Whether a holding counts in totals, analytics, monthly purchases and average cost: everything not yet sold does. */
export function countsInTotals(status: HoldingStatus): boolean {
  return status !== 'sold';
}

/** What was paid for all copies of a holding; an unknown price counts as 0. */
export function costOf(holding: Pick<Holding, 'quantity' | 'purchasePriceCents'>): Cents {
  return exactCents(holding.quantity * (holding.purchasePriceCents ?? 0));
}

/** The copies of the holdings that count, one record per holding, in the order given. */
export function countedCopies(holdings: Iterable<Omit<Holding, 'notes'>>): readonly HeldCopies[] {
  return [...holdings]
    .filter((holding) => countsInTotals(holding.status))
    .map((holding) => ({
      setNumber: holding.setNumber,
      condition: holding.condition,
      quantity: holding.quantity,
      costCents: costOf(holding),
      heldFrom: holding.purchaseDay,
    }));
}
