import type { EpochDay } from '@brickmarket/domain';
import { askedPrior, type PaidOfAsked } from './asked-prices.ts';
import { type CarriedPrice, CarriedPrices } from './carried-prices.ts';
import { type ExpertWeights, isFilterOnly, type Opinions, weightedMedian } from './expert-weights.ts';
import { ExpertOpinions, EXPERTS } from './experts.ts';
import { ItemWindow } from './item-window.ts';
import { DriftForward, type MarketDrift } from './market-drift.ts';
import { type ItemSeries, type Market, quietSince, usedSeriesOf } from './market.ts';
import { turnOf } from './paired-series.ts';
import type { PriceBehaviour } from './price-behaviour.ts';
import { PriceHypotheses } from './price-hypotheses.ts';
import {
  assumedPrior,
  assumedUsedToNew,
  type Prior,
  priorOf,
  type PriorRatios,
  type PriorSource,
  ratioSource,
  usedToNewLogRatio,
} from './priors.ts';
import type { UsualChanges } from './usual-changes.ts';
import type { ValuationSettings } from './valuation-settings.ts';

/** What priors are made with, and how the experts' opinions are put together. */
export interface PriorModel {
  readonly usualChanges: UsualChanges;
  readonly expertWeights: ExpertWeights;
  readonly ratios: PriorRatios;
  readonly paidOfAsked?: PaidOfAsked;
  readonly priorVariance: Readonly<Record<PriorSource, number>>;
}

/** What every series of a market is worth on one day, by its sales and, when given, by priors; as columns. */
export interface RawValues {
  /** Sales in the window. */
  readonly sales: Int32Array;
  readonly effectiveSales: Float64Array;
  /** Natural logarithm of cents; means nothing without sales. */
  readonly logValue: Float64Array;
  /** How uncertain the log value is. */
  readonly variance: Float64Array;
  /** For a used series: how its value errs together with the sealed one of the same item; 0 otherwise. */
  readonly covarianceWithSealed: Float64Array;
  /** Variance of single sales of this item around its value, and of the value from today to the next sale. */
  readonly noise: Float64Array;
  readonly ahead: Float64Array;
  /** By how much prices of this item change; 0 without sales. */
  readonly changeScale: Float64Array;
  /** The cheapest and the dearest sale in the window. */
  readonly lowestCents: Int32Array;
  readonly highestCents: Int32Array;
  /** Whether anything is known of the value: own sales, a prior, or the other price of the item and the ratio to it. */
  readonly isKnown: Uint8Array;
  /** What each expert said; null when only the filter was asked. */
  readonly opinions: Opinions | null;
}

/**
 * Values every series of a market by the sales of its item up to and including the as-of day, starting from priors if
 * any.
 */
export function rawValues(
  market: Market,
  asOf: EpochDay,
  drift: MarketDrift,
  behaviour: PriceBehaviour,
  priors: PriorModel | null,
  settings: ValuationSettings,
  keepsOpinions = false,
): RawValues {
  const raws = emptyRawValues(market.series.length, keepsOpinions);
  const forward = new DriftForward(drift, asOf, settings.windowDays, settings.horizonDays);
  const lead = new ItemWindow(market.sales, forward, behaviour, settings);
  const used = new ItemWindow(market.sales, forward, behaviour, settings);
  const hypotheses = new PriceHypotheses();
  const experts =
    priors === null ? null : new ExpertOpinions(asOf, priors.usualChanges, settings.windowDays, settings.mostSales);
  const combine = (at: number, window: ItemWindow): void => {
    if (experts !== null && window.size > 0) combineOpinions(raws, at, market.series[at]!, window, experts, priors!);
  };
  const carried = priors === null ? null : new CarriedPrices(market.sales, asOf, behaviour, priors, settings);
  const usedSeries = usedSeriesOf(market);
  for (const [index, series] of market.series.entries()) {
    if (series.sealedSeries !== null) continue;
    const usedIndex = usedSeries[index]!;
    const usedOne = usedIndex < 0 ? null : market.series[usedIndex]!;
    const lastDay = carried === null ? null : quietSince(market.sales, series, usedOne, asOf, settings);
    if (lastDay !== null) {
      const prices = carried!.carry(series, usedOne, lastDay);
      if (prices.lead !== null) {
        summarizeCarried(raws, index, prices.lead);
        if (prices.used !== null) summarizeCarried(raws, usedIndex, prices.used);
        continue;
      }
    }
    lead.load(series);
    if (usedOne === null) used.clear();
    else used.load(usedOne);
    const hasSales = lead.size > 0 || used.size > 0;
    const prior = priors === null ? null : bestPrior(series, asOf, priors, hasSales);
    const ratio = priors === null || usedIndex < 0 ? null : ratioOf(series, asOf, priors, used.size === 0);
    begin(hypotheses, lead, used, prior, ratio, priors);
    followPrices(hypotheses, lead, used, asOf, series);
    const knowsLead = lead.size > 0 || prior !== null || (used.size > 0 && ratio !== null);
    summarize(raws, index, lead, hypotheses, false, knowsLead, settings);
    combine(index, lead);
    if (usedIndex < 0) continue;
    summarize(raws, usedIndex, used, hypotheses, true, used.size > 0 || (knowsLead && ratio !== null), settings);
    raws.covarianceWithSealed[usedIndex] = hypotheses.covariance;
    combine(usedIndex, used);
  }
  return raws;
}

