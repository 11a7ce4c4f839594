import { type ItemFacts, type ItemRows, marketFromRows } from '../market.ts';
import { UNLEARNED_MODEL } from '../market-model.ts';
import { valueAt } from '../market-values.ts';
import { learnMarket, valueWithModel } from '../value-market.ts';

const TODAY = 20_000;
const YEAR = 365;
const facts: ItemFacts = {
  theme: 'Castle',
  year: 2005,
  releaseDay: null,
  exitDay: TODAY - 8 * YEAR,
  listPriceCents: 10_000,
  retailPriceCents: null,
};
const soldAt = (cents: number, daysAgo: number, sales = 4) =>
  Array.from({ length: sales }, (_, n) => ({ day: TODAY - daysAgo - 10 * n, priceCents: cents }));
const valuesOf = (item: ItemRows, asOf = TODAY) => {
  const values = valueWithModel(marketFromRows([item]), asOf, UNLEARNED_MODEL);
  return { lead: valueAt(values, 0), used: valueAt(values, 1) };
};
const width = (value: { readonly lowCents: number; readonly highCents: number } | null) =>
  value!.highCents / value!.lowCents;

describe('an item that has not sold for more than a year', () => {
  const sealedAgo = (years: number, cents = 90_000) =>
    valuesOf({ facts, sales: { sealed: soldAt(cents, years * YEAR + 10), used: [] } });

  it('is worth what its last sales tell, and says that this is no evidence of today', () => {
    const { lead, used } = sealedAgo(1);
    expect(lead).toMatchObject({ tier: 'modelled' });
    expect(lead!.valueCents).toBeGreaterThan(50_000);
    expect(used).toMatchObject({ tier: 'modelled' });
    expect(used!.valueCents).toBeLessThan(lead!.valueCents);
  });

  it('comes nearer to what is usual for a set of its age the longer ago it sold, and its range widens', () => {
    const [afterOne, afterThree, afterSix] = [1, 3, 6].map((years) => sealedAgo(years).lead!);
    expect(afterThree!.valueCents).toBeLessThan(afterOne!.valueCents);
    expect(afterSix!.valueCents).toBeLessThan(afterThree!.valueCents);
    expect(width(afterThree!)).toBeGreaterThan(width(afterOne!));
    expect(width(afterSix!)).toBeGreaterThan(width(afterThree!));
    const neverSold = valuesOf({ facts, sales: { sealed: [], used: [] } }).lead!;
    expect(afterSix!.valueCents).toBeGreaterThan(neverSold.valueCents);
  });

  it('grows with its age when it sold before it retired', () => {
    const retired = { ...facts, exitDay: TODAY - 2 * YEAR };
    const { lead } = valuesOf({ facts: retired, sales: { sealed: soldAt(10_000, 3 * YEAR), used: [] } });
    expect(lead!.valueCents).toBeGreaterThan(12_000);
  });

  it('without a list price, or as a minifigure, is worth its last price with a range that widens', () => {
    const unlisted = { ...facts, listPriceCents: null, exitDay: TODAY - 15 * YEAR };
    expect(valuesOf({ facts: unlisted, sales: { sealed: soldAt(5_000, 2 * YEAR), used: [] } }).lead!.valueCents).toBe(
      5_000,
    );
    const figure = (years: number) =>
      valuesOf({ facts: unlisted, sales: { figureNew: [], figureUsed: soldAt(500, years * YEAR) } });
    expect(figure(2).used).toMatchObject({ tier: 'modelled', valueCents: 500 });
    expect(figure(2).lead!.valueCents).toBeGreaterThan(500);
    expect(width(figure(5).used)).toBeGreaterThan(width(figure(2).used));
  });

  it('is not moved by one absurd price among its last ones', () => {
    const absurd = { day: TODAY - 2 * YEAR, priceCents: 9_000_000 };
    const sales = soldAt(90_000, 2 * YEAR);
    expect(valuesOf({ facts, sales: { sealed: [...sales, absurd], used: [] } })).toEqual(
      valuesOf({ facts, sales: { sealed: sales, used: [] } }),
    );
  });

  it('teaches a market nothing of today', () => {
    const old = Array.from({ length: 30 }, (_, n) => ({
      facts: { ...facts, listPriceCents: 5_000 + 100 * n },
      sales: { sealed: soldAt(20_000, 2 * YEAR), used: soldAt(15_000, 2 * YEAR) },
    }));
    expect(learnMarket(marketFromRows(old), TODAY).ratios).toEqual(UNLEARNED_MODEL.ratios);
  });
});
