import { type EpochMonth, firstDayOfMonth } from '@brickmarket/domain';
import type { ItemSeries, Market } from '../kernel/market.ts';
import { firstAfterDay } from '../kernel/sale-columns.ts';
import { judge, type Judgement, scoreOf } from './gate.ts';
import { classIn, isHeld, type Quantiles, Spread } from './spread.ts';

/** How many days ahead sales are counted. */
export const EXPECTED_SALES_DAYS = 90;

/** What an expected number of sales has to beat: as many as in the last three months. */
export type SalesRival = 'lastQuarter';
const SALES_RIVALS: readonly SalesRival[] = ['lastQuarter'];
const HELD_BOUNDS = { least: 78, most: 82 } as const;

const QUARTER = 3;
const YEAR = 12;
/** Sales in a quarter from which on the spread of what follows is another. */
const RATE_STARTS = [1, 1.5, 2, 3, 4, 6, 8, 12, 18, 27, 40, 60, 100] as const;
/** Of what sells more rarely nothing is said: whole numbers near zero have no range that holds 80 %. */
const LEAST_RATE = RATE_STARTS[0];
/** All rates count for a class as so many of its own. */
const PSEUDO_COUNTS = 50;
/** Share of the weight of a count that is left a year later. */
const YEARLY_MEMORY = 0.7;
/** Fewer counts teach nothing. */
const FEWEST_COUNTS = 500;

/** How often something sold: in the last three months, and in the last twelve. */
export interface PastSales {
  readonly quarter: number;
  readonly year: number;
}

/** Quantiles of the log ratio of sales to the rate before, by rate, and what the time of year does. Plain data. */
export interface SalesTable {
  readonly byRate: readonly Quantiles[];
  /** The log factor of a quarter that begins in each calendar month, January first; 0 where no year has told it. */
  readonly season: readonly number[];
}

/** A table of sales, and whether it has earned being shown. */
export interface JudgedSales extends Judgement<SalesRival> {
  /** Null when the past is too short to learn from. */
  readonly table: SalesTable | null;
}

/** How often something is expected to sell, in whole numbers. */
export interface SalesRange {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/** The whole numbers of sales in the 90 days from the first day of a month on; null where so few sell. */
export function expectedSales(table: SalesTable, past: PastSales, month: EpochMonth): SalesRange | null {
  const rate = rateOf(past);
  if (rate < LEAST_RATE) return null;
  const usual = rate * Math.exp(table.season[month % YEAR]!) + 0.5;
  const [least, likely, most] = table.byRate[classIn(RATE_STARTS, rate)]!.map((ratio) => usual * Math.exp(ratio) - 0.5);
  const middle = Math.max(0, Math.round(likely!));
  return {
    low: Math.min(middle, Math.max(0, Math.ceil(least!))),
    middle,
    high: Math.max(middle, Math.floor(most!)),
  };
}

/** The sales of series of one kind, counted by month. */
export interface MonthlySales {
  readonly first: EpochMonth;
  /** The first month that is not known. */
  readonly end: EpochMonth;
  readonly series: readonly {
    /** Sales before each month, the one at the end too. */
    readonly before: Int32Array;
    /** Sales of the 90 days from the first day of each month on. */
    readonly ahead: Int32Array;
  }[];
}

/** Counts the sales of one kind of series up to and including a month. */
export function monthlySales(
  { sales, series }: Market,
  kind: ItemSeries['kind'],
  first: EpochMonth,
  last: EpochMonth,
): MonthlySales {
  const days = Array.from({ length: last - first + 2 }, (_, at) => firstDayOfMonth(first + at));
  const ofKind = series.filter((one) => one.kind === kind && one.end > one.start);
  return {
    first,
    end: last + 1,
    series: ofKind.map(({ start, end }) => {
      const before = Int32Array.from(days, (day) => firstAfterDay(sales, start, end, day - 1) - start);
      const ahead = days.map((day) => firstAfterDay(sales, start, end, day + EXPECTED_SALES_DAYS - 1) - start);
      return { before, ahead: Int32Array.from(ahead, (until, at) => until - before[at]!) };
    }),
  };
}

/** Learns how sales continue, and judges that by the quarters before, each by what was known then. */
export function judgeSales(sales: MonthlySales): JudgedSales {
  const origins = [];
  const moods = sales.series.length === 0 ? [] : moodsOf(sales);
  const end = sales.end - sales.first;
  for (let origin = end - QUARTER; origin >= YEAR + QUARTER; origin -= QUARTER) {
    const table = learnSales(sales, moods, origin);
    if (table === null) break;
    const score = compare(sales, table, origin);
    if (score !== null) origins.unshift(score);
  }
  return { ...judge(origins, SALES_RIVALS, HELD_BOUNDS), table: learnSales(sales, moods, end) };
}

/** For each month the log ratio of all sales of the 90 days from it on to the rates before; 0 in the first year. */
function moodsOf({ first, end, series }: MonthlySales): readonly number[] {
  return Array.from({ length: end - first }, (_, at) => {
    if (at < YEAR) return 0;
    let ahead = 0;
    let expected = 0;
    for (const one of series) {
      ahead += one.ahead[at]!;
      expected += rateOf(pastAt(one.before, at));
    }
    return ahead > 0 && expected > 0 ? Math.log(ahead / expected) : 0;
  });
}

/** From the quarters that were over before the month at `known`; null when they are too few. */
function learnSales({ first, series }: MonthlySales, moods: readonly number[], known: number): SalesTable | null {
  const all = new Spread();
  const classes = Array.from({ length: RATE_STARTS.length + 1 }, () => new Spread());
  let learned = 0;
  for (let at = YEAR; at + QUARTER <= known; at++) {
    // What this month of the year did a year ago; in the first year what it did then, which is not to widen the range.
    const season = moods[at < 2 * YEAR ? at : at - YEAR]!;
    const weight = YEARLY_MEMORY ** ((known - QUARTER - at) / YEAR);
    for (const { before, ahead } of series) {
      const rate = rateOf(pastAt(before, at));
      if (rate < LEAST_RATE) continue;
      const ratio = Math.log((ahead[at]! + 0.5) / (rate * Math.exp(season) + 0.5));
      all.add(ratio, weight);
      classes[classIn(RATE_STARTS, rate)]!.add(ratio, weight);
      learned++;
    }
  }
  if (learned < FEWEST_COUNTS) return null;
  const season = new Array<number>(YEAR).fill(0);
  for (let at = YEAR; at + QUARTER <= known; at++) season[(first + at) % YEAR] = moods[at]!;
  return { byRate: classes.map((one) => one.drawnTo(all, PSEUDO_COUNTS).quantiles()), season };
}

function compare({ first, series }: MonthlySales, table: SalesTable, origin: number) {
  const compared = series.flatMap(({ before, ahead }) => {
    const past = pastAt(before, origin);
    const range = expectedSales(table, past, first + origin);
    if (range === null) return [];
    const { low, middle, high } = range;
    const actual = ahead[origin]!;
    const rivals = { lastQuarter: Math.abs(past.quarter - actual) };
    return [{ isHeld: isHeld([low, middle, high], actual), loss: Math.abs(middle - actual), rivals }];
  });
  return scoreOf(first + origin - 1, SALES_RIVALS, compared);
}

function pastAt(before: Int32Array, at: number): PastSales {
  return { quarter: before[at]! - before[at - QUARTER]!, year: before[at]! - before[at - YEAR]! };
}

/** Sales in a quarter: half as in the last one, half as in the last year. */
function rateOf({ quarter, year }: PastSales): number {
  return (quarter + (year * QUARTER) / YEAR) / 2;
}
