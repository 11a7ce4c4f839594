import {
  type Cents,
  type EpochDay,
  type EpochMonth,
  firstDayOfMonth,
  roundHalfAwayFromZero,
} from '@brickmarket/domain';
import { BASELINES } from '../backtest/baselines.ts';
import { type ItemFacts, type ItemSeries, type Market, retirementDayOf } from '../kernel/market.ts';
import { firstAfterDay } from '../kernel/sale-columns.ts';
import { judge, type Judgement, scoreOf } from './gate.ts';
import { classIn, isHeld, pinballLoss, type Quantiles, Spread } from './spread.ts';

/** How many months ahead prices are forecast. */
export const FORECAST_MONTHS = [6, 12] as const;
export type ForecastMonths = (typeof FORECAST_MONTHS)[number];

/** What a forecast of prices has to beat: prices as they are, and the growth of each theme so far. */
export type PriceRival = 'unchanged' | 'theme';
const PRICE_RIVALS: readonly PriceRival[] = ['unchanged', 'theme'];
const HELD_BOUNDS = { least: 77, most: 83 } as const;

/** Days since a set left the shelves at which prices begin to move otherwise. */
const STAGE_STARTS = [-270, -180, -90, 0, 90, 180, 365, 730, 1095, 1825] as const;
/** The last stage: on sale, and not assumed to leave within a year. */
const ON_SALE_DAYS = 365;
const ON_SALE = STAGE_STARTS.length + 1;
const STAGES = ON_SALE + 1;
/** Classes of price over list price, as a logarithm; the last class is for what has no list price. */
const OVER_LIST_STARTS = [-0.5, -0.3, -0.15, -0.05, 0.05, 0.2, 0.4, 0.7, 1.1] as const;
const NO_LIST = OVER_LIST_STARTS.length + 1;
const CLASSES = NO_LIST + 1;

/** All sets count for a stage as so many of its own changes, a stage for a cell, and all sets for a theme. */
const PSEUDO_CHANGES = { stage: 100, cell: 50, theme: 50 } as const;
/** Share of the weight of a change that is left a year later. */
const YEARLY_MEMORY = 0.5;
/** Changes that begin in fewer months teach one season as if it were growth; a month counts from so many on. */
const FEWEST_START_MONTHS = 12;
const FEWEST_IN_MONTH = 20;

/** Quantiles of the log change of a price, by stage and price over list price. Plain data. */
export type ChangeTable = readonly (readonly Quantiles[])[];

/** A table of changes over some months, and whether it has earned being shown. */
export interface JudgedChanges extends Judgement<PriceRival> {
  /** Null when the past is too short to learn from. */
  readonly table: ChangeTable | null;
}

/** What a copy is expected to cost. */
export interface PriceRange {
  readonly lowCents: Cents;
  readonly middleCents: Cents;
  readonly highCents: Cents;
}

/** What a copy that costs so much on a day will cost, with an 80 % range, by a table. */
export function forecastPrice(table: ChangeTable, facts: ItemFacts, cents: Cents, today: EpochDay): PriceRange {
  const [low, middle, high] = table[stageOf(facts, today)]![classOf(facts, Math.log(cents))]!;
  const after = (change: number): Cents => roundHalfAwayFromZero(cents * Math.exp(change));
  return { lowCents: after(low), middleCents: after(middle), highCents: after(high) };
}

/** Log prices of series at the ends of months: the median of 30, else 90 days; NaN where nothing was sold. */
export interface MonthlyLevels {
  readonly first: EpochMonth;
  readonly last: EpochMonth;
  /** With sales only. */
  readonly series: readonly { readonly facts: ItemFacts; readonly level: Float32Array }[];
}

/** The levels of one kind of series up to and including a month. */
export function monthlyLevels(
  market: Market,
  kind: ItemSeries['kind'],
  first: EpochMonth,
  last: EpochMonth,
): MonthlyLevels {
  const { sales } = market;
  const ends = Array.from({ length: last - first + 1 }, (_, at) => firstDayOfMonth(first + at + 1) - 1);
  const ofKind = market.series.filter((series) => series.kind === kind && series.end > series.start);
  return {
    first,
    last,
    series: ofKind.map(({ facts, start, end }) => ({
      facts,
      level: Float32Array.from(ends, (day) => {
        const knownEnd = firstAfterDay(sales, start, end, day);
        return Math.log(BASELINES.median30d(sales, start, knownEnd, day));
      }),
    })),
  };
}

