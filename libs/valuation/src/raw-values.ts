import type { EpochDay } from '@brickmarket/domain';
import { DriftForward } from './drift-forward.ts';
import type { Market } from './market.ts';
import type { MarketDrift } from './market-drift.ts';
import { type RawValue, rawValueOf } from './raw-value.ts';
import type { Scratch } from './scratch.ts';
import type { ValuationSettings } from './valuation-settings.ts';

/** The raw value of every series of a market on one day, as columns; the fields of `RawValue`. */
export interface RawValues {
  readonly kept: Int32Array;
  readonly effectiveSales: Float64Array;
  readonly logValue: Float64Array;
  readonly spreadVariance: Float64Array;
  readonly meanAgeDays: Float64Array;
}

/** Values every series of a market by its own sales up to and including the as-of day. */
export function rawValues(market: Market, asOf: EpochDay, drift: MarketDrift, settings: ValuationSettings, scratch: Scratch): RawValues {
  const size = market.series.length;
  const raws: RawValues = {
    kept: new Int32Array(size),
    effectiveSales: new Float64Array(size),
    logValue: new Float64Array(size),
    spreadVariance: new Float64Array(size),
    meanAgeDays: new Float64Array(size),
  };
  const pass = {
    sales: market.sales,
    drift: new DriftForward(drift, asOf, settings.wideWindowDays, settings.horizonDays),
    settings,
    scratch,
  };
  const raw: RawValue = { kept: 0, effectiveSales: 0, logValue: 0, spreadVariance: 0, meanAgeDays: 0 };
  for (let i = 0; i < size; i++) {
    rawValueOf(pass, market.series[i]!, raw);
    raws.kept[i] = raw.kept;
    raws.effectiveSales[i] = raw.effectiveSales;
    raws.logValue[i] = raw.logValue;
    raws.spreadVariance[i] = raw.spreadVariance;
    raws.meanAgeDays[i] = raw.meanAgeDays;
  }
  return raws;
}