/**
 * Goes through the sales of an item from the oldest to the as-of day: between sales its prices wander and are known
 * less well, each sale tells of them. So the newest sales of what sells often decide alone, and what sells seldom is
 * remembered for long. Used sales tell how the price of sealed copies moves and the other way round, once both are
 * known.
 */
function followPrices(
  hypotheses: PriceHypotheses,
  lead: ItemWindow,
  used: ItemWindow,
  asOf: EpochDay,
  series: ItemSeries,
): void {
  const { turnFrom, turnTo } = turnOf(series);
  const together = lead.size > 0 ? lead.wanderPerDay : used.wanderPerDay;
  const apart = used.size === 0 ? 0 : Math.max(used.wanderPerDay - together, 0.3 * used.wanderPerDay);
  const turnExtra = (lead.size > 0 ? lead : used).behaviour.turnFactor - 1;
  /** The days from one age to a lesser one as prices feel them, which wander and jump faster around the retirement. */
  const wander = (fromAge: number, toAge: number): number => {
    const turning = Math.min(fromAge, asOf - turnFrom) - Math.max(toAge, asOf - turnTo);
    const days = fromAge - toAge + (turning > 0 && turnTo > turnFrom ? turning * turnExtra : 0);
    hypotheses.wander(together * days, apart * (fromAge - toAge));
    return days;
  };
  let [seenLead, seenUsed] = [0, 0];
  let age = -1;
  while (seenLead < lead.size || seenUsed < used.size) {
    const leadAge = seenLead < lead.size ? lead.ageDays[seenLead]! : -1;
    const usedAge = seenUsed < used.size ? used.ageDays[seenUsed]! : -1;
    const next = Math.max(leadAge, usedAge);
    const days = age > next ? wander(age, next) : 0;
    age = next;
    const isUsed = leadAge !== next;
    const window = isUsed ? used : lead;
    const at = isUsed ? seenUsed++ : seenLead++;
    hypotheses.see(isUsed, window.logPrice[at]!, window.noise / window.pieces[at]!, days, window.behaviour);
  }
  if (age > 0) wander(age, 0);
}

/** What a market has taught; of what has not sold, even what is assumed or only asked says more than nothing. */
function bestPrior(
  series: ItemSeries,
  asOf: EpochDay,
  { ratios, paidOfAsked }: PriorModel,
  hasSales: boolean,
): Prior | null {
  const learned = priorOf(series, asOf, ratios);
  if (learned !== null || hasSales) return learned;
  return assumedPrior(series, asOf) ?? askedPrior(series, paidOfAsked);
}

/** What used copies cost of new ones, as a logarithm, and how uncertain that is. */
interface UsedRatio {
  readonly logRatio: number;
  readonly variance: number;
}

