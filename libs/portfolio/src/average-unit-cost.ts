import { type Cents, type Holding, roundHalfAwayFromZero } from '@brickmarket/domain';
import { exactCents } from './exact-cents.ts';
import { costOf, countsInTotals } from './held-copies.ts';

/**
 * What a copy cost on average over the holdings that count, to the cent, halves away from zero.
 * Holdings of unknown price are left out altogether (counted as free they would pull the average down);
 * null when no price is known.
 */
export function averageUnitCost(
  holdings: Iterable<Pick<Holding, 'quantity' | 'purchasePriceCents' | 'status'>>,
): Cents | null {
  let copies = 0;
  let costCents = 0;
  for (const holding of holdings) {
    if (holding.purchasePriceCents === null || !countsInTotals(holding.status)) continue;
    copies += holding.quantity;
    costCents = exactCents(costCents + costOf(holding));
  }
  return copies === 0 ? null : roundHalfAwayFromZero(costCents / copies);
}
