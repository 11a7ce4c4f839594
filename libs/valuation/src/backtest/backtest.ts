import { DATA_TIERS, type EpochDay, type EpochMonth, firstDayOfMonth } from '@brickmarket/domain';
import { type MarketValues, valueWithModel } from '../estimate/market-values.ts';
import { type Market, marketOf, soldSeriesOf } from '../kernel/market.ts';
import { firstAfterDay } from '../kernel/sale-columns.ts';
import { learnMarket } from '../learn/learn-market.ts';
import { absLogError } from './backtest-group.ts';
import { type BacktestFigures, BREAKDOWNS, SaleGroups, sellingOf } from './backtest-groups.ts';
import { BASELINES, COMPARED_BASELINES } from './baselines.ts';
import { type Comparison, comparisonsOf, type ItemErrors, type ItemInCondition } from './item-errors.ts';
import { knownMarket } from './known-market.ts';

/** Options of a backtest, in addition to the market. */
export interface BacktestOptions {
  /** Whose each series is, in their order; positions stand for numbers without it. */
  readonly items?: readonly ItemInCondition[];
  /** Values the market as it was known on a day; default: learns it and values it as a full run does. */
  readonly value?: (known: Market, asOf: EpochDay) => MarketValues;
  /** The true value of each sale's day, where a market's truth is known: the values are compared with it as well. */
  readonly trueCents?: Int32Array;
}

/** The figures of a backtest over the months from the first to the last. */
export interface BacktestReport extends BacktestFigures {
  readonly firstMonth: EpochMonth;
  readonly lastMonth: EpochMonth;
  /** The same against the truth, without the noise of single sales; coverage then means nothing. Null when unknown. */
  readonly againstTruth: BacktestFigures | null;
  /** The errors of each item in each condition, with each baseline's. */
  readonly itemErrors: readonly ItemErrors[];
  /** Computed from `itemErrors`. */
  readonly comparisons: readonly Comparison[];
}

/** Values every series on the eve of each month by what was known then, and compares with every sale of the month. */
export function backtest(
  whole: Market,
  firstMonth: EpochMonth,
  lastMonth: EpochMonth,
  options: BacktestOptions = {},
): BacktestReport {
  const { items: owners = numberedByPosition(whole), value = valueAsFullRun, trueCents } = options;
  const positions = soldSeriesOf(whole);
  const market = marketOf(whole, positions);
  const items = positions.map((at) => owners[at]!);
  const { sales, series } = market;
  const againstSales = new SaleGroups(BREAKDOWNS, COMPARED_BASELINES);
  const againstTruth = new SaleGroups(BREAKDOWNS, COMPARED_BASELINES);
  const keys = items.map(({ itemKind, itemNumber, condition }) => `${itemKind} ${itemNumber} ${condition}`);
  const order = [...keys.keys()].toSorted((a, b) => (keys[a]! < keys[b]! ? -1 : 1));
  const errors = COMPARED_BASELINES.map(() => items.map(() => ({ sales: 0, ours: 0, theirs: 0 })));
  for (let month = firstMonth; month <= lastMonth; month++) {
    const eve = firstDayOfMonth(month) - 1;
    const values = value(knownMarket(market, eve), eve);
    for (const index of order) {
      const one = series[index]!;
      const from = firstAfterDay(sales, one.start, one.end, eve);
      const to = firstAfterDay(sales, from, one.end, firstDayOfMonth(month + 1) - 1);
      if (from === to) continue;
      const valueCents = Number.isNaN(values.logValue[index]!) ? Number.NaN : values.valueCents[index]!;
      const estimate = { valueCents, lowCents: values.lowCents[index]!, highCents: values.highCents[index]! };
      const said = Float64Array.from(COMPARED_BASELINES, (name) => BASELINES[name](sales, one.start, from, eve));
      const tier = DATA_TIERS[values.tier[index]!]!;
      const names = { tier, kind: one.kind, selling: sellingOf(sales, one, eve) };
      for (let i = from; i < to; i++) {
        const paid = sales.priceCents[i]!;
        againstSales.add(names, paid, estimate, said);
        if (trueCents) againstTruth.add(names, trueCents[i]!, estimate, said);
        for (const [b, cents] of said.entries()) {
          if (Number.isNaN(valueCents) || Number.isNaN(cents)) continue;
          const sums = errors[b]![index]!;
          sums.sales++;
          sums.ours += absLogError(valueCents, paid);
          sums.theirs += absLogError(cents, paid);
        }
      }
    }
  }
  const itemErrors = order.flatMap((index) =>
    COMPARED_BASELINES.flatMap((method, b): readonly ItemErrors[] => {
      const { sales: compared, ours, theirs } = errors[b]![index]!;
      const sums = { estimatorAbsLogError: rounded(ours), methodAbsLogError: rounded(theirs) };
      return compared === 0 ? [] : [{ ...items[index]!, method, sales: compared, ...sums }];
    }),
  );
  return {
    firstMonth,
    lastMonth,
    ...againstSales.figures(),
    againstTruth: trueCents === undefined ? null : againstTruth.figures(),
    itemErrors,
    comparisons: comparisonsOf(itemErrors),
  };
}

function valueAsFullRun(known: Market, asOf: EpochDay): MarketValues {
  return valueWithModel(known, asOf, learnMarket(known, asOf));
}

function numberedByPosition({ series }: Market): readonly ItemInCondition[] {
  return series.map(({ kind, sealedSeries }, index) => ({
    itemKind: kind === 'sealed' || kind === 'used' ? 'set' : 'minifig',
    itemNumber: String(sealedSeries ?? index),
    condition: kind === 'sealed' || kind === 'figureNew' ? 'sealed' : 'used',
  }));
}

/** To nine decimals: what is written to a file and read again gives the same figures. */
function rounded(sum: number): number {
  return Math.round(sum * 1e9) / 1e9;
}
