import { type Cents, type EpochDay, type EpochMonth, roundHalfAwayFromZero } from '@brickmarket/domain';
import { monthContaining, monthStart } from './month-calendar.ts';
import { MAD_TO_SIGMA, medianInPlace, quantileOfSorted } from './quantiles.ts';
import { firstAfterDay, type SaleColumns } from './sale-columns.ts';
import { Scratch } from './scratch.ts';

/** Neighbours on each side, in time, that make a sale's local centre. */
const NEIGHBOURS = 5;
/** Scaled MADs from the local centre beyond which a sale is an outlier. */
const OUTLIER_MADS = 3.5;
/** The scaled MAD is taken to be at least this, or identical prices would reject their first exception. */
const SMALLEST_MAD = 0.05;
/** Fewer sales than this cannot say which of them is the odd one. */
const FEWEST_TO_JUDGE = 3;

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
export function monthPrices(sales: SaleColumns, from: number, to: number, scratch: Scratch): MonthPrices {
  const count = to - from;
  scratch.reserve(count);
  for (let i = 0; i < count; i++) {
    scratch.logPrice[i] = Math.log(Math.max(1, sales.priceCents[from + i]!));
    scratch.weight[i] = 1;
  }
  rejectOutliers(scratch, count);
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
  scratch: Scratch = new Scratch(),
): MonthPoint[] {
  return monthPointsBetween(sales, start, end, dates, firstMonth(sales, start, end, dates), lastMonth, scratch);
}

/** One point for every month from `first` to `last`, whatever was sold before. Nothing when `first` is after `last`. */
export function monthPointsBetween(
  sales: SaleColumns,
  start: number,
  end: number,
  dates: HistoryDates,
  first: EpochMonth,
  last: EpochMonth,
  scratch: Scratch = new Scratch(),
): MonthPoint[] {
  const points: MonthPoint[] = [];
  if (first > last) return points;
  let from = firstAfterDay(sales, start, end, monthStart(first) - 1);
  for (let month = first; month <= last; month++) {
    const to = firstAfterDay(sales, from, end, monthStart(month + 1) - 1);
    const prices = from === to ? NO_PRICES : monthPrices(sales, from, to, scratch);
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

/**
 * Marks outliers among `scratch.logPrice[0, count)`, oldest first, by setting their weight to 0.
 *
 * A sale is compared with the median of its neighbours in time, not of the whole window: after a retirement jump the
 * neighbours have jumped too. What lies further away than `OUTLIER_MADS` scaled MADs is an outlier, unless an adjacent
 * sale left in the same direction and agrees with it: two in a row are a move of the market, one is an accident.
 */
function rejectOutliers(scratch: Scratch, count: number): void {
  if (count < FEWEST_TO_JUDGE) return;
  const { residual, weight } = scratch;
  leaveLocalCentres(scratch, count, NEIGHBOURS);
  const limit = OUTLIER_MADS * Math.max(MAD_TO_SIGMA * medianDistance(scratch, count), SMALLEST_MAD);
  for (let i = 0; i < count; i++) {
    if (Math.abs(residual[i]!) <= limit) continue;
    const confirmed = agrees(scratch, i, i - 1, count, limit) || agrees(scratch, i, i + 1, count, limit);
    if (!confirmed) weight[i] = 0;
  }
}

/**
 * Makes each residual the distance to the median log price of a sale and up to `neighbours` sales before and after it.
 */
function leaveLocalCentres({ logPrice, residual, sorted }: Scratch, count: number, neighbours: number): void {
  // The neighbourhood in order of price: from one sale to the next, one comes in and one goes out.
  let size = 0;
  for (let i = 0; i < Math.min(neighbours, count); i++) insert(sorted, size++, logPrice[i]!);
  for (let i = 0; i < count; i++) {
    if (i > neighbours) remove(sorted, size--, logPrice[i - neighbours - 1]!);
    if (i + neighbours < count) insert(sorted, size++, logPrice[i + neighbours]!);
    residual[i] = logPrice[i]! - quantileOfSorted(sorted, 0, size, 0.5);
  }
}

function insert(sorted: Float64Array, size: number, value: number): void {
  let place = size;
  for (; place > 0 && sorted[place - 1]! > value; place--) sorted[place] = sorted[place - 1]!;
  sorted[place] = value;
}

function remove(sorted: Float64Array, size: number, value: number): void {
  let place = 0;
  while (sorted[place] !== value) place++;
  for (; place < size - 1; place++) sorted[place] = sorted[place + 1]!;
}

function medianDistance(scratch: Scratch, count: number): number {
  const { residual, sorted } = scratch;
  for (let i = 0; i < count; i++) sorted[i] = Math.abs(residual[i]!);
  return medianInPlace(sorted, count);
}

function agrees(scratch: Scratch, i: number, other: number, count: number, limit: number): boolean {
  if (other < 0 || other >= count) return false;
  const { logPrice, residual } = scratch;
  const sameSide = residual[i]! > 0 ? residual[other]! > limit : residual[other]! < -limit;
  return sameSide && Math.abs(logPrice[i]! - logPrice[other]!) <= limit;
}
