import { firstDayOfMonth, parseIsoMonth } from '@brickmarket/domain';
import type { MarketValues } from '../estimate/market-values.ts';
import { type ItemRows, type Market, marketFromRows, type SeriesKind } from '../kernel/market.ts';
import { backtest, type BacktestReport } from './backtest.ts';
import { comparisonsOf, type ItemErrors, type ItemInCondition } from './item-errors.ts';
import { verdictOn } from './market-report.ts';

const FIRST = parseIsoMonth('2026-04')!;
const LAST = parseIsoMonth('2026-06')!;
const begin = firstDayOfMonth(FIRST);
const end = firstDayOfMonth(LAST + 1) - 1;

/** A repeatable sequence of numbers between 0 and 1. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

interface Named {
  readonly number: string;
  readonly rows: ItemRows;
}

/** Items with different levels, scatter, ages and ways of selling. */
function items(): readonly Named[] {
  const random = sequence(7);
  return Array.from({ length: 60 }, (_item, n): Named => {
    const level = 1_000 + 20_000 * random();
    const gap = n % 3 === 0 ? 30.44 : 5 + 40 * random();
    const sales = (share: number) =>
      Array.from({ length: n % 4 === 1 ? 2 : Math.floor(400 / gap) }, (_, i) => ({
        day: Math.round(end - i * gap),
        priceCents: Math.round(level * share * (0.8 + 0.4 * random())),
      }));
    const facts = {
      theme: n % 2 === 0 ? 'Castle' : 'Trains',
      year: 2020 + (n % 6),
      releaseDay: null,
      exitDay: begin - 400 + 20 * n,
      listPriceCents: Math.round(level / 2),
      retailPriceCents: null,
    };
    const isFigure = n % 5 === 0;
    return {
      number: `${100 + n}-1`,
      rows: { facts, sales: isFigure ? { figureUsed: sales(1) } : { sealed: sales(1), used: sales(0.6) } },
    };
  });
}

function ownersOf(named: readonly Named[]): readonly ItemInCondition[] {
  return named.flatMap(({ number, rows }) =>
    (['sealed', 'used', 'figureNew', 'figureUsed'] as const satisfies readonly SeriesKind[]).flatMap((kind) =>
      rows.sales[kind] === undefined
        ? []
        : [
            {
              itemKind: kind.startsWith('figure') ? ('minifig' as const) : ('set' as const),
              itemNumber: number,
              condition: kind === 'sealed' || kind === 'figureNew' ? ('sealed' as const) : ('used' as const),
            },
          ],
    ),
  );
}

const judged = (named: readonly Named[]): BacktestReport =>
  backtest(marketFromRows(named.map(({ rows }) => rows)), FIRST, LAST, { items: ownersOf(named) });

