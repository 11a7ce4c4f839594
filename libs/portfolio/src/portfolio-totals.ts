import { type BookValue, carriedValue, gainPct } from './book-value.ts';
import { exactCents } from './exact-cents.ts';
import type { HeldCopies, UnitValueLookup } from './held-copies.ts';

/** What a brickfolio, or all of an account's together, amounts to. */
export interface PortfolioTotals extends BookValue {
  /** Different sets, however many copies, conditions and brickfolios each is spread over: the one figure that does not add up over brickfolios. */
  readonly setCount: number;
  /** Copies. */
  readonly itemCount: number;
  /** Percent of the total cost, two decimals; 0 when the cost is 0. */
  readonly gainPct: number;
}

/** Adds up copies at the given values; unknown costs and values count as `carriedValue` says. */
export function portfolioTotals<Item extends Omit<HeldCopies, 'heldFrom'>>(
  copies: Iterable<Item>,
  unitValueOf: UnitValueLookup<Item>,
): PortfolioTotals {
  const setNumbers = new Set<string>();
  let itemCount = 0;
  let costCents = 0;
  let valueCents = 0;
  for (const some of copies) {
    setNumbers.add(some.setNumber);
    itemCount += some.quantity;
    costCents = exactCents(costCents + some.costCents);
    valueCents = exactCents(valueCents + carriedValue(some, unitValueOf(some)));
  }
  return {
    setCount: setNumbers.size,
    itemCount,
    costCents,
    valueCents,
    gainCents: valueCents - costCents,
    gainPct: gainPct(costCents, valueCents),
  };
}
