import { type EpochDay, firstDayOfMonth, monthOfDay } from '@brickmarket/domain';
import { type ItemSeries, retirementDayOf, type SeriesKind } from './market.ts';
import { byKind, isOfSet } from './price-behaviour.ts';

/** Days since retirement at which a new stage of appreciation begins. Stage 0 is everything before retirement. */
const STAGE_STARTS_DAYS: readonly number[] = [0, 183, 365, 2 * 365, 4 * 365];

/** How many stages there are. */
export const LIFE_STAGES = STAGE_STARTS_DAYS.length + 1;

/** The stage an item is in so many days after its retirement (negative before); 0 when it never retires. */
export function lifeStage(daysSinceRetirement: number | null): number {
  if (daysSinceRetirement === null) return 0;
  let stage = 0;
  while (stage < STAGE_STARTS_DAYS.length && daysSinceRetirement >= STAGE_STARTS_DAYS[stage]!) stage++;
  return stage;
}

/** The first day since retirement of a stage; stage 0 has none. */
export function stageStartDays(stage: number): number {
  return STAGE_STARTS_DAYS[stage - 1] ?? Number.NEGATIVE_INFINITY;
}

/** Days from retirement to a day; null for an item without a retirement. */
export function daysSince(retirementDay: EpochDay | null, day: EpochDay): number | null {
  return retirementDay === null ? null : day - retirementDay;
}

/**
 * How the whole market moves between two days, beside what single items do: growth by stage of life and a yearly
 * season. Sales are brought forward by it to the day of the value, so that an old sale tells about today.
 * Plain data: a run stores it, and an incremental run uses the stored one.
 */
export interface MarketDrift {
  /** Natural logarithm per day, by kind and life stage. */
  readonly growthPerDay: Readonly<Record<SeriesKind, readonly number[]>>;
  /** Log level of each calendar month (January first) against the year; sums to 0. */
  readonly seasonByMonth: readonly number[];
}

/** A market that stands still: what is assumed before there is a year to learn from. */
export const NO_DRIFT: MarketDrift = {
  growthPerDay: byKind(() => Array.from({ length: LIFE_STAGES }, () => 0)),
  seasonByMonth: Array.from({ length: 12 }, () => 0),
};

/**
 * Brings log prices of past days forward to the as-of day and on to the day the next sale is expected, `horizonDays`
 * later. The season's table is built once for all items.
 */
export class DriftForward {
  /** Season expected for the next sale less the season of the day so many days before the as-of day. */
  private readonly seasonByAge: Float64Array;
  private readonly growthByKind: Readonly<Record<SeriesKind, StagedGrowth>>;
  private growth: StagedGrowth;
  // A NaN for what never retires would make V8 give up the code it has compiled for sets when the first minifig comes.
  private retires = false;
  private retirementAge = 0;
  private growthAtHorizon = 0;

  constructor(
    drift: MarketDrift,
    readonly asOf: EpochDay,
    longestAgeDays: number,
    private readonly horizonDays: number,
  ) {
    this.seasonByAge = new Float64Array(longestAgeDays + 1);
    const today = seasonOn(drift, asOf + horizonDays);
    for (let age = 0; age <= longestAgeDays; age++) this.seasonByAge[age] = today - seasonOn(drift, asOf - age);
    this.growthByKind = byKind((kind) => stagedGrowth(drift.growthPerDay[kind]));
    this.growth = this.growthByKind.sealed;
  }

  /** Chooses the item whose sales come next. */
  select(series: ItemSeries): void {
    const retirement = isOfSet(series) ? retirementDayOf(series.facts) : null;
    this.retires = retirement !== null;
    this.retirementAge = retirement === null ? 0 : this.asOf - retirement;
    this.growth = this.growthByKind[series.kind];
    this.growthAtHorizon = this.growthUntil(this.retirementAge + this.horizonDays);
  }

  /** What to add to the log price of a sale so many days before the as-of day. */
  shift(ageDays: number): number {
    const growth = this.retires
      ? this.growthAtHorizon - this.growthUntil(this.retirementAge - ageDays)
      : this.growth.perDay[0]! * (ageDays + this.horizonDays);
    return this.seasonByAge[ageDays]! + growth;
  }

  /** Log growth from retirement to so many days after it; negative days count back on the growth before it. */
  private growthUntil(daysSinceRetirement: number): number {
    const { perDay, before } = this.growth;
    if (daysSinceRetirement < 0) return perDay[0]! * daysSinceRetirement;
    const stage = lifeStage(daysSinceRetirement);
    return before[stage]! + perDay[stage]! * (daysSinceRetirement - stageStartDays(stage));
  }
}

interface StagedGrowth {
  /** By stage. */
  readonly perDay: Float64Array;
  /** From retirement to the first day of each stage after it. */
  readonly before: Float64Array;
}

function stagedGrowth(perDay: readonly number[]): StagedGrowth {
  const before = new Float64Array(LIFE_STAGES);
  for (let stage = 2; stage < LIFE_STAGES; stage++) {
    before[stage] = before[stage - 1]! + perDay[stage - 1]! * (stageStartDays(stage) - stageStartDays(stage - 1));
  }
  return { perDay: Float64Array.from(perDay), before };
}

/** The season's log level on a day: the month's in its middle, linear in between. */
function seasonOn(drift: MarketDrift, day: EpochDay): number {
  const month = monthOfDay(day);
  const first = firstDayOfMonth(month);
  const length = firstDayOfMonth(month + 1) - first;
  const fromMiddle = (day - first + 0.5) / length - 0.5;
  const here = drift.seasonByMonth[month % 12]!;
  const there = drift.seasonByMonth[(fromMiddle < 0 ? month + 11 : month + 1) % 12]!;
  return here + (there - here) * Math.abs(fromMiddle);
}
