import { type EpochDay, type EpochMonth, firstDayOfMonth, monthOfDay } from '@brickmarket/domain';
import { daysSince, lifeStage, LIFE_STAGES } from './life-stage.ts';
import { type ItemSeries, type Market, retirementDayOf, SERIES_KINDS, type SeriesKind } from './market.ts';
import { type MarketDrift, NO_DRIFT } from './market-drift.ts';
import type { MarketMonths } from './market-months.ts';
import { medianInPlace } from './median-in-place.ts';

const DAYS_PER_MONTH = 365.25 / 12;
/** Growth and season are told apart over whole years only; more than this many are not looked back. */
const LONGEST_YEARS = 3;
/** A change learned from as many pairs of months counts half; from few it is nearly ignored. */
const HALF_TRUST_PAIRS = 300;

/**
 * Learns how the market moves from all series at once: the typical change from one month's median to the next month's
 * of the same series, by kind and life stage (growth), and what each calendar month adds to it (season).
 * Uses the whole years that ended before the as-of day's month; less than one year teaches nothing.
 */
export function learnDrift(market: Market, months: MarketMonths, asOf: EpochDay): MarketDrift {
  const lastMonth = monthOfDay(asOf + 1) - 1;
  const years = Math.min(LONGEST_YEARS, Math.floor((lastMonth - months.earliest) / 12));
  if (years < 1) return NO_DRIFT;
  const pairs = collectPairs(market, months, lastMonth - 12 * years, lastMonth);
  let season: readonly number[] = NO_DRIFT.seasonByMonth;
  let growth = growthByStage(pairs, season);
  season = seasonByMonth(pairs, growth);
  growth = growthByStage(pairs, season);
  return { growthPerDay: growth, seasonByMonth: season };
}

/** Changes from one month to the next, grouped by what explains them. */
interface MonthPairs {
  readonly kind: SeriesKind;
  readonly stage: number;
  /** Of the later month, 0 is January. */
  readonly calendarMonth: number;
  readonly logChange: number[];
}

function collectPairs(
  market: Market,
  months: MarketMonths,
  firstMonth: EpochMonth,
  lastMonth: EpochMonth,
): readonly MonthPairs[] {
  const cells = SERIES_KINDS.map((kind) =>
    Array.from({ length: LIFE_STAGES * 12 }, (_, cell): MonthPairs => ({
      kind,
      stage: Math.floor(cell / 12),
      calendarMonth: cell % 12,
      logChange: [],
    })),
  );
  const dayByMonth = Array.from({ length: lastMonth - firstMonth + 1 }, (_, i) => firstDayOfMonth(firstMonth + i));
  for (let index = 0; index < months.seriesStart.length - 1; index++) {
    const series = market.series[index * months.stride]!;
    const retirement = stagedRetirement(series);
    const cellsOfKind = cells[SERIES_KINDS.indexOf(series.kind)]!;
    for (let i = months.seriesStart[index]! + 1; i < months.seriesStart[index + 1]!; i++) {
      const month = months.month[i]!;
      if (month > lastMonth) break;
      if (month <= firstMonth || months.month[i - 1] !== month - 1) continue;
      const stage = lifeStage(daysSince(retirement, dayByMonth[month - firstMonth]!));
      cellsOfKind[stage * 12 + (month % 12)]!.logChange.push(months.logMedian[i]! - months.logMedian[i - 1]!);
    }
  }
  return cells.flat();
}

function stagedRetirement(series: ItemSeries): EpochDay | null {
  return series.kind === 'minifig' ? null : retirementDayOf(series.facts);
}

function growthByStage(pairs: readonly MonthPairs[], season: readonly number[]): MarketDrift['growthPerDay'] {
  const growth = (kind: SeriesKind, stage: number): number => {
    const cells = pairs.filter((cell) => cell.kind === kind && cell.stage === stage);
    return typicalChange(cells, (cell) => seasonStep(season, cell.calendarMonth)) / DAYS_PER_MONTH;
  };
  const stages = (kind: SeriesKind): number[] => Array.from({ length: LIFE_STAGES }, (_, stage) => growth(kind, stage));
  return { sealed: stages('sealed'), used: stages('used'), minifig: stages('minifig') };
}

function seasonByMonth(pairs: readonly MonthPairs[], growth: MarketDrift['growthPerDay']): readonly number[] {
  const steps = Array.from({ length: 12 }, (_, month) =>
    typicalChange(
      pairs.filter((cell) => cell.calendarMonth === month),
      (cell) => growth[cell.kind][cell.stage]! * DAYS_PER_MONTH,
    ),
  );
  return centred(cumulated(centred(steps)));
}

/** The median of what the explanation leaves of each change, drawn to 0 when there are few. */
function typicalChange(cells: readonly MonthPairs[], explained: (cell: MonthPairs) => number): number {
  const rest = new Float64Array(cells.reduce((sum, cell) => sum + cell.logChange.length, 0));
  let count = 0;
  for (const cell of cells) {
    const known = explained(cell);
    for (let i = 0; i < cell.logChange.length; i++) rest[count++] = cell.logChange[i]! - known;
  }
  return count === 0 ? 0 : (medianInPlace(rest, count) * count) / (count + HALF_TRUST_PAIRS);
}

function seasonStep(season: readonly number[], calendarMonth: number): number {
  return season[calendarMonth]! - season[(calendarMonth + 11) % 12]!;
}

function centred(numbers: readonly number[]): number[] {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return numbers.map((number) => number - mean);
}

function cumulated(numbers: readonly number[]): number[] {
  let sum = 0;
  return numbers.map((number) => (sum += number));
}
