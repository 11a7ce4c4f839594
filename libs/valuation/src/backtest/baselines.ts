import { type Cents, type EpochDay, roundHalfAwayFromZero } from '@brickmarket/domain';
import { medianInPlace } from '../kernel/quantiles.ts';
import { firstAfterDay, type SaleColumns } from '../kernel/sale-columns.ts';
import type { Scratch } from '../kernel/scratch.ts';

/** How people value an item today: from the sales known up to and including a day, in cents; NaN when it cannot say. */
export type Baseline = (
  sales: SaleColumns,
  start: number,
  knownEnd: number,
  asOf: EpochDay,
  scratch: Scratch,
) => number;

const SIX_MONTHS_DAYS = 182;

/** The mean price of the sales of six months. */
export const sixMonthAverage: Baseline = (sales, start, knownEnd, asOf) => {
  const from = firstAfterDay(sales, start, knownEnd, asOf - SIX_MONTHS_DAYS);
  let sum = 0;
  for (let i = from; i < knownEnd; i++) sum += sales.priceCents[i]!;
  return sum / (knownEnd - from);
};

/** The mean price of all pieces sold in six months. */
export const sixMonthQuantityAverage: Baseline = (sales, start, knownEnd, asOf) => {
  let sum = 0;
  let pieces = 0;
  for (let i = firstAfterDay(sales, start, knownEnd, asOf - SIX_MONTHS_DAYS); i < knownEnd; i++) {
    sum += sales.priceCents[i]! * sales.quantity[i]!;
    pieces += sales.quantity[i]!;
  }
  return sum / pieces;
};

/** The price of the latest sale, however old; of several on that day, whose order is unknown, the median. */
export const lastSale: Baseline = (sales, start, knownEnd, _asOf, scratch) => {
  if (knownEnd === start) return Number.NaN;
  let from = knownEnd - 1;
  while (from > start && sales.day[from - 1] === sales.day[knownEnd - 1]) from--;
  return medianOfSales(sales, from, knownEnd, scratch);
};

/** The median of the last 30 days' sales, or of the last 90 days' when those have none. */
export const thirtyDayMedian: Baseline = (sales, start, knownEnd, asOf, scratch) => {
  const recent = firstAfterDay(sales, start, knownEnd, asOf - 30);
  const from = recent < knownEnd ? recent : firstAfterDay(sales, start, knownEnd, asOf - 90);
  return from === knownEnd ? Number.NaN : medianOfSales(sales, from, knownEnd, scratch);
};

/** The median price of a year, in which a sale counts half as much as one 40 days later. */
export const weightedMedian40Days: Baseline = (sales, start, knownEnd, asOf) => {
  const from = firstAfterDay(sales, start, knownEnd, asOf - 365);
  const weighted = Array.from({ length: knownEnd - from }, (_, i) => ({
    cents: sales.priceCents[from + i]!,
    weight: 2 ** ((sales.day[from + i]! - asOf) / 40),
  })).toSorted((a, b) => a.cents - b.cents);
  const half = weighted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let below = 0;
  return weighted.find(({ weight }) => (below += weight) >= half)?.cents ?? Number.NaN;
};

function medianOfSales(sales: SaleColumns, from: number, to: number, scratch: Scratch): number {
  const count = to - from;
  scratch.reserve(count);
  for (let i = 0; i < count; i++) scratch.sorted[i] = sales.priceCents[from + i]!;
  return medianInPlace(scratch.sorted, count);
}

/** The baselines that values are compared with, by the name reports show. */
export const BASELINES = {
  average6m: sixMonthAverage,
  quantityAverage6m: sixMonthQuantityAverage,
  lastSale,
  median30d: thirtyDayMedian,
  weightedMedian40d: weightedMedian40Days,
} as const satisfies Record<string, Baseline>;
export type BaselineName = keyof typeof BASELINES;
export const ALL_BASELINES = Object.keys(BASELINES) as readonly BaselineName[];
/** The baselines that a backtest compares with. */
export const COMPARED_BASELINES = ['lastSale', 'median30d', 'average6m', 'weightedMedian40d'] as const;
/** The baselines that are kept with a value when it is served. */
export const BASELINE_NAMES = ['average6m', 'quantityAverage6m', 'lastSale', 'median30d'] as const;

/** What each baseline says of a series at the end of a day, in whole cents; null where it says nothing. */
export function baselinesOf(
  sales: SaleColumns,
  { start, end }: { readonly start: number; readonly end: number },
  asOf: EpochDay,
  scratch: Scratch,
): Readonly<Record<(typeof BASELINE_NAMES)[number], Cents | null>> {
  const knownEnd = firstAfterDay(sales, start, end, asOf);
  const say = (baseline: Baseline): Cents | null => {
    const cents = baseline(sales, start, knownEnd, asOf, scratch);
    return Number.isNaN(cents) ? null : roundHalfAwayFromZero(cents);
  };
  const { average6m, quantityAverage6m, lastSale: last, median30d } = BASELINES;
  return {
    average6m: say(average6m),
    quantityAverage6m: say(quantityAverage6m),
    lastSale: say(last),
    median30d: say(median30d),
  };
}
