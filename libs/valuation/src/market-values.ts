import { type Cents, DATA_TIERS, type DataTier, type EpochDay, roundHalfAwayFromZero } from '@brickmarket/domain';
import { dataTierOf } from './data-tier-of.ts';
import type { Market } from './market.ts';
import type { MarketModel } from './market-model.ts';
import { posteriorOf } from './posterior.ts';
import { priorOf } from './prior.ts';
import type { RawValue } from './raw-value.ts';
import type { RawValues } from './raw-values.ts';
import type { ValuationSettings } from './valuation-settings.ts';

/** The values of all series of a market on one day, as columns. Where the tier is `none` there is no value. */
export interface MarketValues {
  /** NaN without a value. */
  readonly logValue: Float64Array;
  readonly predictiveDeviation: Float64Array;
  readonly effectiveSales: Float64Array;
  /** Position in `DATA_TIERS`. */
  readonly tier: Uint8Array;
  readonly valueCents: Int32Array;
  readonly lowCents: Int32Array;
  readonly highCents: Int32Array;
}

/** One value as a record: cents, the central 80 % predictive range of the next sale, and the evidence behind it. */
export interface ItemValue {
  readonly valueCents: Cents;
  readonly lowCents: Cents;
  readonly highCents: Cents;
  readonly tier: DataTier;
}

/** Combines raw values and priors. Used series come after sealed ones, whose values are their priors. */
export function combineValues(market: Market, raws: RawValues, asOf: EpochDay, model: MarketModel, settings: ValuationSettings): MarketValues {
  const values = emptyValues(market.series.length, raws.effectiveSales);
  for (const used of [false, true]) {
    for (let i = 0; i < market.series.length; i++) {
      if ((market.series[i]!.kind === 'used') === used) combineOne(market, i, raws, asOf, model, settings, values);
    }
  }
  return values;
}

/** The value of one series; null when there is none. */
export function valueAt(values: MarketValues, index: number): ItemValue | null {
  const tier = DATA_TIERS[values.tier[index]!]!;
  if (tier === 'none') return null;
  return { valueCents: values.valueCents[index]!, lowCents: values.lowCents[index]!, highCents: values.highCents[index]!, tier };
}

function combineOne(
  market: Market, index: number, raws: RawValues, asOf: EpochDay, model: MarketModel, settings: ValuationSettings, values: MarketValues,
): void {
  const series = market.series[index]!;
  const prior = priorOf(series, asOf, newLogValue(values, series.sealedSeries), model.ratios);
  const raw = rawAt(raws, index);
  const tier = dataTierOf(raw.effectiveSales, prior !== null);
  const posterior = posteriorOf(raw, series.kind, prior, model, settings);
  values.tier[index] = DATA_TIERS.indexOf(tier);
  if (posterior === null) return;
  const { logValue, predictiveDeviation } = posterior;
  const factors = model.rangeFactors[tier];
  values.logValue[index] = logValue;
  values.predictiveDeviation[index] = predictiveDeviation;
  values.valueCents[index] = centsOf(logValue);
  values.lowCents[index] = centsOf(logValue + Math.min(0, factors.low) * predictiveDeviation);
  values.highCents[index] = centsOf(logValue + Math.max(0, factors.high) * predictiveDeviation);
}

/** Whole cents, half away from zero, at least 1 and within 32 bits. */
function centsOf(logCents: number): Cents {
  return Math.min(Math.max(1, roundHalfAwayFromZero(Math.exp(logCents))), 0x7fffffff);
}

function newLogValue(values: MarketValues, sealedSeries: number | null): number | null {
  const logValue = sealedSeries === null ? Number.NaN : values.logValue[sealedSeries]!;
  return Number.isNaN(logValue) ? null : logValue;
}

function rawAt(raws: RawValues, index: number): RawValue {
  return {
    kept: raws.kept[index]!,
    effectiveSales: raws.effectiveSales[index]!,
    logValue: raws.logValue[index]!,
    spreadVariance: raws.spreadVariance[index]!,
    meanAgeDays: raws.meanAgeDays[index]!,
  };
}

function emptyValues(size: number, effectiveSales: Float64Array): MarketValues {
  return {
    logValue: new Float64Array(size).fill(Number.NaN),
    predictiveDeviation: new Float64Array(size),
    effectiveSales,
    tier: new Uint8Array(size),
    valueCents: new Int32Array(size),
    lowCents: new Int32Array(size),
    highCents: new Int32Array(size),
  };
}
