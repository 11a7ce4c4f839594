import type { EpochMonth } from '@brickmarket/domain';
import type { Market } from './market.ts';
import { medianInPlace } from './median-in-place.ts';
import { monthContaining, monthStart } from './month-calendar.ts';
import type { SaleColumns } from './sale-columns.ts';
import type { Scratch } from './scratch.ts';

/** About this many sales are looked at; more would not change what is learned from their months. */
const ENOUGH_SALES = 1_000_000;

/** The median log price of each month with sales, for every `stride`-th series: those of series `stride * s` are `[seriesStart[s], seriesStart[s + 1])`. */
export interface MarketMonths {
  readonly stride: number;
  readonly seriesStart: Int32Array;
  readonly month: Int32Array;
  readonly logMedian: Float64Array;
  /** The first month of all series; infinity when nothing was sold. */
  readonly earliest: EpochMonth;
}

/** Gathers the months of a market in one pass over its sales. */
export function marketMonths(market: Market, scratch: Scratch): MarketMonths {
  const { sales, series } = market;
  // Odd, so that the alternation of sealed and used series does not leave one of them out.
  const stride = Math.ceil(series.reduce((sum, { start, end }) => sum + end - start, 0) / ENOUGH_SALES) | 1;
  const seriesStart = new Int32Array(Math.ceil(series.length / stride) + 1);
  const month: number[] = [];
  const logMedian: number[] = [];
  for (let index = 0; index < series.length; index += stride) {
    for (let { start: from, end } = series[index]!, to = from; from < end; from = to) {
      to = monthEnd(sales, from, end);
      month.push(monthContaining(sales.day[from]!));
      logMedian.push(Math.log(Math.max(1, medianPrice(sales, from, to, scratch))));
    }
    seriesStart[index / stride + 1] = month.length;
  }
  return {
    stride,
    seriesStart,
    month: new Int32Array(month),
    logMedian: new Float64Array(logMedian),
    earliest: earliestMonth(market),
  };
}

function earliestMonth({ sales, series }: Market): EpochMonth {
  const firstDay = series.reduce(
    (earliest, { start, end }) => (start < end ? Math.min(earliest, sales.day[start]!) : earliest),
    Number.POSITIVE_INFINITY,
  );
  return Number.isFinite(firstDay) ? monthContaining(firstDay) : Number.POSITIVE_INFINITY;
}

/** Where the sales of the month end that the one at `from` belongs to. */
function monthEnd(sales: SaleColumns, from: number, end: number): number {
  const nextMonthStart = monthStart(monthContaining(sales.day[from]!) + 1);
  let to = from + 1;
  while (to < end && sales.day[to]! < nextMonthStart) to++;
  return to;
}

function medianPrice(sales: SaleColumns, from: number, to: number, scratch: Scratch): number {
  const count = to - from;
  if (count === 1) return sales.priceCents[from]!;
  scratch.reserve(count);
  for (let i = 0; i < count; i++) scratch.sorted[i] = sales.priceCents[from + i]!;
  return medianInPlace(scratch.sorted, count);
}
