import { type Cents, type EpochMonth, type Holding, monthOfDay } from '@brickmarket/domain';
import { exactCents } from './exact-cents.ts';
import { costOf, countsInTotals } from './held-copies.ts';

/** What was bought in a month and has not been sold since. */
export interface MonthlyPurchases {
  readonly month: EpochMonth;
  /** Holdings. */
  readonly entryCount: number;
  /** Copies. */
  readonly itemCount: number;
  /** What the copies of known price cost; null when no price of the month is known. */
  readonly costCents: Cents | null;
}

/** One record per purchase month that occurs, ascending. Holdings without a purchase date are in none. */
export function monthlyPurchases(
  holdings: Iterable<Pick<Holding, 'quantity' | 'purchasePriceCents' | 'purchaseDay' | 'status'>>,
): readonly MonthlyPurchases[] {
  const months = new Map<EpochMonth, MonthlyPurchases>();
  for (const holding of holdings) {
    if (holding.purchaseDay === null || !countsInTotals(holding.status)) continue;
    const month = monthOfDay(holding.purchaseDay);
    const soFar = months.get(month) ?? { month, entryCount: 0, itemCount: 0, costCents: null };
    months.set(month, {
      month,
      entryCount: soFar.entryCount + 1,
      itemCount: soFar.itemCount + holding.quantity,
      costCents:
        holding.purchasePriceCents === null ? soFar.costCents : exactCents((soFar.costCents ?? 0) + costOf(holding)),
    });
  }
  return [...months.values()].toSorted((a, b) => a.month - b.month);
}
