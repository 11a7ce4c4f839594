import type { Cents, Holding } from '@brickmarket/domain';
import { type BookValue, bookValue, gainPct } from './book-value.ts';
import { costOf } from './held-copies.ts';

/**
 * A holding next to the market. Facts about one unit are null when unknown; the amounts are what the holding
 * adds to the totals (see `carriedValue`), so that the lines of a collection add up to its totals.
 */
export interface HoldingValuation extends BookValue {
  readonly unitCostCents: Cents | null;
  readonly unitValueCents: Cents | null;
  /** Of the amounts as they stand: 0 when the value is unknown, or when the copies cost nothing or an unknown price. */
  readonly gainPct: number;
}

/** Values a holding of any status; whether it counts in totals is not decided here. */
export function valueHolding(
  holding: Pick<Holding, 'quantity' | 'purchasePriceCents'>,
  unitValueCents: Cents | null,
): HoldingValuation {
  const book = bookValue({ quantity: holding.quantity, costCents: costOf(holding) }, unitValueCents);
  return {
    unitCostCents: holding.purchasePriceCents,
    unitValueCents,
    ...book,
    gainPct: gainPct(book.costCents, book.valueCents),
  };
}

/** The gain of one unit in percent of its price: the same for any number of copies. Null when price or value is unknown. */
export function holdingGainPct(
  holding: Pick<Holding, 'purchasePriceCents'>,
  unitValueCents: Cents | null,
): number | null {
  if (holding.purchasePriceCents === null || unitValueCents === null) return null;
  return gainPct(holding.purchasePriceCents, unitValueCents);
}
