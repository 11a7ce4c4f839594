import type { EpochDay } from '@brickmarket/domain';
import { learnDrift } from './learn-drift.ts';
import { learnModel } from './learn-model.ts';
import type { Market } from './market.ts';
import type { MarketModel } from './market-model.ts';
import type { MarketMonths } from './market-months.ts';
import { combineValues, type MarketValues } from './market-values.ts';
import { rawValues } from './raw-values.ts';
import type { ValuationSettings } from './valuation-settings.ts';

/** A market valued on one day, with what was learned on the way. */
export interface ValuedMarket {
  readonly model: MarketModel;
  readonly values: MarketValues;
}

/** One valuation on one day: learn the drift, the raw values, the priors, then combine. */
export function learnAndValue(
  market: Market,
  months: MarketMonths,
  asOf: EpochDay,
  rangeFactors: MarketModel['rangeFactors'],
  settings: ValuationSettings,
): ValuedMarket {
  const drift = learnDrift(market, months, asOf);
  const raws = rawValues(market, asOf, drift, settings);
  const model = learnModel(market, raws, asOf, drift, rangeFactors);
  return { model, values: combineValues(market, raws, asOf, model, settings) };
}
