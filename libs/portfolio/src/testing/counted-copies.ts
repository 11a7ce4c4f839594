import type { Holding } from '@brickmarket/domain';
import { costOf, countsInTotals, type HeldCopies } from '../held-copies.ts';
import type { HeldItem } from './value-series.ts';

/** The copies of the holdings that count, one record per holding, in the order given. */
export function countedCopies(holdings: Iterable<Holding>): readonly (HeldCopies & HeldItem)[] {
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
