import type { EpochDay } from '@brickmarket/domain';
import { learnDrift } from './learn-drift.ts';
import { learnModel } from './learn-model.ts';
import type { Market } from './market.ts';
import { type MarketModel, UNLEARNED_MODEL } from './market-model.ts';
import { type MarketMonths, marketMonths } from './market-months.ts';
import { combineValues, type MarketValues } from './market-values.ts';
import { RangeScores } from './range-scores.ts';
import { rawValues } from './raw-values.ts';
import { firstAfterDay } from './sale-columns.ts';
import { Scratch } from './scratch.ts';
import { DEFAULT_SETTINGS, type ValuationSettings } from './valuation-settings.ts';

/** Past stretches that a full run predicts again to see how wide its ranges must be, and their length in days. */
const REHEARSALS = 3;
const REHEARSAL_DAYS = 30;

/** A market valued on one day, with what was learned on the way. */
export interface ValuedMarket {
  readonly model: MarketModel;
  readonly values: MarketValues;
}

/** Values a whole market with all that its sales up to and including the as-of day teach. */
export function valueWholeMarket(market: Market, asOf: EpochDay, settings: ValuationSettings = DEFAULT_SETTINGS): ValuedMarket {
  const scratch = new Scratch();
  const months = marketMonths(market, scratch);
  const scores = new RangeScores();
  for (let back = REHEARSALS; back > 0; back--) {
    const day = asOf - back * REHEARSAL_DAYS;
    const { values } = learnAndValue(market, months, day, UNLEARNED_MODEL.rangeFactors, settings, scratch);
    scoreSales(market, values, day, day + REHEARSAL_DAYS, scores);
  }
  return learnAndValue(market, months, asOf, scores.factors(), settings, scratch);
}

/** Values some items with a model learned before. A set's sealed and used series belong in the same market. */
export function valueWithModel(market: Market, asOf: EpochDay, model: MarketModel, settings: ValuationSettings = DEFAULT_SETTINGS): MarketValues {
  const raws = rawValues(market, asOf, model.drift, settings, new Scratch());
  return combineValues(market, raws, asOf, model, settings);
}

/** One valuation on one day: learn the drift, the raw values, the priors, then combine. */
export function learnAndValue(
  market: Market, months: MarketMonths, asOf: EpochDay, rangeFactors: MarketModel['rangeFactors'], settings: ValuationSettings, scratch: Scratch,
): ValuedMarket {
  const drift = learnDrift(market, months, asOf);
  const raws = rawValues(market, asOf, drift, settings, scratch);
  const model = learnModel(market, raws, asOf, drift, rangeFactors);
  return { model, values: combineValues(market, raws, asOf, model, settings) };
}

/** Scores the sales after `asOf`, up to and including `until`, against values of `asOf`. */
export function scoreSales(market: Market, values: MarketValues, asOf: EpochDay, until: EpochDay, scores: RangeScores): void {
  const { sales, series } = market;
  for (const [index, { start, end }] of series.entries()) {
    const logValue = values.logValue[index]!;
    if (Number.isNaN(logValue)) continue;
    const to = firstAfterDay(sales, start, end, until);
    for (let i = firstAfterDay(sales, start, to, asOf); i < to; i++) {
      scores.add(values.tier[index]!, (Math.log(Math.max(1, sales.priceCents[i]!)) - logValue) / values.predictiveDeviation[index]!);
    }
  }
}