/** As learned from the market, else, for an item of which no used copy was sold, as assumed; null otherwise. */
function ratioOf(series: ItemSeries, asOf: EpochDay, priors: PriorModel, hasNoUsed: boolean): UsedRatio | null {
  const logRatio = usedToNewLogRatio(series, asOf, priors.ratios);
  if (logRatio !== null) return { logRatio, variance: priors.priorVariance[ratioSource(series)] };
  return hasNoUsed ? assumedUsedToNew(series) : null;
}

/** Sets out from the priors. Where they say nothing, the middle of the sales: the first one may be absurd. */
function begin(
  hypotheses: PriceHypotheses,
  lead: ItemWindow,
  used: ItemWindow,
  prior: Prior | null,
  ratio: UsedRatio | null,
  priors: PriorModel | null,
): void {
  const ofLead = lead.middle();
  const ofUsed = used.middle();
  const fromUsed = ofUsed === null ? null : ofUsed - (ratio?.logRatio ?? 0);
  const leadGuess = prior?.logValue ?? ofLead ?? fromUsed ?? 0;
  const leadVariance = prior === null ? null : (prior.variance ?? priors!.priorVariance[prior.source]);
  if (ratio === null) hypotheses.begin(leadGuess, leadVariance, ofUsed ?? leadGuess, null);
  else hypotheses.begin(leadGuess, leadVariance, leadGuess + ratio.logRatio, ratio.variance);
}

function summarize(
  raws: RawValues,
  index: number,
  window: ItemWindow,
  hypotheses: PriceHypotheses,
  isUsed: boolean,
  isKnown: boolean,
  settings: ValuationSettings,
): void {
  const { logValue, variance } = hypotheses.best(isUsed, window.noise);
  raws.isKnown[index] = isKnown ? 1 : 0;
  raws.sales[index] = window.size;
  raws.effectiveSales[index] = window.effectiveSales();
  raws.logValue[index] = logValue + window.momentumAhead(logValue);
  raws.variance[index] = variance;
  raws.noise[index] = window.noise;
  raws.ahead[index] = window.wanderPerDay * settings.horizonDays;
  raws.changeScale[index] = window.size === 0 ? 0 : window.changeScale();
  raws.lowestCents[index] = window.lowestCents;
  raws.highestCents[index] = window.highestCents;
}

/** Old sales say where a price was. They are no evidence of today: the value counts as modelled. */
function summarizeCarried(raws: RawValues, index: number, { logValue, variance, noise }: CarriedPrice): void {
  raws.isKnown[index] = 1;
  raws.logValue[index] = logValue;
  raws.variance[index] = variance;
  raws.noise[index] = noise;
}

/** Puts what the filter says beside the other experts, and takes the median of all by what they count. */
function combineOpinions(
  raws: RawValues,
  index: number,
  series: ItemSeries,
  window: ItemWindow,
  experts: ExpertOpinions,
  { expertWeights }: PriorModel,
): void {
  const weights = expertWeights[series.kind];
  if (raws.opinions === null && isFilterOnly(weights)) return;
  experts.ask(series, window, raws.logValue[index]!, raws.opinions === null ? weights : null);
  raws.opinions?.set(experts.logValue, index * EXPERTS.length);
  raws.logValue[index] = weightedMedian(experts.logValue, weights);
}

/** Puts opinions that were kept together by other weights. */
export function weighOpinions({ series }: Market, raws: RawValues, expertWeights: ExpertWeights): void {
  for (const [index, { kind }] of series.entries()) {
    const opinions = raws.opinions!.subarray(index * EXPERTS.length, (index + 1) * EXPERTS.length);
    if (!Number.isNaN(opinions[0]!)) raws.logValue[index] = weightedMedian(opinions, expertWeights[kind]);
  }
}

function emptyRawValues(size: number, keepsOpinions: boolean): RawValues {
  return {
    sales: new Int32Array(size),
    effectiveSales: new Float64Array(size),
    logValue: new Float64Array(size),
    variance: new Float64Array(size),
    covarianceWithSealed: new Float64Array(size),
    noise: new Float64Array(size),
    ahead: new Float64Array(size),
    changeScale: new Float64Array(size),
    lowestCents: new Int32Array(size),
    highestCents: new Int32Array(size),
    isKnown: new Uint8Array(size),
    opinions: keepsOpinions ? new Float64Array(size * EXPERTS.length).fill(Number.NaN) : null,
  };
}
