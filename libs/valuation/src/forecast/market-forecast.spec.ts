import { firstDayOfMonth, parseIsoMonth } from '@brickmarket/domain';
import { knownMarket } from '../backtest/known-market.ts';
import { type ItemFacts, type ItemRows, type Market, marketFromRows } from '../kernel/market.ts';
import type { SaleRow } from '../kernel/sale-columns.ts';
import { expectedSales } from './expected-sales.ts';
import { learnForecast } from './market-forecast.ts';
import { forecastPrice } from './price-forecast.ts';

const LAST = parseIsoMonth('2026-10')!;
const TODAY = firstDayOfMonth(LAST + 1);
const LIST_CENTS = 10_000;

function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

function aSet(exitDay: number | null): ItemFacts {
  return { theme: 'Castle', year: null, releaseDay: null, exitDay, listPriceCents: LIST_CENTS, retailPriceCents: null };
}

/** One sale a month of each set. The log price moves by `growth` a month after the exit, and at random. */
function pricesAfterExits(months: number, growth: number, items = 240): Market {
  const random = sequence(815);
  const rows = Array.from({ length: items }, (_, item): ItemRows => {
    const exitMonth = LAST - months + Math.floor((item * (months + 12)) / items);
    let log = Math.log(0.9 * LIST_CENTS);
    const sealed = Array.from({ length: months }, (_month, at): SaleRow => {
      const month = LAST - months + 1 + at;
      if (month > exitMonth) log += growth;
      log += 0.12 * (random() + random() - 1);
      return { day: firstDayOfMonth(month) + 14, priceCents: Math.round(Math.exp(log)) };
    });
    return { facts: aSet(firstDayOfMonth(exitMonth)), sales: { sealed } };
  });
  return marketFromRows(rows);
}

/** Between none and eight sales a month of each set, three times as many in November and December. */
function salesBySeason(months: number, items = 120): Market {
  const random = sequence(4_711);
  const rows = Array.from({ length: items }, (_, item): ItemRows => {
    const rate = 0.5 + (item % 6);
    const sealed: SaleRow[] = [];
    for (let month = LAST - months + 1; month <= LAST; month++) {
      const expected = rate * (month % 12 >= 10 ? 3 : 1);
      for (let day = 0; day < 28; day++)
        if (random() < expected / 28) sealed.push({ day: firstDayOfMonth(month) + day, priceCents: 5_000 });
    }
    return { facts: aSet(null), sales: { sealed } };
  });
  return marketFromRows(rows);
}

