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
  /** Of true log values around it; null where that was learned for its source. */
  readonly variance: number | null;
}

const HALF_YEAR_DAYS = 182.625;
/** Older sets share one bucket: there are few of them, and growth has slowed. */
const OLDEST_BUCKET = 20;

/** Minifigures have no retirement and one ratio of used to new. */
const FIGURE_BUCKET = -1;

/**
 * 0 while a set is on sale, else 1 + whole half-years since its retirement, at most `OLDEST_BUCKET`. What a retailer
 * still sells has not left the shelves because of its age.
 */
export function retirementBucket(facts: ItemFacts, asOf: EpochDay): number {
  if (setStatusOn(facts, asOf) !== SetStatus.retired) return 0;
  if (facts.exitDay === null && facts.retailPriceCents !== null) return 0;
  const since = asOf - (retirementDayOf(facts) ?? asOf);
  return Math.min(1 + Math.floor(Math.max(0, since) / HALF_YEAR_DAYS), OLDEST_BUCKET);
}

/** The price that multiples refer to: retail, at most list, while on sale, list afterwards; null when unknown. */
export function referencePrice({ listPriceCents, retailPriceCents }: ItemFacts, bucket: number): Cents | null {
  const list = listPriceCents !== null && listPriceCents > 0 ? listPriceCents : null;
  if (bucket > 0 || retailPriceCents === null || retailPriceCents <= 0) return list;
  return list === null ? retailPriceCents : Math.min(retailPriceCents, list);
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
  return { source: bucket === 0 ? 'retail' : 'multiple', logValue: Math.log(reference) + ratio, variance: null };
}

/**
 * What shops asked for retired sets, as the logarithm of a multiple of list price, by half-years since retirement: the
 * medians of 3,375 sets, 2019 to 2023. Eight in ten lie between half of it and nearly twice.
 */
const ASSUMED_MULTIPLES = [-0.12, 0.08, 0.28, 0.36, 0.47, 0.54, 0.64, 0.68, 0.77, 0.77, 0.82, 0.82, 0.92] as const;
export const ASSUMED_MULTIPLE_VARIANCE = 0.22;
/** What used copies cost of new ones, as a logarithm, and the variance around it. */
const ASSUMED_USED_TO_NEW = { set: -0.45, figure: -0.285, variance: 0.09 } as const;

/**
 * What is expected of a retired set that has not sold and whose market has taught no multiples: better a wide range
 * than nothing. Null without a list price.
 */
export function assumedPrior({ kind, facts }: ItemSeries, asOf: EpochDay): Prior | null {
  const bucket = retirementBucket(facts, asOf);
  const reference = referencePrice(facts, bucket);
  if (kind !== 'sealed' || reference === null) return null;
  return {
    source: 'multiple',
    logValue: Math.log(reference) + assumedMultiple(bucket),
    variance: ASSUMED_MULTIPLE_VARIANCE,
  };
}

function assumedMultiple(bucket: number): number {
  return ASSUMED_MULTIPLES[Math.min(Math.max(bucket, 1), ASSUMED_MULTIPLES.length) - 1]!;
}

/** What sealed copies of a set are expected to cost of its reference price on two days, as logarithms. */
interface Multiples {
  readonly before: number;
  readonly now: number;
  readonly isLearned: boolean;
}

/**
 * The multiples in two buckets, from one source for both, so that their difference is the growth between them: the
 * market, else what is assumed of retired sets; what is on sale costs what retailers ask.
 */
export function multiplesOf(
  { theme }: ItemFacts,
  [from, to]: readonly [number, number],
  ratios: PriorRatios,
): Multiples {
  const before = typicalLogRatio(ratios.newToList, theme, from);
  const now = typicalLogRatio(ratios.newToList, theme, to);
  if (before !== null && now !== null) return { before, now, isLearned: true };
  const assumed = (bucket: number): number => (bucket === 0 ? 0 : assumedMultiple(bucket));
  return { before: assumed(from), now: assumed(to), isLearned: false };
}

/** The logarithm of what a used copy costs of a new one, and its variance, where a market has not taught it. */
export function assumedUsedToNew(series: Pick<ItemSeries, 'kind'>): { logRatio: number; variance: number } {
  const { set, figure, variance } = ASSUMED_USED_TO_NEW;
  return { logRatio: isOfSet(series) ? set : figure, variance };
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
