import type { EpochDay } from '@brickmarket/domain';
import { type Market, SERIES_KINDS, type SeriesKind } from './market.ts';
import type { MarketDrift } from './market-drift.ts';
import { type MarketModel, UNLEARNED_MODEL } from './market-model.ts';
import {
  PRIOR_SOURCES,
  type PriorRatios,
  type PriorSource,
  priorOf,
  referencePrice,
  retirementBucket,
  usedToNewLogRatio,
} from './prior.ts';
import { medianOf } from './quantile.ts';
import type { RawValues } from './raw-values.ts';
import { RatioCollector } from './typical-ratios.ts';

/** Items with fewer effective sales say more about chance than about the market. */
const FEWEST_EFFECTIVE_SALES = 3;
/** Below this many items a spread keeps its assumed size. */
const FEWEST_ITEMS = 20;
/** Scaled MAD of a normal spread. */
const MAD_TO_SIGMA = 1.4826;
/** However well a prior fits, some doubt is left. */
const SMALLEST_PRIOR_VARIANCE = 0.0004;

/** Learns from the raw values of a whole market what single items are valued with. */
export function learnModel(
  market: Market,
  raws: RawValues,
  asOf: EpochDay,
  drift: MarketDrift,
  rangeFactors: MarketModel['rangeFactors'] = UNLEARNED_MODEL.rangeFactors,
): MarketModel {
  const ratios = learnRatios(market, raws, asOf);
  return {
    drift,
    ratios,
    typicalVariance: learnTypicalVariance(market, raws),
    priorVariance: learnPriorVariance(market, raws, asOf, ratios),
    rangeFactors,
  };
}

function isTelling(raws: RawValues, index: number): boolean {
  return raws.effectiveSales[index]! >= FEWEST_EFFECTIVE_SALES;
}

/** Typical multiples of retail and list price, and used/new ratios, from the items that have telling values. */
function learnRatios(market: Market, raws: RawValues, asOf: EpochDay): PriorRatios {
  const newToList = new RatioCollector();
  const usedToNew = new RatioCollector();
  for (const [index, { kind, facts, sealedSeries }] of market.series.entries()) {
    if (kind === 'minifig' || !isTelling(raws, index)) continue;
    const bucket = retirementBucket(facts, asOf);
    const reference = referencePrice(facts, bucket);
    if (kind === 'sealed' && reference !== null)
      newToList.add(facts.theme, bucket, raws.logValue[index]! - Math.log(reference));
    if (kind === 'used' && sealedSeries !== null && isTelling(raws, sealedSeries)) {
      usedToNew.add(facts.theme, bucket, raws.logValue[index]! - raws.logValue[sealedSeries]!);
    }
  }
  return { newToList: newToList.typical(), usedToNew: usedToNew.typical() };
}

/** The median over items of how their sales spread, by kind. */
function learnTypicalVariance(market: Market, raws: RawValues): Record<SeriesKind, number> {
  const variances: Record<SeriesKind, number[]> = { sealed: [], used: [], minifig: [] };
  for (const [index, { kind }] of market.series.entries()) {
    const effective = raws.effectiveSales[index]!;
    if (isTelling(raws, index)) variances[kind].push((raws.spreadVariance[index]! * effective) / (effective - 1));
  }
  const typical = SERIES_KINDS.map((kind) => [
    kind,
    variances[kind].length < FEWEST_ITEMS ? UNLEARNED_MODEL.typicalVariance[kind] : medianOf(variances[kind]),
  ]);
  return Object.fromEntries(typical) as Record<SeriesKind, number>;
}

/** How far telling values lie from their priors, less what their own uncertainty explains; by source of the prior. */
function learnPriorVariance(
  market: Market,
  raws: RawValues,
  asOf: EpochDay,
  ratios: PriorRatios,
): Record<PriorSource, number> {
  const misses: Record<PriorSource, number[]> = { retail: [], multiple: [], newValue: [] };
  const noise: Record<PriorSource, number[]> = { retail: [], multiple: [], newValue: [] };
  const add = (source: PriorSource, miss: number, variance: number): void => {
    misses[source].push(Math.abs(miss));
    noise[source].push(variance);
  };
  for (const [index, series] of market.series.entries()) {
    if (!isTelling(raws, index)) continue;
    const prior = priorOf(series, asOf, ratios);
    if (prior !== null) add(prior.source, raws.logValue[index]! - prior.logValue, raws.variance[index]!);
    const sealed = series.sealedSeries;
    const ratio = sealed !== null && isTelling(raws, sealed) ? usedToNewLogRatio(series.facts, asOf, ratios) : null;
    if (sealed === null || ratio === null) continue;
    const ratioVariance = raws.variance[index]! - 2 * raws.covarianceWithSealed[index]! + raws.variance[sealed]!;
    add('newValue', raws.logValue[index]! - raws.logValue[sealed]! - ratio, ratioVariance);
  }
  return Object.fromEntries(
    PRIOR_SOURCES.map((source) => [source, priorVariance(source, misses[source], noise[source])]),
  ) as Record<PriorSource, number>;
}

function priorVariance(source: PriorSource, misses: readonly number[], noise: readonly number[]): number {
  if (misses.length < FEWEST_ITEMS) return UNLEARNED_MODEL.priorVariance[source];
  return Math.max(SMALLEST_PRIOR_VARIANCE, (MAD_TO_SIGMA * medianOf(misses)) ** 2 - medianOf(noise));
}
