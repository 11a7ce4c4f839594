import {
  type Cents,
  type EpochDay,
  type EpochMonth,
  firstDayOfMonth,
  monthOfDay,
  roundHalfAwayFromZero,
} from '@brickmarket/domain';
import { MAD_TO_SIGMA, medianOf, quantileOfSorted } from './quantiles.ts';
import { firstAfterDay, type SaleColumns } from './sale-columns.ts';

/** A price so many scaled MADs from the month's median is an outlier; the MAD is taken to be at least this. */
const OUTLIER_MADS = 3.5;
const SMALLEST_MAD = 0.05;
/** Fewer sales than this cannot say which of them is the odd one. */
const FEWEST_TO_JUDGE = 3;

/** What happened to a set in a month. A month of release and retirement says `retired`. */
export type MonthEvent = 'released' | 'retired';

/** A month of an item's history: its median sale and the central 80 % of its sales; null without sales. */
export interface MonthPoint {
  readonly month: EpochMonth;
  readonly valueCents: Cents | null;
  readonly lowCents: Cents | null;
  readonly highCents: Cents | null;
  readonly salesCount: number;
  readonly event: MonthEvent | null;
}

/** The dates of an item that show in its history. */
export interface HistoryDates {
  readonly releaseDay: EpochDay | null;
  readonly exitDay: EpochDay | null;
}

/** One point per month, empty ones too, from the first sale or release, or from `first` on. */
export function monthPoints(
  sales: SaleColumns,
  start: number,
  end: number,
  dates: HistoryDates,
  last: EpochMonth,
  first: EpochMonth | null = firstMonth(sales, start, end, dates),
): MonthPoint[] {
  const points: MonthPoint[] = [];
  if (first === null || first > last) return points;
  const [released, retired] = [dates.releaseDay, dates.exitDay].map((day) => (day === null ? null : monthOfDay(day)));
  let from = firstAfterDay(sales, start, end, firstDayOfMonth(first) - 1);
  for (let month = first; month <= last; month++) {
    const to = firstAfterDay(sales, from, end, firstDayOfMonth(month + 1) - 1);
    const prices = from === to ? NO_PRICES : monthPrices(sales, from, to);
    const event = retired === month ? 'retired' : released === month ? 'released' : null;
    points.push({ month, ...prices, salesCount: to - from, event });
    from = to;
  }
  return points;
}

const NO_PRICES = { valueCents: null, lowCents: null, highCents: null } as const;

function firstMonth({ day }: SaleColumns, start: number, end: number, { releaseDay }: HistoryDates): EpochMonth | null {
  const days = [...(start < end ? [day[start]!] : []), ...(releaseDay === null ? [] : [releaseDay])];
  return days.length === 0 ? null : monthOfDay(Math.min(...days));
}

/** By the sales of the month alone, so that it comes out the same whenever it is computed. */
function monthPrices({ priceCents }: SaleColumns, from: number, to: number) {
  const cents = Float64Array.from(priceCents.subarray(from, to)).sort();
  const logs = cents.map((price) => Math.log(Math.max(1, price)));
  const median = quantileOfSorted(logs, 0, logs.length, 0.5);
  const distances = logs.map((price) => Math.abs(price - median));
  const limit =
    logs.length < FEWEST_TO_JUDGE
      ? Number.POSITIVE_INFINITY
      : OUTLIER_MADS * Math.max(MAD_TO_SIGMA * medianOf(distances), SMALLEST_MAD);
  // Two far prices that agree are a move of the market, one is an accident.
  const agrees = (at: number, other: number): boolean => Math.abs(logs[at]! - logs[other]!) <= limit;
  const kept = cents.filter((_, at) => {
    const outer = logs[at]! < median ? at - 1 : at + 1;
    const inner = logs[at]! < median ? at + 1 : at - 1;
    return distances[at]! <= limit || agrees(at, outer) || (distances[inner]! > limit && agrees(at, inner));
  });
  const at = (q: number): Cents => roundHalfAwayFromZero(quantileOfSorted(kept, 0, kept.length, q));
  return { valueCents: at(0.5), lowCents: at(0.1), highCents: at(0.9) };
}
