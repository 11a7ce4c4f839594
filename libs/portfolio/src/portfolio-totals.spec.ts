import { type Cents, type Condition, formatIsoMonth, parseIsoDay } from '@brickmarket/domain';
import type { UnitValueLookup } from './holding-valuation.ts';
import {
  averageUnitCost,
  monthlyPurchases,
  portfolioTotals,
  rankHoldings,
  shareOut,
  topMovers,
} from './portfolio-totals.ts';
import { aHolding, countedCopies, type HeldItem } from './testing/portfolio-builders.ts';

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
      unknownCost: { itemCount: 0, valueCents: 0 },
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
      unknownCost: { itemCount: 0, valueCents: 0 },
    });
  });

  it('gains on copies of known price and value alone, and says what the others are worth', () => {
    const holdings = [
      aHolding({ quantity: 2, purchasePriceCents: 80_000 }),
      aHolding({ setNumber: '21325-1', quantity: 2, purchasePriceCents: 10_000 }),
      aHolding({ setNumber: '10497-1', quantity: 3, purchasePriceCents: null }),
      aHolding({ setNumber: '6080-1', purchasePriceCents: null }),
    ];
    expect(portfolioTotals(countedCopies(holdings), unitValueOf)).toEqual({
      setCount: 4,
      itemCount: 8,
      costCents: 180_000,
      valueCents: 218_495, // 1699.98 + 200.00 at cost + 284.97 of unknown price
      gainCents: 9_998,
      gainPct: 6.25, // of the 1600.00 whose value is known
      unknownCost: { itemCount: 4, valueCents: 28_497 },
    });
  });

  it('refuses a sum that cannot be counted to the cent', () => {
    const whale = aHolding({ quantity: 90_000, purchasePriceCents: 99_999_999_999 });
    expect(portfolioTotals(countedCopies([whale]), () => null).valueCents).toBe(8_999_999_999_910_000);
    expect(() => portfolioTotals(countedCopies([whale, whale]), () => null)).toThrow(RangeError);
  });
});

describe('averageUnitCost', () => {
  it('weighs each price by its copies, owned and listed, and rounds once', () => {
    const holdings = [
      aHolding({ quantity: 2, purchasePriceCents: 10_000 }),
      aHolding({ quantity: 1, purchasePriceCents: 13_000, status: 'listed' }),
    ];
    expect(averageUnitCost(holdings)).toBe(11_000);
    expect(averageUnitCost([aHolding({ purchasePriceCents: 100 }), aHolding({ purchasePriceCents: 101 })])).toBe(101);
  });

  it('leaves sold holdings and unknown prices out of both sum and count', () => {
    const holdings = [
      aHolding({ purchasePriceCents: 8_000 }),
      aHolding({ quantity: 9, purchasePriceCents: null }),
      aHolding({ purchasePriceCents: 1, status: 'sold' }),
    ];
    expect(averageUnitCost(holdings)).toBe(8_000);
  });

  it('counts copies known to have cost nothing', () => {
    expect(averageUnitCost([aHolding({ purchasePriceCents: 8_000 }), aHolding({ purchasePriceCents: 0 })])).toBe(4_000);
  });

  it('is unknown when no price is', () => {
    expect(averageUnitCost([])).toBeNull();
    expect(averageUnitCost([aHolding({ purchasePriceCents: null }), aHolding({ status: 'sold' })])).toBeNull();
  });
});

describe('monthlyPurchases', () => {
  it('sums the holdings of each purchase month, ascending, without months in between', () => {
    const holdings = [
      aHolding({ purchaseDay: parseIsoDay('2026-01-01'), quantity: 2, purchasePriceCents: 12_999 }),
      aHolding({ purchaseDay: parseIsoDay('2025-11-30'), purchasePriceCents: 5_000, status: 'listed' }),
      aHolding({ purchaseDay: parseIsoDay('2026-01-31'), quantity: 4, purchasePriceCents: 1_001 }),
    ];
    expect(monthlyPurchases(holdings).map(({ month, ...sums }) => [formatIsoMonth(month), sums])).toEqual([
      ['2025-11', { entryCount: 1, itemCount: 1, costCents: 5_000 }],
      ['2026-01', { entryCount: 2, itemCount: 6, costCents: 30_002 }],
    ]);
  });

  it('sums the known prices of a month, and knows no cost when there are none', () => {
    const unpriced = aHolding({ quantity: 3, purchasePriceCents: null });
    expect(monthlyPurchases([unpriced, unpriced])).toMatchObject([{ entryCount: 2, itemCount: 6, costCents: null }]);
    expect(monthlyPurchases([unpriced, aHolding({ purchasePriceCents: 0 })])).toMatchObject([
      { entryCount: 2, itemCount: 4, costCents: 0 },
    ]);
    expect(monthlyPurchases([aHolding({ purchasePriceCents: 700 }), unpriced])).toMatchObject([
      { entryCount: 2, itemCount: 4, costCents: 700 },
    ]);
  });

  it('leaves out sold holdings and those without a date', () => {
    expect(monthlyPurchases([aHolding({ status: 'sold' }), aHolding({ purchaseDay: null })])).toEqual([]);
  });
});

