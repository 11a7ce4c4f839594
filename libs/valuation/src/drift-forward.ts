import { type EpochDay, firstDayOfMonth, monthOfDay } from '@brickmarket/domain';
import { LIFE_STAGES, lifeStage, stageStartDays } from './life-stage.ts';
import { type ItemSeries, retirementDayOf, type SeriesKind } from './market.ts';
import type { MarketDrift } from './market-drift.ts';

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
    const { sealed, used, minifig } = drift.growthPerDay;
    this.growthByKind = { sealed: stagedGrowth(sealed), used: stagedGrowth(used), minifig: stagedGrowth(minifig) };
    this.growth = this.growthByKind.sealed;
  }

  /** Chooses the item whose sales come next. */
  select(series: ItemSeries): void {
    const retirement = series.kind === 'minifig' ? null : retirementDayOf(series.facts);
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
