import { type Cents, type EpochDay, type EpochMonth, roundHalfAwayFromZero } from '@brickmarket/domain';
import { monthContaining, monthStart } from './month-calendar.ts';
import { rejectOutliers } from './outliers.ts';
import { quantileOfSorted } from './quantile.ts';
import { firstAfterDay, type SaleColumns } from './sale-columns.ts';
import type { Scratch } from './scratch.ts';
import type { ValuationSettings } from './valuation-settings.ts';

/** What happened to a set in a month. A month of release and retirement says `retired`. */
export type MonthEvent = 'released' | 'retired';

/** A month of an item's history. Without sales the three prices are null. */
export interface MonthPoint {
  readonly month: EpochMonth;
  readonly valueCents: Cents | null;
  readonly lowCents: Cents | null;
  readonly highCents: Cents | null;
  readonly salesCount: number;
  readonly event: MonthEvent | null;
}

/** The prices of one month: its median sale and the central 80 % of its sales. */
export interface MonthPrices {
  readonly valueCents: Cents;
  readonly lowCents: Cents;
  readonly highCents: Cents;
}

/** The dates of an item that show in its history. */
export interface HistoryDates {
  readonly releaseDay: EpochDay | null;
  readonly exitDay: EpochDay | null;
}

/**
 * The prices of the sales in `[from, to)`, all of one month: the median and the 10th and 90th percentile, in cents,
 * each rounded half away from zero. Outliers among them are left out; nothing outside the month is looked at, so that
 * a month comes out the same whenever it is computed. The slice must not be empty.
 */
export function monthPrices(
  sales: SaleColumns,
  from: number,
  to: number,
  settings: ValuationSettings,
  scratch: Scratch,
): MonthPrices {
  const count = to - from;
  scratch.reserve(count);
  for (let i = 0; i < count; i++) {
    scratch.logPrice[i] = Math.log(Math.max(1, sales.priceCents[from + i]!));
    scratch.weight[i] = 1;
  }
  rejectOutliers(scratch, count, settings);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (scratch.weight[i] !== 0) scratch.sorted[kept++] = sales.priceCents[from + i]!;
  }
  scratch.sorted.subarray(0, kept).sort();
  const at = (q: number): Cents => roundHalfAwayFromZero(quantileOfSorted(scratch.sorted, 0, kept, q));
  return { valueCents: at(0.5), lowCents: at(0.1), highCents: at(0.9) };
}

/**
 * One point for every month from the first sale or the release, whichever is earlier, to `lastMonth`, oldest first;
 * months without sales included. Nothing when the item has neither, or begins after `lastMonth`.
 */
export function monthPoints(
  sales: SaleColumns,
  start: number,
  end: number,
  dates: HistoryDates,
  lastMonth: EpochMonth,
  settings: ValuationSettings,
  scratch: Scratch,
): MonthPoint[] {
  return monthPointsBetween(
    sales,
    start,
    end,
    dates,
    firstMonth(sales, start, end, dates),
    lastMonth,
    settings,
    scratch,
  );
}

/** One point for every month from `first` to `last`, whatever was sold before. Nothing when `first` is after `last`. */
export function monthPointsBetween(
  sales: SaleColumns,
  start: number,
  end: number,
  dates: HistoryDates,
  first: EpochMonth,
  last: EpochMonth,
  settings: ValuationSettings,
  scratch: Scratch,
): MonthPoint[] {
  const points: MonthPoint[] = [];
  if (first > last) return points;
  let from = firstAfterDay(sales, start, end, monthStart(first) - 1);
  for (let month = first; month <= last; month++) {
    const to = firstAfterDay(sales, from, end, monthStart(month + 1) - 1);
    const prices = from === to ? NO_PRICES : monthPrices(sales, from, to, settings, scratch);
    points.push({ month, ...prices, salesCount: to - from, event: monthEvent(month, dates) });
    from = to;
  }
  return points;
}

const NO_PRICES = { valueCents: null, lowCents: null, highCents: null } as const;

function firstMonth(sales: SaleColumns, start: number, end: number, dates: HistoryDates): EpochMonth {
  const firstSale = start < end ? sales.day[start]! : Number.POSITIVE_INFINITY;
  const firstDay = Math.min(firstSale, dates.releaseDay ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(firstDay) ? monthContaining(firstDay) : Number.POSITIVE_INFINITY;
}

/** The event of a month, by the item's dates. */
export function monthEvent(month: EpochMonth, dates: HistoryDates): MonthEvent | null {
  if (dates.exitDay !== null && monthContaining(dates.exitDay) === month) return 'retired';
  return dates.releaseDay !== null && monthContaining(dates.releaseDay) === month ? 'released' : null;
}
