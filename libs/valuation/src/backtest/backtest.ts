import { type EpochDay, type EpochMonth, firstDayOfMonth } from '@brickmarket/domain';
import { ExpertLosses } from '../expert-weights.ts';
import { marketMonths } from '../learn-drift.ts';
import { RangeScores, scoreSales } from '../market-model.ts';
import type { MarketValues } from '../market-values.ts';
import type { Market } from '../market.ts';
import { ASSUMED_BEHAVIOUR, type PriceBehaviour } from '../price-behaviour.ts';
import { firstAfterDay } from '../sale-columns.ts';
import { Scratch } from '../scratch.ts';
import { DEFAULT_SETTINGS, type ValuationSettings } from '../valuation-settings.ts';
import { learnAndValue } from '../value-market.ts';
import { type BacktestFigures, type Breakdown, BREAKDOWNS, groupsOf, SaleGroups } from './backtest-groups.ts';
import { BASELINE_NAMES, BASELINES } from './baselines.ts';

/**
 * Months before the reported ones that are only valued to learn which experts are right and how wide ranges must be: as
 * many as a full run looks back.
 */
const WARM_UP_MONTHS = 4;

/** What a backtest may be told beside the market. */
export interface BacktestOptions {
  readonly settings?: ValuationSettings;
  /** The true value of each sale's day, where a market's truth is known: the values are compared with it as well. */
  readonly trueCents?: Int32Array;
}

/** The figures of a backtest over the months from the first to the last. */
export interface BacktestReport extends BacktestFigures {
  readonly firstMonth: EpochMonth;
  readonly lastMonth: EpochMonth;
  /** How prices behave, as learned on the eve of the last month. */
  readonly behaviour: PriceBehaviour;
  /**
   * The same values compared with the truth, which takes the noise of single sales out of the errors (coverage then
   * means nothing); null when it is not known.
   */
  readonly againstTruth: BacktestFigures | null;
}

/**
 * Values every series on the eve of each month with nothing but what was known then (sales, learned ratios, drift and
 * range widths alike), and compares with every sale of the month; so do the baselines. Errors are fractions of the
 * price paid. Goes month by month: memory does not grow with the number of sales or months.
 */
export function backtest(
  today: Market,
  firstMonth: EpochMonth,
  lastMonth: EpochMonth,
  options: BacktestOptions = {},
): BacktestReport {
  const { settings = DEFAULT_SETTINGS, trueCents } = options;
  const market = withoutAskedPrices(today);
  const scratch = new Scratch();
  const months = marketMonths(market, scratch);
  const groups = new SaleGroups(BREAKDOWNS);
  const groupsOfTruth = new SaleGroups(BREAKDOWNS);
  const scores = new RangeScores();
  const losses = new ExpertLosses();
  let behaviour = ASSUMED_BEHAVIOUR;
  for (let month = firstMonth - WARM_UP_MONTHS; month <= lastMonth; month++) {
    const eve = firstDayOfMonth(month) - 1;
    const monthEnd = firstDayOfMonth(month + 1) - 1;
    const looked = { rangeFactors: scores.factors(), expertWeights: losses.weights() };
    const { values, model, opinions } = learnAndValue(market, months, eve, looked, settings);
    behaviour = model.behaviour;
    if (month >= firstMonth) {
      compareMonth(market, market.sales.priceCents, values, eve, monthEnd, groups, scratch);
      if (trueCents) compareMonth(market, trueCents, values, eve, monthEnd, groupsOfTruth, scratch);
    }
    losses.judge(market, opinions, eve, monthEnd);
    scores.age();
    scoreSales(market, values, eve, monthEnd, scores);
  }
  const againstTruth = trueCents ? groupsOfTruth.figures() : null;
  return { firstMonth, lastMonth, behaviour, ...groups.figures(), againstTruth };
}

const NOT_ASKED = { retailPriceCents: null, thirdPartyPriceCents: null, lastPriceCents: null } as const;

/** What is asked today was not known then, and what was asked then is not kept. */
function withoutAskedPrices({ sales, series }: Market): Market {
  return { sales, series: series.map((one) => ({ ...one, facts: { ...one.facts, ...NOT_ASKED } })) };
}

function compareMonth(
  market: Market,
  targetCents: Int32Array,
  values: MarketValues,
  eve: EpochDay,
  monthEnd: EpochDay,
  groups: SaleGroups<Breakdown>,
  scratch: Scratch,
): void {
  const { sales, series } = market;
  const baselineValues = new Float64Array(BASELINE_NAMES.length);
  for (const [index, item] of series.entries()) {
    const from = firstAfterDay(sales, item.start, item.end, eve);
    const to = firstAfterDay(sales, from, item.end, monthEnd);
    if (from === to) continue;
    const valueCents = Number.isNaN(values.logValue[index]!) ? Number.NaN : values.valueCents[index]!;
    const estimate = { valueCents, lowCents: values.lowCents[index]!, highCents: values.highCents[index]! };
    for (const [b, name] of BASELINE_NAMES.entries())
      baselineValues[b] = BASELINES[name](sales, item.start, from, eve, scratch);
    const itsGroups = groupsOf(
      groups,
      item,
      eve,
      values.tier[index]!,
      Number.isNaN(valueCents) ? sales.priceCents[from]! : valueCents,
    );
    for (let i = from; i < to; i++) {
      for (const group of itsGroups) group.add(targetCents[i]!, estimate, baselineValues);
    }
  }
}
