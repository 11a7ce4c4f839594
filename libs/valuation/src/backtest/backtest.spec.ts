import { firstDayOfMonth, parseIsoMonth } from '@brickmarket/domain';
import { type ItemRows, marketFromRows } from '../kernel/market.ts';
import { backtest } from './backtest.ts';
import { BREAKDOWNS, groupsInOrder } from './backtest-groups.ts';
import type { ItemInCondition } from './item-errors.ts';

const JUNE = parseIsoMonth('2026-06')!;
const juneFirst = firstDayOfMonth(JUNE);
const facts = {
  theme: 'Castle',
  year: null,
  releaseDay: null,
  exitDay: juneFirst - 2_000,
  listPriceCents: null,
  retailPriceCents: null,
};
const sealed = [
  { day: juneFirst - 100, priceCents: 9_000, quantity: 4 },
  { day: juneFirst - 1, priceCents: 10_000 },
  { day: juneFirst, priceCents: 12_500 },
  { day: juneFirst + 29, priceCents: 8_000 },
];
const item: ItemRows = { facts, sales: { sealed } };

describe('backtest', () => {
  it('compares what was known on the eve of the month with each of its sales', () => {
    const { overall } = backtest(marketFromRows([item]), JUNE, JUNE);
    expect(overall.sales).toBe(2);
    // Last sale 10000 against 12500 and 8000: 20 % and 25 %; the average of six months 9500: 24 % and 18.75 %.
    // Errors are counted in steps of 0.05 points, and of two the lower is the median.
    expect(overall.baselines.lastSale).toMatchObject({ answeredPct: 100, sharedMdapePct: 20.05 });
    expect(overall.baselines.median30d).toMatchObject({ answeredPct: 100, sharedMdapePct: 20.05 });
    expect(overall.baselines.average6m).toMatchObject({ answeredPct: 100, sharedMdapePct: 18.8 });
    // The newer of two sales counts more.
    expect(overall.baselines.weightedMedian40d).toMatchObject({ answeredPct: 100, sharedMdapePct: 20.05 });
    expect(overall.estimator.answeredPct).toBe(100);
  });

  it('measures far misses by the mean log error, and a range by what it costs at both ends', () => {
    const { overall } = backtest(marketFromRows([item]), JUNE, JUNE);
    // ln(12500/10000) = 0.2231 and ln(10000/8000) = 0.2231.
    const { malePct, pinballPct } = overall.estimator;
    expect(overall.baselines.lastSale).toMatchObject({ sharedMalePct: 22.31, estimatorMalePct: malePct });
    expect(pinballPct).toBeGreaterThan(0);
    expect(pinballPct!).toBeLessThan(malePct!);
  });

  it('takes for the last sale the median of the latest day, not the dearest, in whatever order its rows came', () => {
    const lastDay = [30_000, 10_000, 8_000].map((priceCents) => ({ day: juneFirst - 1, priceCents }));
    for (const rows of [lastDay, lastDay.toReversed()]) {
      const { overall } = backtest(
        marketFromRows([{ facts, sales: { sealed: [...rows, { day: juneFirst, priceCents: 10_000 }] } }]),
        JUNE,
        JUNE,
      );
      expect(overall.baselines.lastSale).toMatchObject({ answeredPct: 100, sharedMdapePct: expect.closeTo(0, 0) });
    }
  });

  it('does not look into the month or beyond', () => {
    const known = sealed.filter((sale) => sale.day <= juneFirst);
    const errors = (rows: typeof sealed) =>
      backtest(marketFromRows([{ facts, sales: { sealed: rows } }]), JUNE, JUNE).overall.estimator;
    expect(errors([...known, { day: juneFirst + 40, priceCents: 1 }])).toEqual(errors(known));
  });

  it('does not know what retailers ask today', () => {
    const errors = (retailPriceCents: number | null) =>
      backtest(
        marketFromRows([{ facts: { ...facts, exitDay: null, retailPriceCents }, sales: { sealed } }]),
        JUNE,
        JUNE,
      ).overall.estimator;
    expect(errors(12_500)).toEqual(errors(null));
  });

  it('counts a sale that a method had no value for as not answered', () => {
    const { overall, by } = backtest(marketFromRows([{ facts, sales: { sealed: sealed.slice(2) } }]), JUNE, JUNE);
    expect(overall).toMatchObject({
      sales: 2,
      estimator: { answeredPct: 0, mdapePct: null, coveragePct: null },
      baselines: { lastSale: { answeredPct: 0, sharedMdapePct: null } },
    });
    expect(Object.keys(by.tier)).toEqual(['none']);
  });

  it('breaks the sales down so that every breakdown adds up to all of them', () => {
    const minifig: ItemRows = { facts: { ...facts, theme: null }, sales: { figureUsed: sealed } };
    const onSale: ItemRows = {
      facts: { ...facts, theme: 'Trains', exitDay: null, listPriceCents: 40_000 },
      sales: { sealed },
    };
    const { overall, by } = backtest(marketFromRows([item, minifig, onSale]), JUNE - 3, JUNE);
    for (const groups of Object.values(by)) {
      expect(Object.values(groups).reduce((sum, group) => sum + group.sales, 0)).toBe(overall.sales);
    }
  });

  it('judges the same beside items that never sold', () => {
    const never: ItemRows = { facts: item.facts, sales: { sealed: [], used: [] } };
    const of = (itemNumber: string): ItemInCondition => ({ itemKind: 'set', itemNumber, condition: 'sealed' });
    const alone = backtest(marketFromRows([item]), JUNE - 3, JUNE, { items: [of('1')] });
    const others = [of('0'), { ...of('0'), condition: 'used' } as const];
    const beside = backtest(marketFromRows([never, item, never]), JUNE - 3, JUNE, {
      items: [...others, of('1'), ...others],
    });
    expect(beside).toEqual(alone);
    expect(alone.itemErrors.length).toBeGreaterThan(0);
  });

  it('shows groups in one order, whatever order a kept report brings them in', () => {
    const minifig: ItemRows = { facts: { ...facts, theme: 'Castle' }, sales: { figureUsed: sealed } };
    const others = ['Abbey', 'Trains'].map((theme): ItemRows => ({
      facts: { ...facts, theme, exitDay: null, listPriceCents: 40_000 },
      sales: { sealed },
    }));
    const figures = backtest(marketFromRows([minifig, ...others, item]), JUNE - 3, JUNE);
    const turned = Object.fromEntries(
      BREAKDOWNS.map((breakdown) => [
        breakdown,
        Object.fromEntries(Object.entries(figures.by[breakdown]).toReversed()),
      ]),
    ) as typeof figures.by;
    const names = (by: typeof figures.by) =>
      BREAKDOWNS.map((breakdown) => groupsInOrder({ ...figures, by }, breakdown).map(([name]) => name));
    expect(names(turned)).toEqual(names(figures.by));
    expect(names(figures.by)[BREAKDOWNS.indexOf('kind')]).toEqual(['sealed', 'figureUsed']);
  });
});