const marketValues =
  (values: Record<string, number>) =>
  ({ setNumber }: { readonly setNumber: string }) =>
    values[setNumber] ?? null;
const bought = (setNumber: string, purchasePriceCents: number | null) => aHolding({ setNumber, purchasePriceCents });

describe('topMovers', () => {
  it('ranks by percentage, not by amount', () => {
    const holdings = [
      bought('10497-1', 10_000),
      bought('75192-1', 80_000),
      bought('21325-1', 15_000),
      bought('31120-1', 10_000),
    ];
    const values = marketValues({ '10497-1': 15_000, '75192-1': 100_000, '21325-1': 14_000, '31120-1': 9_900 });
    expect(topMovers(holdings, values)).toEqual({
      gainer: { setNumber: '10497-1', gainPct: 50 },
      loser: { setNumber: '21325-1', gainPct: -6.67 },
    });
  });

  it.each([
    ['gains', 12_000, { setNumber: '10497-1', gainPct: 20 }, null],
    ['loses', 8_000, null, { setNumber: '10497-1', gainPct: -20 }],
    ['stands still', 10_000, null, null],
  ])('takes a single holding that %s for at most one of the two', (_, value, gainer, loser) => {
    expect(topMovers([bought('10497-1', 10_000)], marketValues({ '10497-1': value }))).toEqual({ gainer, loser });
  });

  it('has none among holdings of unknown price, unknown value, price 0 or status sold', () => {
    const holdings = [
      bought('10497-1', null),
      bought('21325-1', 5_000),
      bought('31120-1', 0),
      aHolding({ status: 'sold' }),
    ];
    expect(topMovers(holdings, marketValues({ '10497-1': 9_000, '31120-1': 9_000, '75192-1': 90_000 }))).toEqual({
      gainer: null,
      loser: null,
    });
  });

  it('breaks ties by set number, whatever the order', () => {
    const holdings = [bought('75192-1', 200), bought('10497-1', 100), bought('21325-1', 300)];
    const values = marketValues({ '75192-1': 300, '10497-1': 150, '21325-1': 450 });
    expect(topMovers(holdings, values).gainer?.setNumber).toBe('10497-1');
    expect(topMovers(holdings.toReversed(), values).gainer?.setNumber).toBe('10497-1');
  });
});

describe('rankHoldings', () => {
  it('begins with the top mover, is of gains and losses apart, and leaves out what is unknown, free or sold', () => {
    const holdings = [
      aHolding({ purchasePriceCents: 40_000 }),
      aHolding({ purchasePriceCents: 20_000, quantity: 3 }),
      aHolding({ purchasePriceCents: 84_999 }),
      aHolding({ purchasePriceCents: null }),
      aHolding({ purchasePriceCents: 0 }),
      aHolding({ purchasePriceCents: 10_000, status: 'sold' }),
      aHolding({ condition: 'used', purchasePriceCents: 70_000 }),
      aHolding({ setNumber: '10497-1', purchasePriceCents: 9_999 }),
      aHolding({ setNumber: '21325-1', purchasePriceCents: 100 }),
    ];
    const { best, worst } = rankHoldings(holdings, unitValueOf, 10);
    expect(best.map(({ gainPct, gainCents }) => [gainPct, gainCents])).toEqual([
      [325, 194_997],
      [112.5, 44_999],
    ]);
    expect(worst.map(({ gainPct, gainCents }) => [gainPct, gainCents])).toEqual([
      [-12.86, -9_000],
      [-5, -500],
    ]);
    const { gainer, loser } = topMovers(holdings, unitValueOf);
    expect([best[0]!.gainPct, worst[0]!.gainPct]).toEqual([gainer!.gainPct, loser!.gainPct]);
    expect(rankHoldings(holdings, unitValueOf, 1)).toEqual({ best: [best[0]], worst: [worst[0]] });
  });
});

describe('shareOut', () => {
  it('divides a collection into parts that add up to it, largest first', () => {
    const copies = countedCopies([
      aHolding({ purchasePriceCents: 60_000 }),
      aHolding({ condition: 'used', purchasePriceCents: null }),
      aHolding({ setNumber: '10497-1', quantity: 2, purchasePriceCents: 5_000 }),
    ]);
    const shares = shareOut(copies, unitValueOf, ({ condition }) => condition);
    expect(shares.map(({ name, valueCents, gainCents, valuePct }) => [name, valueCents, gainCents, valuePct])).toEqual([
      ['sealed', 103_997, 33_997, 63.03],
      ['used', 61_000, 0, 36.97],
    ]);
    const whole = portfolioTotals(copies, unitValueOf);
    for (const sum of ['itemCount', 'costCents', 'valueCents', 'gainCents'] as const)
      expect(shares.reduce((total, share) => total + share[sum], 0)).toBe(whole[sum]);
    expect(shareOut([], unitValueOf, () => 'any')).toEqual([]);
  });
});