function shuffled<T>(list: readonly T[], random: () => number): readonly T[] {
  return list
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

describe('what a run of the backtest is given', () => {
  const nonsense = (named: Named): Named => ({
    ...named,
    rows: {
      facts: {
        ...named.rows.facts,
        // An exit that is known on every eve, and one that is known on none.
        exitDay: named.rows.facts.exitDay! > begin ? end + 1 : named.rows.facts.exitDay,
        retailPriceCents: 1,
        thirdPartyPriceCents: 3_000_000,
        lastPriceCents: 2,
      },
      sales: Object.fromEntries(
        Object.entries(named.rows.sales).map(([kind, rows]) => [
          kind,
          [...rows, { day: end + 1, priceCents: 1 }, { day: end + 30, priceCents: 99_999_999, quantity: 400 }],
        ]),
      ),
    },
  });

  it('scores the same when every later fact is replaced by nonsense', () => {
    const known = items().filter(({ rows }) => rows.facts.exitDay! < begin || rows.facts.exitDay! > end);
    expect(known.some(({ rows }) => rows.facts.exitDay! > end)).toBe(true);
    expect(judged(known.map(nonsense))).toEqual(judged(known));
  });

  it('holds nothing that is dated after the eve', () => {
    const seen: { readonly known: Market; readonly asOf: number }[] = [];
    const named = [
      ...items(),
      {
        number: '1-1',
        rows: {
          facts: { ...items()[1]!.rows.facts, year: 2026, releaseDay: end - 5, exitDay: null },
          sales: { sealed: [{ day: end - 2, priceCents: 5_000 }] },
        },
      },
    ];
    const value = (known: Market, asOf: number): MarketValues => {
      seen.push({ known, asOf });
      return constantValues(known, 5_000);
    };
    backtest(marketFromRows(named.map(({ rows }) => rows)), FIRST, LAST, { value });
    expect(seen.map(({ asOf }) => asOf)).toEqual([FIRST, FIRST + 1, LAST].map((month) => firstDayOfMonth(month) - 1));
    for (const { known, asOf } of seen) {
      expect(Math.max(...known.sales.day)).toBeLessThanOrEqual(asOf);
      expect(known.sales.day).toHaveLength(known.series.at(-1)!.end);
      for (const { facts } of known.series) {
        expect([facts.retailPriceCents, facts.thirdPartyPriceCents, facts.lastPriceCents]).toEqual([null, null, null]);
        expect(Math.max(facts.exitDay ?? 0, facts.releaseDay ?? 0)).toBeLessThanOrEqual(asOf);
      }
      expect(known.series.at(-1)!.facts).toMatchObject({ releaseDay: null, year: null, listPriceCents: null });
    }
  });
});

/** Every series at one value. */
function constantValues({ series }: Market, cents: number): MarketValues {
  const column = Int32Array.from(series, () => cents);
  return {
    logValue: Float64Array.from(series, () => Math.log(cents)),
    predictiveDeviation: new Float64Array(series.length),
    effectiveSales: new Float64Array(series.length),
    tier: new Uint8Array(series.length),
    valueCents: column,
    lowCents: column,
    highCents: column,
  };
}

describe('the order of rows', () => {
  it('does not change a figure', () => {
    const named = items();
    const cents = (known: Market): MarketValues => {
      const values = constantValues(known, 1);
      for (const [index, { start, end: to }] of known.series.entries()) {
        if (start === to) continue;
        values.valueCents[index] = known.sales.priceCents[to - 1]! + 7;
        values.logValue[index] = Math.log(values.valueCents[index]!);
      }
      return values;
    };
    const reports = [0, 1, 2, 3, 4].map((order) => {
      const random = sequence(order);
      const permuted = shuffled(named, random).map(({ number, rows }) => ({
        number,
        rows: {
          ...rows,
          sales: Object.fromEntries(Object.entries(rows.sales).map(([kind, sales]) => [kind, shuffled(sales, random)])),
        },
      }));
      return backtest(marketFromRows(permuted.map(({ rows }) => rows)), FIRST, LAST, {
        items: ownersOf(permuted),
        value: cents,
      });
    });
    for (const report of reports) expect(report).toEqual(reports[0]);
  });
});

describe('comparisons', () => {
  const row = (number: number, ours: number, theirs: number): ItemErrors => ({
    itemKind: 'set',
    itemNumber: `${number}-1`,
    condition: 'sealed',
    method: 'lastSale',
    sales: 10,
    estimatorAbsLogError: ours,
    methodAbsLogError: theirs,
  });

  it('are computed from the rows of items alone, in any order', () => {
    const { itemErrors, comparisons } = judged(items());
    expect(comparisons).toEqual(comparisonsOf(itemErrors.toReversed()));
    expect(new Set(comparisons.map(({ market }) => market))).toEqual(new Set(['all', 'sealed', 'used', 'figureUsed']));
    for (const { market, method, items: count, male } of comparisons.filter((one) => one.market === 'all')) {
      const rows = itemErrors.filter((one) => one.method === method);
      const total = (of: 'estimatorAbsLogError' | 'methodAbsLogError') => rows.reduce((sum, one) => sum + one[of], 0);
      expect(market).toBe('all');
      expect(count).toBe(new Set(rows.map(({ itemNumber }) => itemNumber)).size);
      expect(male!.ratio).toBeCloseTo(total('estimatorAbsLogError') / total('methodAbsLogError'), 9);
      expect(male!.low).toBeLessThan(male!.ratio);
      expect(male!.high).toBeGreaterThan(male!.ratio);
    }
  });

  it('call values better only when the whole interval says so', () => {
    const verdict = (rows: readonly ItemErrors[]) => verdictOn(comparisonsOf(rows)[0]!);
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    expect(verdict(numbers.map((n) => row(n, 0.9, 1)))).toBe('better');
    expect(verdict(numbers.map((n) => row(n, 1, 0.9)))).toBe('worse');
    // Less in sum, but by one item: many samples are without it.
    expect(verdict(numbers.map((n) => (n === 0 ? row(n, 1, 40) : row(n, 1.01, 1))))).toBe('not proven');
  });

  it('draw both conditions of an item together', () => {
    const used = (one: ItemErrors): ItemErrors => ({ ...one, condition: 'used' });
    const rows = Array.from({ length: 30 }, (_, n) => row(n, 1 + (n % 7) / 3, 1 + (n % 5) / 2));
    const [all] = comparisonsOf([...rows, ...rows.map(used)]);
    const [alone] = comparisonsOf(rows);
    expect(all).toMatchObject({ items: 30, sales: 600, male: alone!.male });
  });
});

describe('the groups of a backtest', () => {
  it('tell offers from single sales', () => {
    const { by } = judged(items());
    expect(Object.keys(by.selling).toSorted()).toEqual(['offers', 'single sales']);
    expect(by.selling['offers']!.sales).toBeGreaterThan(20 * 3);
  });
});
