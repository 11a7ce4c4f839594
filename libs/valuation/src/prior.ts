import { type Cents, type EpochDay, SetStatus, setStatusOn } from '@brickmarket/domain';
import { type ItemFacts, type ItemSeries, retirementDayOf } from './market.ts';
import { type TypicalRatios, typicalLogRatio } from './typical-ratios.ts';

/** What is expected beside the sales: from the retail price, from list price and a multiple, or of used from the set's new value. */
export type PriorSource = 'retail' | 'multiple' | 'newValue';
export const PRIOR_SOURCES: readonly PriorSource[] = ['retail', 'multiple', 'newValue'];

/** The typical ratios that priors are made with. Learned from a whole market. */
export interface PriorRatios {
  /** Sealed value to retail price while on sale (bucket 0) and to list price by half-years since retirement (from 1). */
  readonly newToList: TypicalRatios;
  /** Used value to sealed value, by the same buckets. */
  readonly usedToNew: TypicalRatios;
}

/** What is expected of an item before its own sales are looked at; natural logarithm of cents. */
export interface Prior {
  readonly source: Exclude<PriorSource, 'newValue'>;
  readonly logValue: number;
}

const HALF_YEAR_DAYS = 182.625;
/** Older sets share one bucket: there are few of them, and growth has slowed. */
const OLDEST_BUCKET = 20;

/** 0 while a set is not retired, else 1 + whole half-years since, at most `OLDEST_BUCKET`. */
export function retirementBucket(facts: ItemFacts, asOf: EpochDay): number {
  if (setStatusOn(facts, asOf) !== SetStatus.retired) return 0;
  const since = asOf - (retirementDayOf(facts) ?? asOf);
  return Math.min(1 + Math.floor(Math.max(0, since) / HALF_YEAR_DAYS), OLDEST_BUCKET);
}

/** The price that multiples refer to: retail while on sale, list price afterwards; null when unknown. */
export function referencePrice(facts: ItemFacts, bucket: number): Cents | null {
  const price = bucket === 0 ? (facts.retailPriceCents ?? facts.listPriceCents) : facts.listPriceCents;
  return price !== null && price > 0 ? price : null;
}

/**
 * The prior of a sealed series. A set on sale: what it costs at retail (times what the market typically pays of that,
 * when known). A retired one: list price times the typical multiple. Null when a part of that is unknown, for used ones,
 * which have their set's ratio, and for minifigs, which have no list price.
 */
export function priorOf({ kind, facts }: ItemSeries, asOf: EpochDay, ratios: PriorRatios): Prior | null {
  if (kind !== 'sealed') return null;
  const bucket = retirementBucket(facts, asOf);
  const reference = referencePrice(facts, bucket);
  const ratio = typicalLogRatio(ratios.newToList, facts.theme, bucket) ?? (bucket === 0 ? 0 : null);
  if (reference === null || ratio === null) return null;
  return { source: bucket === 0 ? 'retail' : 'multiple', logValue: Math.log(reference) + ratio };
}

/** The logarithm of what a used copy typically costs of a sealed one; null when unknown. */
export function usedToNewLogRatio(facts: ItemFacts, asOf: EpochDay, ratios: PriorRatios): number | null {
  return typicalLogRatio(ratios.usedToNew, facts.theme, retirementBucket(facts, asOf));
}
