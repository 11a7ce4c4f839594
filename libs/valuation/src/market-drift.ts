import { LIFE_STAGES } from './life-stage.ts';
import { SERIES_KINDS, type SeriesKind } from './market.ts';

/**
 * How the whole market moves between two days, beside what single items do: growth by stage of life and a yearly
 * season. Sales are brought forward by it to the day of the value, so that an old sale tells about today.
 * Plain data: a run stores it, and an incremental run uses the stored one.
 */
export interface MarketDrift {
  /** Natural logarithm per day, by kind and life stage. */
  readonly growthPerDay: Readonly<Record<SeriesKind, readonly number[]>>;
  /** Log level of each calendar month (January first) against the year; sums to 0. */
  readonly seasonByMonth: readonly number[];
}

/** A market that stands still: what is assumed before there is a year to learn from. */
export const NO_DRIFT: MarketDrift = {
  growthPerDay: Object.fromEntries(
    SERIES_KINDS.map((kind) => [kind, Array.from({ length: LIFE_STAGES }, () => 0)]),
  ) as Record<SeriesKind, number[]>,
  seasonByMonth: Array.from({ length: 12 }, () => 0),
};
