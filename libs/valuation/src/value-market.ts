import type { EpochDay } from '@brickmarket/domain';
import { ExpertLosses, isFilterOnly, type Opinions } from './expert-weights.ts';
import { EXPERTS } from './experts.ts';
import { learnBehaviour } from './learn-behaviour.ts';
import { learnDrift, type MarketMonths, marketMonths } from './learn-drift.ts';
import { learnPaidOfAsked, learnPriorVariance, learnRatios } from './learn-priors.ts';
import { type MarketModel, RangeScores, scoreSales, UNLEARNED_MODEL } from './market-model.ts';
import { publishableValues, type MarketValues } from './market-values.ts';
import { type Market, sampleOfMarket, type SeriesKind } from './market.ts';
import { gatherPairs } from './paired-series.ts';
import { type RawValues, rawValues, weighOpinions } from './raw-values.ts';
import { Scratch } from './scratch.ts';
import { learnUsualChanges } from './usual-changes.ts';
import { DEFAULT_SETTINGS, type ValuationSettings } from './valuation-settings.ts';

/** A full run values the last stretches of so many days again, to see which experts and how wide ranges were right. */
const REHEARSAL_DAYS = 30;
const REHEARSED_DAYS = 120;
/** Ranges go by the stretches since this many days ago. */
const RANGES_FROM_DAYS = 90;
/** Rehearsals look at about this many sales; more would not change where a tenth of them ends. */
const ENOUGH_SALES = 100_000;
/** A model is learned from items with about this many sales: a large market has what they tell many times over. */
const ENOUGH_TO_LEARN = 1_000_000;

/** What is learned by looking back at values and the sales after them. */
export type LearnedFromValues = Pick<MarketModel, 'rangeFactors' | 'expertWeights'>;

const UNLEARNED: LearnedFromValues = {
  rangeFactors: UNLEARNED_MODEL.rangeFactors,
  expertWeights: UNLEARNED_MODEL.expertWeights,
};

/** A market valued on one day, with what was learned on the way. */
export interface ValuedMarket {
  readonly model: MarketModel;
  readonly values: MarketValues;
}

/** One valuation on one day: learn, then value with what was learned, keeping what the experts said. */
export function learnAndValue(
  market: Market,
  months: MarketMonths,
  asOf: EpochDay,
  looked: LearnedFromValues,
  settings: ValuationSettings,
): ValuedMarket & { readonly opinions: Opinions } {
  const model = learn(market, months, asOf, looked, settings);
  const raws = rawValues(market, asOf, model.drift, model.behaviour, model, settings, true);
  return { model, values: publishableValues(market, raws, asOf, model, settings), opinions: raws.opinions! };
}

/** Learns drift and behaviour, then from raw values the priors. */
function learn(
  market: Market,
  months: MarketMonths,
  asOf: EpochDay,
  looked: LearnedFromValues,
  settings: ValuationSettings,
  asksUsualNext: (kind: SeriesKind) => boolean = () => true,
): MarketModel {
  const drift = learnDrift(market, months, asOf);
  const pairs = gatherPairs(market, asOf);
  const behaviour = learnBehaviour(pairs);
  const sample = sampleOfMarket(market, ENOUGH_TO_LEARN);
  const own = rawValues(sample, asOf, drift, behaviour, null, settings);
  const ratios = learnRatios(sample, own, asOf);
  const priorVariance = learnPriorVariance(sample, own, asOf, ratios);
  const paidOfAsked = learnPaidOfAsked(sample, own);
  const usualChanges = learnUsualChanges(pairs, asksUsualNext);
  return { drift, behaviour, ratios, paidOfAsked, priorVariance, usualChanges, ...looked };
}

/** Learns all that the sales of a market, or of a sample of its items, teach up to and including the as-of day. */
export function learnMarket(
  market: Market,
  asOf: EpochDay,
  settings: ValuationSettings = DEFAULT_SETTINGS,
): MarketModel {
  const scratch = new Scratch();
  const looked = rehearse(sampleOfMarket(market, ENOUGH_SALES), asOf, settings, scratch);
  const months = marketMonths(market, scratch);
  return learn(market, months, asOf, looked, settings, (kind) => {
    const weights = looked.expertWeights[kind];
    return !isFilterOnly(weights) && weights[EXPERTS.indexOf('usualNext')]! > 0;
  });
}

/** Values a whole market with all that its sales up to and including the as-of day teach. */
export function valueWholeMarket(
  market: Market,
  asOf: EpochDay,
  settings: ValuationSettings = DEFAULT_SETTINGS,
): ValuedMarket {
  const model = learnMarket(market, asOf, settings);
  return { model, values: valueWithModel(market, asOf, model, settings) };
}

/**
 * Values the last stretches with what was known before each, to see which experts came nearest to the sales after them
 * and how wide the ranges must be for values put together from them.
 */
function rehearse(market: Market, asOf: EpochDay, settings: ValuationSettings, scratch: Scratch): LearnedFromValues {
  const months = marketMonths(market, scratch);
  const losses = new ExpertLosses();
  const stretches: { readonly day: EpochDay; readonly raws: RawValues }[] = [];
  const first = asOf - REHEARSED_DAYS;
  // A market hardly changes in weeks: what was learned before the first stretch does for all.
  const model = learn(market, months, first, UNLEARNED, settings);
  for (let day = first; day < asOf; day += REHEARSAL_DAYS) {
    const raws = rawValues(market, day, model.drift, model.behaviour, model, settings, true);
    losses.judge(market, raws.opinions!, day, day + REHEARSAL_DAYS);
    if (day >= asOf - RANGES_FROM_DAYS) stretches.push({ day, raws });
  }
  const expertWeights = losses.weights();
  const scores = new RangeScores();
  for (const { day, raws } of stretches) {
    weighOpinions(market, raws, expertWeights);
    scores.age();
    const values = publishableValues(market, raws, day, model, settings);
    scoreSales(market, values, day, day + REHEARSAL_DAYS, scores);
  }
  return { rangeFactors: scores.factors(), expertWeights };
}

/** Values some items with a model learned before. A set's sealed and used series belong in the same market. */
export function valueWithModel(
  market: Market,
  asOf: EpochDay,
  model: MarketModel,
  settings: ValuationSettings = DEFAULT_SETTINGS,
): MarketValues {
  const raws = rawValues(market, asOf, model.drift, model.behaviour, model, settings);
  return publishableValues(market, raws, asOf, model, settings);
}
