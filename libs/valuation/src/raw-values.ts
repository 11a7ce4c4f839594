import type { EpochDay } from '@brickmarket/domain';
import { DriftForward } from './drift-forward.ts';
import { followPrices } from './follow-prices.ts';
import type { Market } from './market.ts';
import type { MarketDrift } from './market-drift.ts';
import { PriceLevels } from './price-levels.ts';
import type { ValuationSettings } from './valuation-settings.ts';
import { Wander } from './wander.ts';
import { WindowOfSales } from './window-of-sales.ts';

/** What the own sales of every series of a market say on one day, before any prior; as columns. */
export interface RawValues {
  /** Sales in the window that are no outliers. */
  readonly kept: Int32Array;
  readonly effectiveSales: Float64Array;
  /** Natural logarithm of cents; means nothing where the variance says that nothing is known. */
  readonly logValue: Float64Array;
  /** How uncertain the log value is. */
  readonly variance: Float64Array;
  /** For a used series: how its value errs together with the sealed one of the same set; 0 otherwise. */
  readonly covarianceWithSealed: Float64Array;
  /** How single sales spread around the value. */
  readonly spreadVariance: Float64Array;
}

/** Values every series of a market by its own sales, and those of the same set, up to and including the as-of day. */
export function rawValues(market: Market, asOf: EpochDay, drift: MarketDrift, settings: ValuationSettings): RawValues {
  const raws = emptyRawValues(market.series.length);
  const forward = new DriftForward(drift, asOf, settings.windowDays, settings.horizonDays);
  const lead = new WindowOfSales(market.sales, forward, settings);
  const used = new WindowOfSales(market.sales, forward, settings);
  const wander = new Wander(asOf, settings);
  const levels = new PriceLevels();
  const usedSeries = usedSeriesOf(market);
  for (const [index, series] of market.series.entries()) {
    if (series.sealedSeries !== null) continue;
    const usedIndex = usedSeries[index]!;
    lead.load(series);
    if (usedIndex < 0) used.clear();
    else used.load(market.series[usedIndex]!);
    wander.select(series);
    followPrices(
      levels,
      lead,
      used,
      wander,
      { lead: settings.noiseVariance[series.kind], used: settings.noiseVariance.used },
      settings,
    );
    summarize(raws, index, lead, levels.lead, levels.leadVariance);
    if (usedIndex < 0) continue;
    summarize(raws, usedIndex, used, levels.used, levels.usedVariance);
    raws.covarianceWithSealed[usedIndex] = levels.covariance;
  }
  return raws;
}

/** For each series the used one of the same set; -1 where there is none. */
export function usedSeriesOf(market: Market): Int32Array {
  const used = new Int32Array(market.series.length).fill(-1);
  for (const [index, { sealedSeries }] of market.series.entries())
    if (sealedSeries !== null) used[sealedSeries] = index;
  return used;
}

function summarize(raws: RawValues, index: number, window: WindowOfSales, logValue: number, variance: number): void {
  raws.kept[index] = window.size;
  raws.effectiveSales[index] = window.effectiveSales();
  raws.logValue[index] = logValue;
  raws.variance[index] = variance;
  raws.spreadVariance[index] = window.spreadAround(logValue);
}

function emptyRawValues(size: number): RawValues {
  return {
    kept: new Int32Array(size),
    effectiveSales: new Float64Array(size),
    logValue: new Float64Array(size),
    variance: new Float64Array(size),
    covarianceWithSealed: new Float64Array(size),
    spreadVariance: new Float64Array(size),
  };
}
