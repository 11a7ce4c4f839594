import { DATA_TIERS, type DataTier, type EpochDay } from '@brickmarket/domain';
import type { PaidOfAsked } from './asked-prices.ts';
import { type ExpertWeights, FILTER_ONLY } from './expert-weights.ts';
import { ASSUMED_PRIOR_VARIANCE } from './learn-priors.ts';
import { type MarketDrift, NO_DRIFT } from './market-drift.ts';
import { isLonePrice, logOfPrice } from './lone-prices.ts';
import { type Market, SERIES_KINDS } from './market.ts';
import { ASSUMED_BEHAVIOUR, type PriceBehaviour } from './price-behaviour.ts';
import { NO_RATIOS, type PriorRatios, type PriorSource } from './priors.ts';
import { firstAfterDay } from './sale-columns.ts';
import { isUsualChanges, NO_USUAL_CHANGES, type UsualChanges } from './usual-changes.ts';

/** How many predictive standard deviations below and above a value the central 80 % of next sales lie. */
export interface RangeFactors {
  readonly low: number;
  readonly high: number;
}

/**
 * All that is learned from a whole market and used to value a single item. Plain data, so that a full run can store
 * it and incremental runs value changed items consistently with it.
 */
export interface MarketModel {
  readonly drift: MarketDrift;
  readonly ratios: PriorRatios;
  /** What is paid of what third parties ask; left out: as assumed. */
  readonly paidOfAsked?: PaidOfAsked;
  /** Noise, wandering, outliers and changes of level, by kind. */
  readonly behaviour: PriceBehaviour;
  /** Variance of true log values around a prior of this kind. */
  readonly priorVariance: Readonly<Record<PriorSource, number>>;
  readonly rangeFactors: Readonly<Record<DataTier, RangeFactors>>;
  /** Which change usually follows a price, and how much each way to value counts. */
  readonly usualChanges: UsualChanges;
  readonly expertWeights: ExpertWeights;
}

/** Whether something stored is a model as this version learns it. */
export function isMarketModel(stored: unknown): stored is MarketModel {
  if (typeof stored !== 'object' || stored === null || !('behaviour' in stored && 'expertWeights' in stored))
    return false;
  // Earlier releases kept changes in another form.
  if (!('usualChanges' in stored) || !isUsualChanges(stored.usualChanges)) return false;
  const behaviour = stored.behaviour as Partial<Record<string, Partial<Record<string, unknown>>>>;
  const expected = Object.keys(ASSUMED_BEHAVIOUR.sealed);
  return SERIES_KINDS.every((kind) => expected.every((name) => behaviour[kind]?.[name] !== undefined));
}

/** The 10th and 90th percentile of a normal spread. */
export const NORMAL_RANGE: RangeFactors = { low: -1.2816, high: 1.2816 };

/** What is assumed before a market was looked at. */
export const UNLEARNED_MODEL: MarketModel = {
  drift: NO_DRIFT,
  ratios: { newToList: NO_RATIOS, usedToNew: NO_RATIOS },
  behaviour: ASSUMED_BEHAVIOUR,
  priorVariance: ASSUMED_PRIOR_VARIANCE,
  rangeFactors: {
    high: NORMAL_RANGE,
    medium: NORMAL_RANGE,
    low: NORMAL_RANGE,
    modelled: NORMAL_RANGE,
    none: NORMAL_RANGE,
  },
  usualChanges: NO_USUAL_CHANGES,
  expertWeights: FILTER_ONLY,
};

/** Scores are kept in steps of 0.01 from -8 to 8 deviations; what lies beyond counts at the end. */
const STEPS_PER_DEVIATION = 100;
const REACH_DEVIATIONS = 8;
const STEPS = 2 * REACH_DEVIATIONS * STEPS_PER_DEVIATION + 1;
/** Scores lose half of their weight in two months. */
const KEPT_PER_MONTH = Math.SQRT1_2;
/**
 * What is assumed of a tier counts like so many scores: a few hundred are needed to say where 10 % of sales end, and
 * markets with few sales of a tier never have them.
 */
const ASSUMED_SCORES = 60;
/** By how many predictive deviations sales spread: the fewer of them a value has, the more it trusts itself. */
const ASSUMED_SPREAD: Readonly<Record<DataTier, number>> = { high: 1, medium: 1.1, low: 1.3, modelled: 1.3, none: 1 };

/**
 * Where sales really fell in the predictions made before them: (log price - log value) / predictive deviation, counted
 * by data tier. From these the range gets its width, so that 80 % is measured and not assumed.
 */
export class RangeScores {
  private readonly counts = DATA_TIERS.map(() => new Float64Array(STEPS));

  /** A month has passed: what was counted before it counts less. */
  age(): void {
    for (const counts of this.counts) for (let step = 0; step < STEPS; step++) counts[step]! *= KEPT_PER_MONTH;
  }

  /** Counts one sale against the prediction made before it. */
  add(tierIndex: number, score: number): void {
    const step = Math.round((score + REACH_DEVIATIONS) * STEPS_PER_DEVIATION);
    this.counts[tierIndex]![Math.min(Math.max(step, 0), STEPS - 1)]!++;
  }

  /** The 10th and 90th percentile of the scores of each tier, together with those that are assumed. */
  factors(): Record<DataTier, RangeFactors> {
    return Object.fromEntries(
      DATA_TIERS.map((tier, index) => [tier, factorsOf(this.counts[index]!, ASSUMED_SPREAD[tier])]),
    ) as Record<DataTier, RangeFactors>;
  }
}

/** What was predicted of each series of a market; NaN without a value. */
interface Predictions {
  readonly logValue: Float64Array;
  readonly predictiveDeviation: Float64Array;
  /** Position in `DATA_TIERS`. */
  readonly tier: Uint8Array;
}

/** Scores the sales after `asOf`, up to and including `until`, against values of `asOf`. */
export function scoreSales(
  market: Market,
  values: Predictions,
  asOf: EpochDay,
  until: EpochDay,
  scores: RangeScores,
): void {
  const { sales, series } = market;
  for (const [index, { start, end }] of series.entries()) {
    const logValue = values.logValue[index]!;
    if (Number.isNaN(logValue)) continue;
    const to = firstAfterDay(sales, start, end, until);
    for (let i = firstAfterDay(sales, start, to, asOf); i < to; i++) {
      // It moves nothing until a second one agrees, no range of other items either.
      if (isLonePrice(market, index, i, until, logValue)) continue;
      const score = (logOfPrice(sales.priceCents[i]!) - logValue) / values.predictiveDeviation[index]!;
      scores.add(values.tier[index]!, score);
    }
  }
}

function factorsOf(counts: Float64Array, spread: number): RangeFactors {
  return { low: scoreAt(counts, spread, 0.1), high: scoreAt(counts, spread, 0.9) };
}

/** The score below which this share lies of those counted and those assumed. */
function scoreAt(counts: Float64Array, spread: number, share: number): number {
  const rank = share * (counts.reduce((sum, count) => sum + count, 0) + ASSUMED_SCORES);
  let cumulative = 0;
  let step = 0;
  for (; step < STEPS - 1; step++) {
    cumulative += counts[step]!;
    if (cumulative + ASSUMED_SCORES * shareBelow((step / STEPS_PER_DEVIATION - REACH_DEVIATIONS) / spread) >= rank)
      break;
  }
  return step / STEPS_PER_DEVIATION - REACH_DEVIATIONS;
}

/** The share of a normal spread below a number of deviations, by the logistic curve nearest to it. */
function shareBelow(deviations: number): number {
  return 1 / (1 + Math.exp(-1.702 * deviations));
}
