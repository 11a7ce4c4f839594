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
  private retirementAge = Number.NaN;
  private growthAtHorizon = 0;

  constructor(drift: MarketDrift, readonly asOf: EpochDay, longestAgeDays: number, private readonly horizonDays: number) {
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
    this.retirementAge = retirement === null ? Number.NaN : this.asOf - retirement;
    this.growth = this.growthByKind[series.kind];
    this.growthAtHorizon = this.growthUntil(this.retirementAge + this.horizonDays);
  }

  /** What to add to the log price of a sale so many days before the as-of day. */
  shift(ageDays: number): number {
    const growth = Number.isNaN(this.retirementAge)
      ? this.growth.perDay[0]! * (ageDays + this.horizonDays)
      : this.growthAtHorizon - this.growthUntil(this.retirementAge - ageDays);
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
  readonly perDay: readonly number[];
  /** From retirement to the first day of each stage after it. */
  readonly before: readonly number[];
}

function stagedGrowth(perDay: readonly number[]): StagedGrowth {
  const before = [0, 0];
  for (let stage = 2; stage < LIFE_STAGES; stage++) {
    before.push(before[stage - 1]! + perDay[stage - 1]! * (stageStartDays(stage) - stageStartDays(stage - 1)));
  }
  return { perDay, before };
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
