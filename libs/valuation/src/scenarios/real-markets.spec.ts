import { type ItemRows, marketFromRows } from '../market.ts';
import { UNLEARNED_MODEL } from '../market-model.ts';
import { valueAt } from '../market-values.ts';
import type { SaleRow } from '../sale-columns.ts';
import { valueWholeMarket, valueWithModel } from '../value-market.ts';

// What went wrong on real sales, as it was found.
const TODAY = 20_000;
const retired = {
  theme: 'Castle',
  year: null,
  releaseDay: TODAY - 2_000,
  exitDay: TODAY - 1_000,
  listPriceCents: null,
  retailPriceCents: null,
};
const onSale = { ...retired, releaseDay: TODAY - 300, exitDay: null };
const valueOf = (sealed: readonly SaleRow[], facts = retired) =>
  valueAt(valueWithModel(marketFromRows([{ facts, sales: { sealed } }]), TODAY, UNLEARNED_MODEL), 0)!;

/** A repeatable sequence of numbers from 0 to 1. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('a list price that the own sales of a set contradict', () => {
  const every20Days = (priceCents: (n: number) => number): SaleRow[] =>
    Array.from({ length: 12 }, (_, n) => ({ day: TODAY - 5 - 20 * n, priceCents: priceCents(n) }));
  const ordinary = Array.from({ length: 40 }, (_, n): ItemRows => {
    const listPriceCents = 2_000 + 500 * n;
    const price = (at: number) => Math.round(listPriceCents * (0.8 + 0.01 * ((at * 7 + n) % 5) - 0.02));
    return { facts: { ...onSale, listPriceCents }, sales: { sealed: every20Days(price) } };
  });

  it('loses its weight: twelve sales at 190 of a set with list price 25 are worth 190', () => {
    const odd = { facts: { ...onSale, listPriceCents: 2_500 }, sales: { sealed: every20Days(() => 19_000) } };
    const { values } = valueWholeMarket(marketFromRows([...ordinary, odd]), TODAY);
    expect(Math.abs(valueAt(values, 40)!.valueCents / 19_000 - 1)).toBeLessThan(0.02);
    // Those that agree with it are not touched.
    expect(Math.abs(valueAt(values, 10)!.valueCents / (0.8 * 7_000) - 1)).toBeLessThan(0.05);
  });

  it('never puts a value more than 5 % outside all of at least five sales of a year', () => {
    const random = sequence(3);
    const contradicted = Array.from({ length: 60 }, (): ItemRows => {
      const level = 500 * Math.exp(5 * random());
      const rows = Array.from({ length: 5 + Math.floor(12 * random()) }, () => ({
        day: TODAY - Math.floor(360 * random()),
        priceCents: Math.round(level * Math.exp(0.4 * (random() - 0.5))),
      }));
      return {
        facts: { ...onSale, listPriceCents: Math.round(500 * Math.exp(5 * random())) },
        sales: { sealed: rows },
      };
    });
    const { values } = valueWholeMarket(marketFromRows([...ordinary, ...contradicted]), TODAY);
    for (const [at, { sales }] of contradicted.entries()) {
      const prices = sales.sealed!.map((sale) => sale.priceCents);
      const { valueCents } = valueAt(values, 40 + at)!;
      expect(valueCents).toBeGreaterThan(0.95 * Math.min(...prices));
      expect(valueCents).toBeLessThan(1.05 * Math.max(...prices));
    }
  });
});

describe('a genuine move of the price', () => {
  const moved = (to: number, sales: number): SaleRow[] => {
    const wobble = (n: number) => 1 + 0.02 * ((n % 5) - 2);
    const before = Array.from({ length: 150 }, (_, n) => ({
      day: TODAY - 2 * sales - 2 * n,
      priceCents: Math.round(10_000 * wobble(n)),
    }));
    const after = Array.from({ length: sales }, (_, n) => ({
      day: TODAY - 2 * n,
      priceCents: Math.round(to * wobble(n)),
    }));
    return [...before, ...after];
  };

  it.each([
    ['a doubling', 20_000, 20],
    ['a doubling, three sales old', 20_000, 3],
    ['a fall to half', 5_000, 20],
    ['a fall to half, three sales old', 5_000, 3],
  ])('is followed to within 5 %: %s', (_, to, sales) => {
    expect(Math.abs(valueOf(moved(to, sales)).valueCents / to - 1)).toBeLessThan(0.05);
  });

  it('is not seen in a single sale', () => {
    expect(Math.abs(valueOf(moved(20_000, 1)).valueCents / 10_000 - 1)).toBeLessThan(0.02);
  });
});

describe('a mixed market: 117 sales around 400, 26 of something else below 100', () => {
  const random = sequence(11);
  const sound = Array.from({ length: 117 }, () => Math.round(40_000 * Math.exp(0.5 * (random() + random() - 1))));
  const others = Array.from({ length: 26 }, () => Math.round(3_000 + 6_500 * random()));
  const inOrder = (prices: readonly number[]): SaleRow[] =>
    prices.map((priceCents, n) => ({ day: TODAY - Math.floor((prices.length - 1 - n) * 2.4), priceCents }));
  const shuffled = (prices: readonly number[]): number[] => {
    const order = [...prices];
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return order;
  };

  it('is worth what the larger cluster costs, in whatever order the sales came', () => {
    const values = Array.from({ length: 200 }, () => valueOf(inOrder(shuffled([...sound, ...others]))).valueCents);
    const sorted = values.toSorted((a, b) => a - b);
    expect(sorted[0]!).toBeGreaterThan(30_000);
    expect(sorted.at(-1)!).toBeLessThan(46_000);
    expect(sorted[180]! / sorted[20]!).toBeLessThan(1.15);
  });

  it('is worth what the newest sales mostly cost, though it began with the others', () => {
    const start = [...others.slice(0, 20), ...sound.slice(0, 24)];
    expect(valueOf(inOrder(start)).valueCents).toBeGreaterThan(33_000);
  });
});

describe('the order of sales', () => {
  const random = sequence(5);
  const rows = Array.from({ length: 60 }, () => ({
    day: TODAY - Math.floor(300 * random()),
    priceCents: Math.round(10_000 * Math.exp(0.6 * (random() - 0.5))),
  }));

  it('within a day does not count at all', () => {
    const oneDay = rows.slice(0, 9).map((row) => ({ ...row, day: TODAY - 3 }));
    const value = valueOf([...rows, ...oneDay]);
    expect(valueOf([...oneDay.toReversed(), ...rows])).toEqual(value);
  });

  it('within a week hardly counts', () => {
    const value = valueOf(rows).valueCents;
    for (let shuffle = 0; shuffle < 20; shuffle++) {
      const moved = rows.map((row) => ({ ...row, day: row.day - (row.day % 7) + Math.floor(7 * random()) }));
      const known = moved.map((row) => ({ ...row, day: Math.min(row.day, TODAY) }));
      expect(Math.abs(valueOf(known).valueCents / value - 1)).toBeLessThan(0.04);
    }
  });
});

describe('a set before its release', () => {
  const announced = { ...onSale, releaseDay: TODAY + 30, listPriceCents: 5_000, retailPriceCents: 6_500 };
  const ratios = { newToList: { byTheme: {}, overall: { 0: 0.2 } }, usedToNew: { byTheme: {}, overall: { 0: -0.5 } } };
  const values = valueWithModel(marketFromRows([{ facts: announced, sales: { sealed: [], used: [] } }]), TODAY, {
    ...UNLEARNED_MODEL,
    ratios,
  });

  it('is worth its list price at most, and has no used value', () => {
    expect(valueAt(values, 0)!.valueCents).toBe(5_000);
    expect(valueAt(values, 1)).toBeNull();
  });
});

describe('a used value above the sealed one', () => {
  const ratios = { newToList: { byTheme: {}, overall: {} }, usedToNew: { byTheme: {}, overall: { 6: Math.log(0.6) } } };
  const each10Days = (count: number, priceCents: number): SaleRow[] =>
    Array.from({ length: count }, (_, n) => ({ day: TODAY - 10 * n, priceCents }));
  const valuesOf = (sealed: readonly SaleRow[], used: readonly SaleRow[]) => {
    const market = marketFromRows([{ facts: retired, sales: { sealed, used } }]);
    const values = valueWithModel(market, TODAY, { ...UNLEARNED_MODEL, ratios });
    return [valueAt(values, 0)!.valueCents, valueAt(values, 1)!.valueCents] as const;
  };

  it('is pulled below it where a single sale says so', () => {
    const [sealed, used] = valuesOf(each10Days(20, 10_000), each10Days(1, 12_500));
    expect(used).toBeLessThan(sealed);
  });

  it('stays where many sales insist', () => {
    const [sealed, used] = valuesOf(each10Days(20, 10_000), each10Days(30, 15_000));
    expect(used).toBeGreaterThan(1.3 * sealed);
  });
});
