import { type EpochDay, type EpochMonth, firstDayOfMonth, monthOfDay } from '@brickmarket/domain';
import { daysSince, LIFE_STAGES, lifeStage, type MarketDrift, NO_DRIFT } from './market-drift.ts';
import { type Market, retirementDayOf, SERIES_KINDS, type SeriesKind } from './market.ts';
import { monthContaining, monthStart } from './month-calendar.ts';
import { byKind, isOfSet } from './price-behaviour.ts';
import { medianInPlace } from './quantiles.ts';
import type { SaleColumns } from './sale-columns.ts';
import type { Scratch } from './scratch.ts';

const DAYS_PER_MONTH = 365.25 / 12;
/** Growth and season are told apart over whole years only; more than this many are not looked back. */
const LONGEST_YEARS = 3;
/** A month counts half when as many series show its change; a mean of as many pairs is trusted half. */
const HALF_TRUST_SERIES = 10;
const HALF_TRUST_PAIRS = 100;

/**
 * Learns how the market moves from all series at once: the typical change from one month's median to the next month's
 * of the same series, by kind and life stage (growth), and what each calendar month adds to it (season). A market's
 * mood moves all its items in a month, so months are what is counted: growth is believed as far as it stands out from
 * the ups and downs of single months, and a season as far as years agree. Uses the whole years that ended before the
 * as-of day's month; less than one year teaches nothing, and one year no season.
 */
export function learnDrift(market: Market, months: MarketMonths, asOf: EpochDay): MarketDrift {
  const lastMonth = monthOfDay(asOf + 1) - 1;
  const years = Math.min(LONGEST_YEARS, Math.floor((lastMonth - months.earliest) / 12));
  if (years < 1) return NO_DRIFT;
  const firstMonth = lastMonth - 12 * years;
  const changes = collectChanges(market, months, firstMonth, lastMonth);
  const monthCount = lastMonth - firstMonth;
  const season = years < 2 ? NO_DRIFT.seasonByMonth : seasonByMonth(changes, monthCount, firstMonth);
  return { growthPerDay: growthByStage(changes, monthCount, firstMonth, season), seasonByMonth: season };
}

/** Changes from the month before, by kind, stage and month: cell `stage * months + (month - firstMonth - 1)`. */
type Changes = Readonly<Record<SeriesKind, readonly number[][]>>;

function collectChanges(market: Market, months: MarketMonths, firstMonth: EpochMonth, lastMonth: EpochMonth): Changes {
  const monthCount = lastMonth - firstMonth;
  const cells = byKind(() => Array.from({ length: LIFE_STAGES * monthCount }, () => [] as number[]));
  const dayByMonth = Array.from({ length: monthCount + 1 }, (_, i) => firstDayOfMonth(firstMonth + i));
  for (let index = 0; index < months.seriesStart.length - 1; index++) {
    const series = market.series[index * months.stride]!;
    const retirement = isOfSet(series) ? retirementDayOf(series.facts) : null;
    const cellsOfKind = cells[series.kind];
    for (let i = months.seriesStart[index]! + 1; i < months.seriesStart[index + 1]!; i++) {
      const month = months.month[i]!;
      if (month > lastMonth) break;
      if (month <= firstMonth || months.month[i - 1] !== month - 1) continue;
      const stage = lifeStage(daysSince(retirement, dayByMonth[month - firstMonth]!));
      cellsOfKind[stage * monthCount + month - firstMonth - 1]!.push(months.logMedian[i]! - months.logMedian[i - 1]!);
    }
  }
  return cells;
}

/**
 * Growth of the sets, or of the minifigures, together, and by how much each kind and stage differs from it. What a
 * month did to all of them is taken off first, so that a difference shows long before growth itself stands out from
 * the ups and downs.
 */
