import { type Cents, type EpochDay, type EpochMonth, firstDayOfMonth } from '@brickmarket/domain';
import { type MarketValues, valueWithModel } from '../estimate/market-values.ts';
import { type Market, marketOf, soldSeriesOf } from '../kernel/market.ts';
import { firstAfterDay } from '../kernel/sale-columns.ts';
import { Scratch } from '../kernel/scratch.ts';
import { learnMarket } from '../learn/learn-market.ts';
import { type BacktestFigures, BREAKDOWNS, groupNamesOf, SaleGroups } from './backtest-groups.ts';
import { BASELINES, COMPARED_BASELINES } from './baselines.ts';
import { absLogError } from './error-counts.ts';
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
  /**
   * The same values compared with the truth, which takes the noise of single sales out of the errors (coverage then
   * means nothing); null when it is not known.
   */
  readonly againstTruth: BacktestFigures | null;
  /** The errors of each item in each condition, with each baseline's. */
  readonly itemErrors: readonly ItemErrors[];
  /** Computed from `itemErrors`. */
  readonly comparisons: readonly Comparison[];
}

/**
 * Values every series on the eve of each month with nothing but what was known then, and compares with every sale of
 * the month; so do the baselines. Goes month by month: memory does not grow with months.
 */
export function backtest(
  market: Market,
  firstMonth: EpochMonth,
  lastMonth: EpochMonth,
  options: BacktestOptions = {},
): BacktestReport {
  const { items = numberedByPosition(market), value = valueAsFullRun, trueCents } = options;
  const positions = soldSeriesOf(market);
  const sold = marketOf(market, positions);
  const judge = new Judge(
    sold,
    positions.map((at) => items[at]!),
    trueCents,
  );
  for (let month = firstMonth; month <= lastMonth; month++) {
    const eve = firstDayOfMonth(month) - 1;
    judge.compare(value(knownMarket(sold, eve), eve), eve, firstDayOfMonth(month + 1) - 1);
  }
  return { firstMonth, lastMonth, ...judge.report() };
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

/** Gathers errors item by item, in the order of their numbers: sums do not depend on the order of rows. */
class Judge {
  readonly #groups = new SaleGroups(BREAKDOWNS, COMPARED_BASELINES);
  readonly #groupsOfTruth = new SaleGroups(BREAKDOWNS, COMPARED_BASELINES);
  readonly #order: readonly number[];
  readonly #scratch = new Scratch();
  readonly #errors: readonly Float64Array[];

  constructor(
    private readonly market: Market,
    private readonly items: readonly ItemInCondition[],
    private readonly trueCents: Int32Array | undefined,
  ) {
    const key = ({ itemKind, itemNumber, condition }: ItemInCondition) => `${itemKind} ${itemNumber} ${condition}`;
    const keys = items.map(key);
    this.#order = [...keys.keys()].toSorted((a, b) => (keys[a]! < keys[b]! ? -1 : 1));
    this.#errors = COMPARED_BASELINES.map(() => new Float64Array(3 * items.length));
  }

  compare(values: MarketValues, eve: EpochDay, monthEnd: EpochDay): void {
    const { sales, series } = this.market;
    const baselines = new Float64Array(COMPARED_BASELINES.length);
    for (const index of this.#order) {
      const item = series[index]!;
      const from = firstAfterDay(sales, item.start, item.end, eve);
      const to = firstAfterDay(sales, from, item.end, monthEnd);
      if (from === to) continue;
      const valueCents = Number.isNaN(values.logValue[index]!) ? Number.NaN : values.valueCents[index]!;
      const estimate = { valueCents, lowCents: values.lowCents[index]!, highCents: values.highCents[index]! };
      for (const [b, name] of COMPARED_BASELINES.entries())
        baselines[b] = BASELINES[name](sales, item.start, from, eve, this.#scratch);
      const names = groupNamesOf(this.market, index, eve, values.tier[index]!, valueCents || sales.priceCents[from]!);
      for (let i = from; i < to; i++) {
        this.#addErrors(index, sales.priceCents[i]!, valueCents, baselines);
        this.#groups.add(names, sales.priceCents[i]!, estimate, baselines);
        if (this.trueCents) this.#groupsOfTruth.add(names, this.trueCents[i]!, estimate, baselines);
      }
    }
  }

  #addErrors(index: number, paid: Cents, valueCents: Cents, baselines: Float64Array): void {
    if (Number.isNaN(valueCents)) return;
    for (const [b, sums] of this.#errors.entries()) {
      if (Number.isNaN(baselines[b]!)) continue;
      sums[3 * index]!++;
      sums[3 * index + 1]! += absLogError(valueCents, paid);
      sums[3 * index + 2]! += absLogError(baselines[b]!, paid);
    }
  }

  report(): Omit<BacktestReport, 'firstMonth' | 'lastMonth'> {
    const itemErrors = this.#order.flatMap((index) =>
      this.#errors.flatMap((sums, b): readonly ItemErrors[] => {
        const [sales, estimatorError, methodError] = sums.subarray(3 * index, 3 * index + 3);
        const errors = { estimatorAbsLogError: rounded(estimatorError!), methodAbsLogError: rounded(methodError!) };
        return sales === 0 ? [] : [{ ...this.items[index]!, method: COMPARED_BASELINES[b]!, sales: sales!, ...errors }];
      }),
    );
    return {
      ...this.#groups.figures(),
      againstTruth: this.trueCents === undefined ? null : this.#groupsOfTruth.figures(),
      itemErrors,
      comparisons: comparisonsOf(itemErrors),
    };
  }
}

/** To nine decimals: what is written to a file and read again gives the same figures. */
function rounded(sum: number): number {
  return Math.round(sum * 1e9) / 1e9;
}
