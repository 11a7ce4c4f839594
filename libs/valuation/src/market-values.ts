import { type Cents, DATA_TIERS, type DataTier, type EpochDay, roundHalfAwayFromZero } from '@brickmarket/domain';
import { dataTierOf } from './data-tier-of.ts';
import type { Market } from './market.ts';
import type { MarketModel } from './market-model.ts';
import { type OwnSales, pooledVariance, weighPrior, weighRatio } from './posterior.ts';
import { PriceLevels } from './price-levels.ts';
import { priorOf, usedToNewLogRatio } from './prior.ts';
import { type RawValues, usedSeriesOf } from './raw-values.ts';
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

/** Combines raw values and priors, the two series of a set together. */
export function combineValues(
  market: Market,
  raws: RawValues,
  asOf: EpochDay,
  model: MarketModel,
  settings: ValuationSettings,
): MarketValues {
  const pass = {
    market,
    raws,
    asOf,
    model,
    settings,
    levels: new PriceLevels(),
    values: emptyValues(market.series.length, raws.effectiveSales),
  };
  const usedSeries = usedSeriesOf(market);
  for (const [index, { sealedSeries }] of market.series.entries()) {
    if (sealedSeries === null) combineItem(pass, index, usedSeries[index]!);
  }
  return pass.values;
}

/** The value of one series; null when there is none. */
export function valueAt(values: MarketValues, index: number): ItemValue | null {
  const tier = DATA_TIERS[values.tier[index]!]!;
  if (tier === 'none') return null;
  return {
    valueCents: values.valueCents[index]!,
    lowCents: values.lowCents[index]!,
    highCents: values.highCents[index]!,
    tier,
  };
}

interface CombiningPass {
  readonly market: Market;
  readonly raws: RawValues;
  readonly asOf: EpochDay;
  readonly model: MarketModel;
  readonly settings: ValuationSettings;
  readonly levels: PriceLevels;
  readonly values: MarketValues;
}

/** `used` is the position of the used series of the same set, -1 without one. */
function combineItem(pass: CombiningPass, lead: number, used: number): void {
  const { market, raws, asOf, model, settings, levels } = pass;
  const series = market.series[lead]!;
  const ofLead = ownSales(pass, lead);
  const ofUsed = used < 0 ? null : ownSales(pass, used);
  if (used < 0) levels.set(raws.logValue[lead]!, 0, raws.variance[lead]!, 0, 0);
  else
    levels.set(
      raws.logValue[lead]!,
      raws.logValue[used]!,
      raws.variance[lead]!,
      raws.variance[used]!,
      raws.covarianceWithSealed[used]!,
    );
  const prior = priorOf(series, asOf, model.ratios);
  if (prior !== null) weighPrior(levels, prior, model.priorVariance[prior.source], ofLead, settings.outlierMads);
  const ratio = ofUsed === null ? null : usedToNewLogRatio(series.facts, asOf, model.ratios);
  if (ofUsed !== null && ratio !== null)
    weighRatio(levels, ratio, model.priorVariance.newValue, ofUsed, settings.outlierMads);
  if (levels.knowsLead) setValue(pass, lead, levels.lead, levels.leadVariance + ofLead.saleVariance);
  if (ofUsed !== null && levels.knowsUsed) setValue(pass, used, levels.used, levels.usedVariance + ofUsed.saleVariance);
}

function ownSales({ market, raws, model, settings }: CombiningPass, index: number): OwnSales {
  const typical = model.typicalVariance[market.series[index]!.kind];
  return {
    kept: raws.kept[index]!,
    saleVariance: pooledVariance(
      raws.effectiveSales[index]!,
      raws.spreadVariance[index]!,
      typical,
      settings.spreadPseudoSales,
    ),
  };
}

function setValue(
  { raws, model, values }: CombiningPass,
  index: number,
  logValue: number,
  predictiveVariance: number,
): void {
  const tier = dataTierOf(raws.effectiveSales[index]!, true);
  const predictiveDeviation = Math.sqrt(predictiveVariance);
  const factors = model.rangeFactors[tier];
  values.tier[index] = DATA_TIERS.indexOf(tier);
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

function emptyValues(size: number, effectiveSales: Float64Array): MarketValues {
  return {
    logValue: new Float64Array(size).fill(Number.NaN),
    predictiveDeviation: new Float64Array(size),
    effectiveSales,
    tier: new Uint8Array(size).fill(DATA_TIERS.indexOf('none')),
    valueCents: new Int32Array(size),
    lowCents: new Int32Array(size),
    highCents: new Int32Array(size),
  };
}
