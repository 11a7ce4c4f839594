import type { Market } from './market.ts';
import { monthContaining, monthStart } from './month-calendar.ts';
import { quantileOfSorted } from './quantile.ts';
import type { SaleColumns } from './sale-columns.ts';
import type { Scratch } from './scratch.ts';

/** The median log price of each month with sales, for all series: those of series s are `[seriesStart[s], seriesStart[s + 1])`. */
export interface MarketMonths {
  readonly seriesStart: Int32Array;
  readonly month: Int32Array;
  readonly logMedian: Float64Array;
}

/** Gathers the months of a market in one pass over its sales. */
export function marketMonths(market: Market, scratch: Scratch): MarketMonths {
  const { sales, series } = market;
  const seriesStart = new Int32Array(series.length + 1);
  const mostMonths = series.reduce((sum, { start, end }) => sum + end - start, 0);
  const month = new Int32Array(mostMonths);
  const logMedian = new Float64Array(mostMonths);
  let size = 0;
  for (const [index, { start, end }] of series.entries()) {
    seriesStart[index] = size;
    for (let from = start; from < end;) {
      const current = monthContaining(sales.day[from]!);
      const nextMonthStart = monthStart(current + 1);
      let to = from + 1;
      while (to < end && sales.day[to]! < nextMonthStart) to++;
      month[size] = current;
      logMedian[size++] = Math.log(Math.max(1, medianPrice(sales, from, to, scratch)));
      from = to;
    }
  }
  seriesStart[series.length] = size;
  return { seriesStart, month: month.slice(0, size), logMedian: logMedian.slice(0, size) };
}

function medianPrice(sales: SaleColumns, from: number, to: number, scratch: Scratch): number {
  const count = to - from;
  if (count === 1) return sales.priceCents[from]!;
  scratch.reserve(count);
  for (let i = 0; i < count; i++) scratch.sorted[i] = sales.priceCents[from + i]!;
  scratch.sorted.subarray(0, count).sort();
  return quantileOfSorted(scratch.sorted, 0, count, 0.5);
}