function growthByStage(
  changes: Changes,
  monthCount: number,
  firstMonth: EpochMonth,
  season: readonly number[],
): MarketDrift['growthPerDay'] {
  const unseasoned = (cells: readonly (readonly number[])[], at: number): number =>
    typicalChange(cells) - seasonStep(season, firstMonth + at + 1);
  const ofSets = (areSets: boolean): { readonly together: readonly number[]; readonly common: number } => {
    const alike = SERIES_KINDS.filter((kind) => isOfSet({ kind }) === areSets);
    const ofMonth = Array.from({ length: monthCount }, (_, at) =>
      alike.flatMap((kind) => changes[kind].filter((_cell, cell) => cell % monthCount === at)),
    );
    const together = ofMonth.map(unseasoned);
    return { together, common: believedMean(together, ofMonth.map(trustOf)) };
  };
  const [sets, minifigs] = [ofSets(true), ofSets(false)];
  return byKind((kind) => {
    const { together, common } = isOfSet({ kind }) ? sets : minifigs;
    return Array.from({ length: LIFE_STAGES }, (_, stage) => {
      const cells = changes[kind].slice(stage * monthCount, (stage + 1) * monthCount);
      const apart = cells.map((cell, at) => unseasoned([cell], at) - together[at]!);
      const pairs = countOf(cells);
      const trust = pairs / (pairs + HALF_TRUST_PAIRS);
      const weights = cells.map((cell) => trustOf([cell]));
      return (common + trust * believedMean(apart, weights)) / DAYS_PER_MONTH;
    });
  });
}

/** What each calendar month adds to the growth of its kind and stage, cumulated to levels. */
function seasonByMonth(changes: Changes, monthCount: number, firstMonth: EpochMonth): readonly number[] {
  const cells = SERIES_KINDS.flatMap((kind) =>
    Array.from({ length: LIFE_STAGES }, (_, stage) =>
      changes[kind].slice(stage * monthCount, (stage + 1) * monthCount),
    ),
  );
  const growth = cells.map((ofStage) => typicalChange(ofStage));
  const rest = Array.from({ length: monthCount }, (_, at) => {
    const ofMonth = cells.map((ofStage) => ofStage[at]!);
    return typicalChange(ofMonth, growth) * trustOf(ofMonth);
  });
  const years = monthCount / 12;
  const steps = Array.from({ length: 12 }, (_, calendarMonth) =>
    mean(rest.filter((_change, at) => (firstMonth + at + 1) % 12 === calendarMonth)),
  );
  const within =
    rest.reduce((sum, r, at) => sum + (r - steps[(firstMonth + at + 1) % 12]!) ** 2, 0) / (12 * (years - 1));
  const between = mean(steps.map((step) => step * step));
  const trust = between === 0 ? 0 : Math.max(0, 1 - within / years / between);
  return centred(cumulated(centred(steps.map((step) => step * trust))));
}

/** The mean of monthly changes, as far as it stands out from how they differ. */
function believedMean(changes: readonly number[], weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const count = weights.filter((weight) => weight > 0).length;
  if (count < 3) return 0;
  const average = changes.reduce((sum, change, at) => sum + weights[at]! * change, 0) / total;
  const squares = changes.reduce((sum, change, at) => sum + (weights[at]! * (change - average)) ** 2, 0);
  const error = (squares / (total * total)) * (count / (count - 1));
  return average === 0 ? 0 : average * Math.max(0, 1 - (2 * error) / (average * average));
}

function countOf(cells: readonly (readonly number[])[]): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0);
}

function trustOf(cells: readonly (readonly number[])[]): number {
  const count = countOf(cells);
  return count / (count + HALF_TRUST_SERIES);
}

/** The median of the changes in all cells, each less its cell's `growth`; 0 when there are none. */
function typicalChange(cells: readonly (readonly number[])[], growth?: readonly number[]): number {
  const all = new Float64Array(countOf(cells));
  let count = 0;
  for (let cell = 0; cell < cells.length; cell++) {
    const less = growth === undefined ? 0 : growth[cell]!;
    const ofCell = cells[cell]!;
    for (let i = 0; i < ofCell.length; i++) all[count++] = ofCell[i]! - less;
  }
  return count === 0 ? 0 : medianInPlace(all, count);
}

function seasonStep(season: readonly number[], month: EpochMonth): number {
  return season[month % 12]! - season[(month + 11) % 12]!;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function centred(numbers: readonly number[]): number[] {
  const average = mean(numbers);
  return numbers.map((number) => number - average);
}

function cumulated(numbers: readonly number[]): number[] {
  let sum = 0;
  return numbers.map((number) => (sum += number));
}

/** About this many sales are looked at; more would not change what is learned from their months. */
const ENOUGH_SALES = 300_000;

/**
 * The median log price of each month with sales, for every `stride`-th series: those of series `stride * s` are
 * `[seriesStart[s], seriesStart[s + 1])`.
 */
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
