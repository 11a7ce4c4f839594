import { medianOf } from './quantile.ts';

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
