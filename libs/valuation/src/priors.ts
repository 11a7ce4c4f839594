import { type Cents, type EpochDay, SetStatus, setStatusOn } from '@brickmarket/domain';
import { type ItemFacts, type ItemSeries, retirementDayOf } from './market.ts';
import { isOfSet } from './price-behaviour.ts';
import { medianOf } from './quantiles.ts';

/** A theme's own ratio counts from this many items on; below it, that of all themes does. */
const FEWEST_ITEMS = 5;

/**
 * Typical ratios between two prices, as natural logarithms: by theme and bucket, and by bucket over all themes.
 * A bucket is whatever the ratio depends on, such as the years since retirement. Plain data.
 */
export interface TypicalRatios {
  readonly byTheme: Readonly<Record<string, Readonly<Record<number, number>>>>;
  readonly overall: Readonly<Record<number, number>>;
}

export const NO_RATIOS: TypicalRatios = { byTheme: {}, overall: {} };

/** Collects observed log ratios and answers their medians. */
export class RatioCollector {
  private readonly byTheme = new Map<string, Map<number, number[]>>();
  private readonly overall = new Map<number, number[]>();

  add(theme: string | null, bucket: number, logRatio: number): void {
    append(this.overall, bucket, logRatio);
    if (theme === null) return;
    let buckets = this.byTheme.get(theme);
    if (!buckets) this.byTheme.set(theme, (buckets = new Map()));
    append(buckets, bucket, logRatio);
  }

  /** Medians of every cell with enough items. */
  typical(): TypicalRatios {
    const themes = [...this.byTheme].map(([theme, buckets]) => [theme, medians(buckets)] as const);
    return { byTheme: Object.fromEntries(themes), overall: medians(this.overall) };
  }
}

/** The typical log ratio of a theme in a bucket, else of all themes; null when neither is known. */
export function typicalLogRatio(ratios: TypicalRatios, theme: string | null, bucket: number): number | null {
  const ofTheme = theme === null ? undefined : ratios.byTheme[theme]?.[bucket];
  return ofTheme ?? ratios.overall[bucket] ?? null;
}

function append(buckets: Map<number, number[]>, bucket: number, logRatio: number): void {
  const list = buckets.get(bucket);
  if (list) list.push(logRatio);
  else buckets.set(bucket, [logRatio]);
}

function medians(buckets: ReadonlyMap<number, readonly number[]>): Record<number, number> {
  const cells = [...buckets].filter(([, ratios]) => ratios.length >= FEWEST_ITEMS);
  return Object.fromEntries(cells.map(([bucket, ratios]) => [bucket, medianOf(ratios)]));
}

/**
 * What is expected beside the sales: from the retail price, from list price and a multiple, of used from the item's new
 * value.
 */
export type PriorSource = 'retail' | 'multiple' | 'newValue' | 'newFigure';
export const PRIOR_SOURCES: readonly PriorSource[] = ['retail', 'multiple', 'newValue', 'newFigure'];

/** The typical ratios that priors are made with. Learned from a whole market. */
export interface PriorRatios {
  /**
   * Sealed value to retail price while on sale (bucket 0) and to list price by half-years since retirement (from 1).
   */
  readonly newToList: TypicalRatios;
  /** Used value to sealed value, by the same buckets. */
  readonly usedToNew: TypicalRatios;
}

/** What is expected of an item before its own sales are looked at; natural logarithm of cents. */
export interface Prior {
  readonly source: 'retail' | 'multiple';
  readonly logValue: number;
}

const HALF_YEAR_DAYS = 182.625;
/** Older sets share one bucket: there are few of them, and growth has slowed. */
const OLDEST_BUCKET = 20;

/** Minifigures have no retirement and one ratio of used to new. */
const FIGURE_BUCKET = -1;

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
 * when known). A retired one: list price times the typical multiple. Null when a part of that is unknown, for used
 * ones, which have their set's ratio, and for minifigs, which have no list price.
 */
export function priorOf({ kind, facts }: ItemSeries, asOf: EpochDay, ratios: PriorRatios): Prior | null {
  if (kind !== 'sealed') return null;
  const bucket = retirementBucket(facts, asOf);
  const reference = referencePrice(facts, bucket);
  const ratio = typicalLogRatio(ratios.newToList, facts.theme, bucket) ?? (bucket === 0 ? 0 : null);
  if (reference === null || ratio === null) return null;
  return { source: bucket === 0 ? 'retail' : 'multiple', logValue: Math.log(reference) + ratio };
}

/** What a used price is expected from: the sealed price of a set or the new one of a minifigure. */
export function ratioSource(series: Pick<ItemSeries, 'kind'>): PriorSource {
  return isOfSet(series) ? 'newValue' : 'newFigure';
}

/** What the ratio of used to new depends on. */
export function ratioBucket(series: Pick<ItemSeries, 'kind' | 'facts'>, asOf: EpochDay): number {
  return isOfSet(series) ? retirementBucket(series.facts, asOf) : FIGURE_BUCKET;
}

/** The logarithm of what a used copy typically costs of a sealed or new one; null when unknown. */
export function usedToNewLogRatio(
  series: Pick<ItemSeries, 'kind' | 'facts'>,
  asOf: EpochDay,
  ratios: PriorRatios,
): number | null {
  return typicalLogRatio(ratios.usedToNew, series.facts.theme, ratioBucket(series, asOf));
}