/** Learns how prices change over some months, and judges that by the years before, each by what was known then. */
export function judgeChanges(levels: MonthlyLevels, horizon: ForecastMonths): JudgedChanges {
  const origins = [];
  for (let origin = levels.last - horizon; ; origin -= 12) {
    const learned = learnChanges(levels, origin, horizon);
    if (learned === null) break;
    const score = compare(levels, learned, origin, horizon);
    if (score !== null) origins.unshift(score);
  }
  return {
    ...judge(origins, PRICE_RIVALS, HELD_BOUNDS),
    table: learnChanges(levels, levels.last, horizon)?.table ?? null,
  };
}

interface LearnedChanges {
  readonly table: ChangeTable;
  readonly unchanged: Quantiles;
  readonly ofTheme: (theme: string | null) => Quantiles;
}

/** Null when the months up to and including `through` are too few. */
function learnChanges(levels: MonthlyLevels, through: EpochMonth, horizon: number): LearnedChanges | null {
  const starts = Math.max(through - horizon - levels.first + 1, 0);
  const changesFrom = new Int32Array(starts);
  const all = new Spread();
  const stages = Array.from({ length: STAGES }, () => new Spread());
  const cells = stages.map(() => Array.from({ length: CLASSES }, () => new Spread()));
  const themes = new Map<string | null, Spread>();
  const days = Array.from({ length: starts }, (_, at) => firstDayOfMonth(levels.first + at + 1) - 1);
  const weights = days.map((_, at) => YEARLY_MEMORY ** ((starts - 1 - at) / 12));
  for (const { facts, level } of levels.series) {
    let theme = themes.get(facts.theme);
    if (theme === undefined) themes.set(facts.theme, (theme = new Spread()));
    for (let at = 0; at < starts; at++) {
      const change = level[at + horizon]! - level[at]!;
      if (Number.isNaN(change)) continue;
      changesFrom[at]!++;
      const stage = stageOf(facts, days[at]!);
      for (const spread of [all, stages[stage]!, cells[stage]![classOf(facts, level[at]!)]!, theme])
        spread.add(change, weights[at]!);
    }
  }
  if (changesFrom.filter((changes) => changes >= FEWEST_IN_MONTH).length < FEWEST_START_MONTHS) return null;
  const table = cells.map((ofStage, stage) => {
    const drawn = stages[stage]!.drawnTo(all, PSEUDO_CHANGES.stage);
    return ofStage.map((cell) => cell.drawnTo(drawn, PSEUDO_CHANGES.cell).quantiles());
  });
  const [low, , high] = all.quantiles();
  const growth = new Map(
    [...themes].map(([name, spread]) => [name, spread.drawnTo(all, PSEUDO_CHANGES.theme).quantiles()]),
  );
  return { table, unchanged: [low, 0, high], ofTheme: (theme) => growth.get(theme)! };
}

function compare({ first, series }: MonthlyLevels, learned: LearnedChanges, origin: EpochMonth, horizon: number) {
  const at = origin - first;
  const day = firstDayOfMonth(origin + 1) - 1;
  const compared = series.flatMap(({ facts, level }) => {
    const change = level[at + horizon]! - level[at]!;
    if (Number.isNaN(change)) return [];
    const ours = learned.table[stageOf(facts, day)]![classOf(facts, level[at]!)]!;
    const loss = (quantiles: Quantiles): number => 100 * pinballLoss(quantiles, change);
    const rivals = { unchanged: loss(learned.unchanged), theme: loss(learned.ofTheme(facts.theme)) };
    return [{ isHeld: isHeld(ours, change), loss: loss(ours), rivals }];
  });
  return scoreOf(origin, PRICE_RIVALS, compared);
}

function stageOf(facts: ItemFacts, day: EpochDay): number {
  // The catalog does not say since when an exit day was known: one that lies ahead counts as unknown.
  const isAhead = facts.exitDay !== null && facts.exitDay > day;
  const retirement = retirementDayOf(isAhead ? { ...facts, exitDay: null } : facts);
  if (retirement === null || retirement - day > ON_SALE_DAYS) return ON_SALE;
  return classIn(STAGE_STARTS, day - retirement);
}

function classOf({ listPriceCents }: ItemFacts, logCents: number): number {
  if (listPriceCents === null || listPriceCents <= 0) return NO_LIST;
  return classIn(OVER_LIST_STARTS, logCents - Math.log(listPriceCents));
}