describe('a forecast of prices', () => {
  it('is earned where the time since the exit tells how prices go on, for each number of months by itself', () => {
    const { prices } = learnForecast(pricesAfterExits(84, 0.02), TODAY).conditions.sealed;
    for (const months of [6, 12] as const) {
      const { refusal, origins } = prices[months];
      expect({ months, refusal }).toEqual({ months, refusal: null });
      expect(origins.length).toBeGreaterThanOrEqual(3);
    }
  });

  it('continues a price as others went on in the same stage: up after the exit, as it was long before it', () => {
    const { table } = learnForecast(pricesAfterExits(84, 0.02), TODAY).conditions.sealed.prices[12];
    const retired = forecastPrice(table!, aSet(TODAY - 500), 12_000, TODAY);
    const onSale = forecastPrice(table!, aSet(null), 9_000, TODAY);
    expect(retired.middleCents / 12_000).toBeGreaterThan(1.15);
    expect(Math.abs(onSale.middleCents / 9_000 - 1)).toBeLessThan(0.1);
    for (const { lowCents, middleCents, highCents } of [retired, onSale])
      expect(lowCents < middleCents && middleCents < highCents).toBe(true);
  });

  it('is refused where nothing tells how prices go on', () => {
    const { prices } = learnForecast(pricesAfterExits(84, 0), TODAY).conditions.sealed;
    expect(prices[12].refusal).toBe('not-better');
  });

  it('is refused where the past has fewer than three yearly moments to forecast from', () => {
    const { prices } = learnForecast(pricesAfterExits(36, 0.02), TODAY).conditions.sealed;
    expect(prices[6]).toMatchObject({ refusal: 'too-short' });
    expect(prices[12]).toMatchObject({ refusal: 'too-short' });
    expect(prices[6].origins).toHaveLength(2);
    expect(prices[12].origins).toHaveLength(1);
  });

  it('is judged with nothing but what was known at each moment', () => {
    const market = pricesAfterExits(84, 0.02);
    const aYearAgo = firstDayOfMonth(LAST - 11);
    const now = learnForecast(market, TODAY).conditions.sealed.prices[12].origins;
    const then = learnForecast(knownMarket(market, aYearAgo - 1), aYearAgo).conditions.sealed.prices[12].origins;
    expect(then.length).toBeGreaterThan(1);
    expect(now.slice(0, -1)).toEqual(then);
  });

  it.each([6, 12] as const)(
    '%s months ahead, is judged the same whatever exits come after the last moment',
    (months) => {
      const market = pricesAfterExits(84, 0.02);
      const lastMoment = firstDayOfMonth(LAST - months + 1) - 1;
      const scores = (exitDay: (day: number) => number | null) => {
        const series = market.series.map(({ facts, ...one }) => {
          const isLater = facts.exitDay !== null && facts.exitDay > lastMoment;
          return { ...one, facts: isLater ? { ...facts, exitDay: exitDay(facts.exitDay!) } : facts };
        });
        return learnForecast({ ...market, series }, TODAY).conditions.sealed.prices[months].origins;
      };
      const judged = scores((day) => day);
      expect(judged.length).toBeGreaterThanOrEqual(3);
      expect(scores(() => null)).toEqual(judged);
      expect(scores((day) => lastMoment + 1 + ((day * 31) % 200))).toEqual(judged);
    },
  );

  it('does not use an exit that lies ahead: nobody knows since when it was known', () => {
    const { table } = learnForecast(pricesAfterExits(84, 0.02), TODAY).conditions.sealed.prices[12];
    const unknown = forecastPrice(table!, aSet(null), 9_000, TODAY);
    for (const days of [1, 30, 366]) expect(forecastPrice(table!, aSet(TODAY + days), 9_000, TODAY)).toEqual(unknown);
    expect(forecastPrice(table!, aSet(TODAY), 9_000, TODAY)).not.toEqual(unknown);
  });

  it('says of a market without sales that its past is too short', () => {
    const { conditions } = learnForecast({ sales: marketFromRows([]).sales, series: [] }, TODAY);
    for (const { prices, sales } of Object.values(conditions))
      for (const judged of [prices[6], prices[12], sales])
        expect(judged).toEqual({ refusal: 'too-short', origins: [], table: null });
  });
});

describe('an expected number of sales', () => {
  it('is earned where items keep their pace, and knows the time of the year', () => {
    const { refusal, table, origins } = learnForecast(salesBySeason(60), TODAY).conditions.sealed.sales;
    expect(refusal).toBeNull();
    expect(origins.length).toBeGreaterThanOrEqual(3);
    const past = { quarter: 9, year: 48 };
    const [spring, autumn] = [parseIsoMonth('2027-03')!, parseIsoMonth('2026-11')!];
    expect(expectedSales(table!, past, autumn)!.middle).toBeGreaterThan(
      1.5 * expectedSales(table!, past, spring)!.middle,
    );
  });

  it('has whole numbers, the middle between the ends, and says nothing of what hardly ever sells', () => {
    const { table } = learnForecast(salesBySeason(60), TODAY).conditions.sealed.sales;
    expect(expectedSales(table!, { quarter: 0, year: 3 }, LAST + 1)).toBeNull();
    for (const quarter of [1, 2, 5, 20, 80]) {
      const { low, middle, high } = expectedSales(table!, { quarter, year: 4 * quarter }, LAST + 1)!;
      expect([low, middle, high].every(Number.isInteger)).toBe(true);
      expect(0 <= low && low <= middle && middle <= high).toBe(true);
    }
  });

  it('is refused after less than two years: no three quarters can be looked back at', () => {
    expect(learnForecast(salesBySeason(20), TODAY).conditions.sealed.sales.refusal).toBe('too-short');
  });
});
