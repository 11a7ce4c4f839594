import type { Cents, Condition } from '@brickmarket/domain';
import type { UnitValueLookup } from './held-copies.ts';
import { portfolioTotals } from './portfolio-totals.ts';
import { aHolding } from './testing/a-holding.ts';
import { countedCopies } from './testing/counted-copies.ts';
import type { HeldItem } from './testing/value-series.ts';

const VALUES: Record<string, Partial<Record<Condition, Cents>>> = {
  '75192-1': { sealed: 84_999, used: 61_000 },
  '10497-1': { sealed: 9_499 },
};
const unitValueOf: UnitValueLookup<HeldItem> = ({ setNumber, condition }) => VALUES[setNumber]?.[condition] ?? null;

describe('portfolioTotals', () => {
  it('is zero throughout for an empty brickfolio', () => {
    expect(portfolioTotals([], unitValueOf)).toEqual({
      setCount: 0,
      itemCount: 0,
      costCents: 0,
      valueCents: 0,
      gainCents: 0,
      gainPct: 0,
    });
  });

  it('adds up owned and listed copies, each at the value of its condition, and leaves sold ones out', () => {
    const holdings = [
      aHolding({ quantity: 2, purchasePriceCents: 64_999 }),
      aHolding({ condition: 'used', purchasePriceCents: 70_000, status: 'listed' }),
      aHolding({ setNumber: '10497-1', quantity: 3, purchasePriceCents: 9_999 }),
      aHolding({ setNumber: '21325-1', quantity: 5, status: 'sold' }),
    ];
    expect(portfolioTotals(countedCopies(holdings), unitValueOf)).toEqual({
      setCount: 2,
      itemCount: 6,
      costCents: 229_995, // 1299.98 + 700.00 + 299.97
      valueCents: 259_495, // 1699.98 + 610.00 + 284.97
      gainCents: 29_500,
      gainPct: 12.83,
    });
  });

  it('counts unknown values at cost and unknown prices as 0', () => {
    const holdings = [
      aHolding({ setNumber: '21325-1', quantity: 2, purchasePriceCents: 10_000 }),
      aHolding({ setNumber: '10497-1', purchasePriceCents: null }),
      aHolding({ setNumber: '6080-1', purchasePriceCents: null }),
    ];
    expect(portfolioTotals(countedCopies(holdings), unitValueOf)).toEqual({
      setCount: 3,
      itemCount: 4,
      costCents: 20_000,
      valueCents: 29_499,
      gainCents: 9_499,
      gainPct: 47.5,
    });
  });

  it('refuses a sum that cannot be counted to the cent', () => {
    const whale = aHolding({ quantity: 90_000, purchasePriceCents: 99_999_999_999 });
    expect(portfolioTotals(countedCopies([whale]), () => null).valueCents).toBe(8_999_999_999_910_000);
    expect(() => portfolioTotals(countedCopies([whale, whale]), () => null)).toThrow(RangeError);
  });
});
