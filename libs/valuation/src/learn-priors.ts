import type { EpochDay } from '@brickmarket/domain';
import { ASKED_BUCKET, ASSUMED_PAID_OF_ASKED, type PaidOfAsked, paidOf } from './asked-prices.ts';
import type { Market } from './market.ts';
import {
  PRIOR_SOURCES,
  type PriorRatios,
  type PriorSource,
  priorOf,
  RatioCollector,
  ratioBucket,
  ratioSource,
  referencePrice,
  retirementBucket,
  usedToNewLogRatio,
} from './priors.ts';
import { medianOf } from './quantiles.ts';
import type { RawValues } from './raw-values.ts';

/** How far off priors are taken to be before a market was looked at: 15 to 35 %. */
export const ASSUMED_PRIOR_VARIANCE: Readonly<Record<PriorSource, number>> = {
  retail: 0.0225,
  multiple: 0.1225,
  newValue: 0.04,
  newFigure: 0.04,
};
/** Items with fewer effective sales say more about chance than about the market. */
const FEWEST_EFFECTIVE_SALES = 3;
/** Below this many items a spread keeps its assumed size. */
const FEWEST_ITEMS = 12;
/** Scaled MAD of a normal spread. */
const MAD_TO_SIGMA = 1.4826;
/** However well a prior fits, some doubt is left. */
const SMALLEST_PRIOR_VARIANCE = 0.0004;

function isTelling(raws: RawValues, index: number): boolean {
  return raws.effectiveSales[index]! >= FEWEST_EFFECTIVE_SALES;
}

/** Typical multiples of retail and list price, and used/new ratios, from the items that have telling values. */
export function learnRatios(market: Market, raws: RawValues, asOf: EpochDay): PriorRatios {
  const newToList = new RatioCollector();
  const usedToNew = new RatioCollector();
  for (const [index, { kind, facts, sealedSeries }] of market.series.entries()) {
    if (!isTelling(raws, index)) continue;
    if (kind === 'sealed') {
      const bucket = retirementBucket(facts, asOf);
      const reference = referencePrice(facts, bucket);
      if (reference !== null) newToList.add(facts.theme, bucket, raws.logValue[index]! - Math.log(reference));
    }
    if (sealedSeries !== null && isTelling(raws, sealedSeries)) {
      const ratio = raws.logValue[index]! - raws.logValue[sealedSeries]!;
      usedToNew.add(facts.theme, ratioBucket({ kind, facts }, asOf), ratio);
    }
  }
  return { newToList: newToList.typical(), usedToNew: usedToNew.typical() };
}

/** How far telling values lie from their priors, less what their own uncertainty explains; by source of the prior. */
export function learnPriorVariance(
  market: Market,
  raws: RawValues,
  asOf: EpochDay,
  ratios: PriorRatios,
): Record<PriorSource, number> {
  const misses: Record<PriorSource, number[]> = { retail: [], multiple: [], newValue: [], newFigure: [] };
  const noise: Record<PriorSource, number[]> = { retail: [], multiple: [], newValue: [], newFigure: [] };
  const add = (source: PriorSource, miss: number, variance: number): void => {
    misses[source].push(Math.abs(miss));
    noise[source].push(variance);
  };
  for (const [index, series] of market.series.entries()) {
    if (!isTelling(raws, index)) continue;
    const prior = priorOf(series, asOf, ratios);
    if (prior !== null) add(prior.source, raws.logValue[index]! - prior.logValue, raws.variance[index]!);
    const sealed = series.sealedSeries;
    const ratio = sealed !== null && isTelling(raws, sealed) ? usedToNewLogRatio(series, asOf, ratios) : null;
    if (sealed === null || ratio === null) continue;
    const ratioVariance = raws.variance[index]! - 2 * raws.covarianceWithSealed[index]! + raws.variance[sealed]!;
    add(ratioSource(series), raws.logValue[index]! - raws.logValue[sealed]! - ratio, ratioVariance);
  }
  return Object.fromEntries(
    PRIOR_SOURCES.map((source) => [source, priorVariance(source, misses[source], noise[source])]),
  ) as Record<PriorSource, number>;
}

/** What is paid of what third parties ask, from the sets that have telling values and are offered by them now. */
export function learnPaidOfAsked({ series }: Market, raws: RawValues): PaidOfAsked {
  const collector = new RatioCollector();
  const offered: { readonly index: number; readonly theme: string | null; readonly logRatio: number }[] = [];
  for (const [index, { kind, facts }] of series.entries()) {
    const asked = facts.thirdPartyPriceCents ?? 0;
    if (kind !== 'sealed' || asked <= 0 || !isTelling(raws, index)) continue;
    const logRatio = raws.logValue[index]! - Math.log(asked);
    collector.add(facts.theme, ASKED_BUCKET, logRatio);
    offered.push({ index, theme: facts.theme, logRatio });
  }
  const ratios = collector.typical();
  const misses = offered.map(({ theme, logRatio }) => Math.abs(logRatio - paidOf(ratios, theme)));
  const noise = offered.map(({ index }) => raws.variance[index]!);
  return { ratios, variance: varianceAround(misses, noise) ?? ASSUMED_PAID_OF_ASKED.variance };
}

function priorVariance(source: PriorSource, misses: readonly number[], noise: readonly number[]): number {
  return varianceAround(misses, noise) ?? ASSUMED_PRIOR_VARIANCE[source];
}

/** The variance of true log values around a prior that missed them so, less their own; null with too few of them. */
function varianceAround(misses: readonly number[], noise: readonly number[]): number | null {
  if (misses.length < FEWEST_ITEMS) return null;
  return Math.max(SMALLEST_PRIOR_VARIANCE, (MAD_TO_SIGMA * medianOf(misses)) ** 2 - medianOf(noise));
}
