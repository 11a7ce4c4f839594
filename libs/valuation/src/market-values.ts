import {
  type Cents,
  DATA_TIERS,
  type DataTier,
  type EpochDay,
  roundHalfAwayFromZero,
  SetStatus,
  setStatusOn,
} from '@brickmarket/domain';
import type { MarketModel } from './market-model.ts';
import { type Market, usedSeriesOf } from './market.ts';
import { isOfSet } from './price-behaviour.ts';
import { usedToNewLogRatio } from './priors.ts';
import type { RawValues } from './raw-values.ts';
import type { ValuationSettings } from './valuation-settings.ts';

/** Sums of weights are rounded; a single sale must still count as one. */
const ROUNDING = 1e-9;
/** Used above sealed is believed from so many squared deviations on: one in twenty by chance. */
const INSISTING_SQUARED = 2.7;

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

/** Values from what sales and priors say, the two series of an item together, with their ranges. */
export function publishableValues(
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
    values: emptyValues(market.series.length, raws.effectiveSales),
  };
  const usedSeries = usedSeriesOf(market);
  for (const [index, { sealedSeries }] of market.series.entries()) {
    if (sealedSeries === null) setItem(pass, index, usedSeries[index]!);
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

interface ValuingPass {
  readonly market: Market;
  readonly raws: RawValues;
  readonly asOf: EpochDay;
  readonly model: MarketModel;
  readonly settings: ValuationSettings;
  readonly values: MarketValues;
}

/** `used` is the position of the used series of the same item, -1 without one. */
function setItem(pass: ValuingPass, lead: number, used: number): void {
  const { market, raws, asOf, model, settings } = pass;
  const series = market.series[lead]!;
  const isAnnounced = isOfSet(series) && setStatusOn(series.facts, asOf) === SetStatus.announced;
  let leadValue = Number.NaN;
  if (raws.isKnown[lead] === 1) {
    leadValue = withinSales(pass, lead, raws.logValue[lead]!);
    // Nobody pays more than the list price for what is not out yet.
    if (isAnnounced && series.facts.listPriceCents !== null && series.facts.listPriceCents > 0)
      leadValue = Math.min(leadValue, Math.log(series.facts.listPriceCents));
    setValue(pass, lead, leadValue);
  }
  if (used < 0 || raws.isKnown[used] === 0 || isAnnounced) return;
  let usedValue = withinSales(pass, used, raws.logValue[used]!);
  const ratio = usedToNewLogRatio(series, asOf, model.ratios);
  if (
    ratio !== null &&
    usedValue > leadValue &&
    !insists(pass, used, usedValue - leadValue, raws.variance[used]! + raws.variance[lead]!)
  ) {
    // Down to the sealed value, and towards the usual ratio below it the fewer sales the used one has of its own.
    const few = Math.max(0, 1 - raws.sales[used]! / settings.enoughSales);
    usedValue = withinSales(pass, used, leadValue + Math.min(0, ratio) * few);
  }
  setValue(pass, used, usedValue);
}

/** With enough sales a value lies hardly outside all of them, whatever priors, growth and season say. */
function withinSales({ raws, settings }: ValuingPass, index: number, logValue: number): number {
  if (raws.sales[index]! < settings.enoughSales) return logValue;
  const lowest = Math.log(Math.max(1, raws.lowestCents[index]! * (1 - settings.outsideShare)));
  const highest = Math.log(Math.max(1, raws.highestCents[index]! * (1 + settings.outsideShare)));
  return Math.min(Math.max(logValue, lowest), highest);
}

/** Whether the own sales of used copies say for certain that they are dearer than sealed ones. */
function insists({ raws, settings }: ValuingPass, used: number, above: number, variance: number): boolean {
  return raws.sales[used]! >= settings.enoughSales && above * above > INSISTING_SQUARED * variance;
}

function setValue({ raws, model, values }: ValuingPass, index: number, logValue: number): void {
  const tier = dataTierOf(raws.effectiveSales[index]!, true);
  const ofFilter = Math.sqrt(raws.variance[index]! + raws.noise[index]! + raws.ahead[index]!);
  const changes = raws.changeScale[index]!;
  // The filter knows how long ago the last sale was, the item's changes how it really behaves: the middle of both.
  const predictiveDeviation = changes === 0 ? ofFilter : Math.sqrt(ofFilter * changes);
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

/** How much evidence stands behind a value: by effective sales (20, 5, 1), then whether a prior exists. */
export function dataTierOf(effectiveSales: number, hasPrior: boolean): DataTier {
  if (effectiveSales >= 20 - ROUNDING) return 'high';
  if (effectiveSales >= 5 - ROUNDING) return 'medium';
  if (effectiveSales >= 1 - ROUNDING) return 'low';
  return hasPrior ? 'modelled' : 'none';
}
