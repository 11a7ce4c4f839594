import { firstDayOfMonth, parseIsoMonth } from '@brickmarket/domain';
import { learnDrift, marketMonths } from './learn-drift.ts';
import { NO_DRIFT } from './market-drift.ts';
import { marketFromRows } from './market.ts';
import { Scratch } from './scratch.ts';

const FIRST = parseIsoMonth('2024-01')!;
const DECEMBER = 11;
const facts = {
  theme: null,
  year: null,
  releaseDay: null,
  exitDay: firstDayOfMonth(FIRST) - 3_000,
  listPriceCents: null,
  retailPriceCents: null,
};

/** Many items that grow by 1 % a month and cost 10 % more in December. */
function growingMarket(items: number, months: number) {
  const price = (month: number) => Math.round(1e6 * 1.01 ** month * (month % 12 === DECEMBER ? 1.1 : 1));
  const sealed = Array.from({ length: months }, (_, month) => ({
    day: firstDayOfMonth(FIRST + month) + 14,
    priceCents: price(month),
  }));
  return marketFromRows(Array.from({ length: items }, () => ({ facts, sales: { sealed } })));
}

describe('drift of a market', () => {
  it('tells growth and season apart', () => {
    const market = growingMarket(3_000, 26);
    const drift = learnDrift(market, marketMonths(market, new Scratch()), firstDayOfMonth(FIRST + 26) - 1);
    expect(drift.growthPerDay.sealed.at(-1)! * 365.25).toBeCloseTo(12 * Math.log(1.01), 1);
    const others = drift.seasonByMonth.filter((_, month) => month !== DECEMBER);
    expect(Math.max(...drift.seasonByMonth) - Math.max(...others)).toBeGreaterThan(0.085);
    expect(Math.max(...others) - Math.min(...others)).toBeLessThan(0.02);
    expect(drift.seasonByMonth.reduce((sum, level) => sum + level, 0)).toBeCloseTo(0, 9);
  });

  it('takes the ups and downs of a single year neither for growth nor for a season', () => {
    const mood = [0, 0.04, -0.03, 0.05, -0.05, 0.02, -0.04, 0.06, 0.01, -0.06, 0.03, 0, -0.02];
    const sealed = mood.map((level, month) => ({
      day: firstDayOfMonth(FIRST + month) + 14,
      priceCents: Math.round(1e6 * Math.exp(level)),
    }));
    const market = marketFromRows(Array.from({ length: 500 }, () => ({ facts, sales: { sealed } })));
    const drift = learnDrift(market, marketMonths(market, new Scratch()), firstDayOfMonth(FIRST + 13) - 1);
    expect(drift.growthPerDay.sealed.every((growth) => Math.abs(growth) < 1e-12)).toBe(true);
    expect(drift.seasonByMonth.every((level) => level === 0)).toBe(true);
  });

  it('is none before there is a whole year of changes', () => {
    const market = growingMarket(5, 12);
    expect(learnDrift(market, marketMonths(market, new Scratch()), firstDayOfMonth(FIRST + 12) - 1)).toBe(NO_DRIFT);
  });
});
