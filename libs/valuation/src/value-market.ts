import type { EpochDay } from '@brickmarket/domain';
import { learnBehaviour } from './learn-behaviour.ts';
import { learnDrift, type MarketMonths, marketMonths } from './learn-drift.ts';
import { learnPriorVariance, learnRatios } from './learn-priors.ts';
import { type MarketModel, RangeScores, scoreSales, UNLEARNED_MODEL } from './market-model.ts';
import { publishableValues, type MarketValues } from './market-values.ts';
import { type Market, sampleOfMarket } from './market.ts';
import { rawValues } from './raw-values.ts';
import { Scratch } from './scratch.ts';
import { DEFAULT_SETTINGS, type ValuationSettings } from './valuation-settings.ts';

/** Past stretches that a full run predicts again to see how wide its ranges must be, and their length in days. */
const REHEARSALS = 3;
const REHEARSAL_DAYS = 30;
/** Rehearsals look at about this many sales; more would not change where a tenth of them ends. */
const ENOUGH_SALES = 200_000;
/** A model is learned from items with about this many sales: a large market has what they tell many times over. */
const ENOUGH_TO_LEARN = 1_000_000;

/** A market valued on one day, with what was learned on the way. */
export interface ValuedMarket {
  readonly model: MarketModel;
  readonly values: MarketValues;
}

/** One valuation on one day: learn, then value with what was learned. */
export function learnAndValue(
  market: Market,
  months: MarketMonths,
  asOf: EpochDay,
  rangeFactors: MarketModel['rangeFactors'],
  settings: ValuationSettings,
): ValuedMarket {
  const model = learn(market, months, asOf, rangeFactors, settings);
  return { model, values: valueWithModel(market, asOf, model, settings) };
}

/** Learns drift and behaviour, then from raw values the priors. */
function learn(
  market: Market,
  months: MarketMonths,
  asOf: EpochDay,
  rangeFactors: MarketModel['rangeFactors'],
  settings: ValuationSettings,
): MarketModel {
  const drift = learnDrift(market, months, asOf);
  const behaviour = learnBehaviour(market, asOf);
  const sample = sampleOfMarket(market, ENOUGH_TO_LEARN);
  const own = rawValues(sample, asOf, drift, behaviour, null, settings);
  const ratios = learnRatios(sample, own, asOf);
  const priorVariance = learnPriorVariance(sample, own, asOf, ratios);
  return { drift, behaviour, ratios, priorVariance, rangeFactors };
}

/** Learns all that the sales of a market, or of a sample of its items, teach up to and including the as-of day. */
export function learnMarket(
  market: Market,
  asOf: EpochDay,
  settings: ValuationSettings = DEFAULT_SETTINGS,
): MarketModel {
  const scratch = new Scratch();
  const rangeFactors = rehearse(sampleOfMarket(market, ENOUGH_SALES), asOf, settings, scratch);
  const months = marketMonths(market, scratch);
  return learn(market, months, asOf, rangeFactors, settings);
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

/** Predicts the last stretches with what was known before each, to see how wide the ranges must be. */
function rehearse(
  market: Market,
  asOf: EpochDay,
  settings: ValuationSettings,
  scratch: Scratch,
): MarketModel['rangeFactors'] {
  const months = marketMonths(market, scratch);
  const scores = new RangeScores();
  // A market hardly changes in weeks: what was learned before the first rehearsal does for all.
  const first = asOf - REHEARSALS * REHEARSAL_DAYS;
  const model = learn(market, months, first, UNLEARNED_MODEL.rangeFactors, settings);
  for (let day = first; day < asOf; day += REHEARSAL_DAYS)
    scoreSales(market, valueWithModel(market, day, model, settings), day, day + REHEARSAL_DAYS, scores);
  return scores.factors();
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
