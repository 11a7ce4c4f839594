import { type Cents, type EpochDay, roundHalfAwayFromZero } from '@brickmarket/domain';
import { medianOf } from '../kernel/quantiles.ts';
import { firstAfterDay, type SaleColumns } from '../kernel/sale-columns.ts';

/** How people value an item: from the sales of a slice, all known on a day, in cents; NaN when it cannot say. */
type Baseline = (sales: SaleColumns, start: number, end: number, asOf: EpochDay) => number;

const SIX_MONTHS_DAYS = 182;

/** The mean price of the sales of six months. */
const average6m: Baseline = (sales, start, end, asOf) => {
  const from = firstAfterDay(sales, start, end, asOf - SIX_MONTHS_DAYS);
  let sum = 0;
  for (let i = from; i < end; i++) sum += sales.priceCents[i]!;
  return sum / (end - from);
};

/** The mean price of all pieces sold in six months. */
const quantityAverage6m: Baseline = (sales, start, end, asOf) => {
  let [sum, pieces] = [0, 0];
  for (let i = firstAfterDay(sales, start, end, asOf - SIX_MONTHS_DAYS); i < end; i++) {
    sum += sales.priceCents[i]! * sales.quantity[i]!;
    pieces += sales.quantity[i]!;
  }
  return sum / pieces;
};

/** The price of the latest sale, however old; of several on that day, whose order is unknown, the median. */
const lastSale: Baseline = (sales, start, end) => {
  const from = start === end ? end : firstAfterDay(sales, start, end, sales.day[end - 1]! - 1);
  return medianOf(sales.priceCents.subarray(from, end));
};

/** The median of the last 30 days' sales, or of the last 90 days' when those have none. */
const median30d: Baseline = (sales, start, end, asOf) => {
  const recent = firstAfterDay(sales, start, end, asOf - 30);
  const from = recent < end ? recent : firstAfterDay(sales, start, end, asOf - 90);
  return medianOf(sales.priceCents.subarray(from, end));
};

/** The median price of a year, in which a sale counts half as much as one 40 days later. */
const weightedMedian40d: Baseline = (sales, start, end, asOf) => {
  const from = firstAfterDay(sales, start, end, asOf - 365);
  const weighted = Array.from({ length: end - from }, (_, i) => ({
    cents: sales.priceCents[from + i]!,
    weight: 2 ** ((sales.day[from + i]! - asOf) / 40),
  })).toSorted((a, b) => a.cents - b.cents);
  const half = weighted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let below = 0;
  return weighted.find(({ weight }) => (below += weight) >= half)?.cents ?? Number.NaN;
};

/** The baselines that values are compared with, by the name reports show. */
export const BASELINES = { average6m, quantityAverage6m, lastSale, median30d, weightedMedian40d } as const;
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
): Readonly<Record<(typeof BASELINE_NAMES)[number], Cents | null>> {
  const known = firstAfterDay(sales, start, end, asOf);
  const said = BASELINE_NAMES.map((name) => {
    const cents = BASELINES[name](sales, start, known, asOf);
    return [name, Number.isNaN(cents) ? null : roundHalfAwayFromZero(cents)];
  });
  return Object.fromEntries(said) as Record<(typeof BASELINE_NAMES)[number], Cents | null>;
}
