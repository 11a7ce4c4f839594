import type { Condition, EpochDay } from '@brickmarket/domain';
import { RandomStream } from '../random/random-stream.ts';

/** Logarithm of cents. */
export interface ValuePath {
  logCents(condition: Condition, day: EpochDay): number;
}

// Destructured once: jest intercepts globals, so reading Math each time is three times as slow there.
const { abs, exp, floor, max, min } = Math;

const DAYS_PER_WEEK = 7;

/** One value per week, interpolated linearly. */
export class WeeklyCurve {
  private readonly knots: Float64Array;
  private readonly firstWeek: number;

  constructor(firstDay: EpochDay, lastDay: EpochDay) {
    this.firstWeek = weekOf(firstDay);
    this.knots = new Float64Array(max(2, weekOf(lastDay) - this.firstWeek + 2));
  }

  fill(valueOn: (day: EpochDay) => number): void {
    for (let i = 0; i < this.knots.length; i++) this.knots[i] = valueOn((this.firstWeek + i) * DAYS_PER_WEEK);
  }

  /** Constant before the first and after the last week. */
  at(day: EpochDay): number {
    const position = min(max(day / DAYS_PER_WEEK - this.firstWeek, 0), this.knots.length - 1);
    const before = min(floor(position), this.knots.length - 2);
    return this.knots[before]! + (this.knots[before + 1]! - this.knots[before]!) * (position - before);
  }
}

function weekOf(day: EpochDay): number {
  return floor(day / DAYS_PER_WEEK);
}

const DAYS_PER_YEAR = 365.2425;

/** Seasonal price effect, from -0.5 (February, August) to 1 (early December). */
export function seasonalMood(day: EpochDay): number {
  return MOOD_BY_DAY[floor(day % DAYS_PER_YEAR)]!;
}

/** Seasonal factor on sales, from 0.85 in summer to almost 2 before the holidays. */
export function seasonalTrade(day: EpochDay): number {
  return 0.95 + 0.9 * max(0, seasonalMood(day)) + 0.2 * min(0, seasonalMood(day));
}

const MOOD_BY_DAY = Float64Array.from(
  { length: 366 },
  (_, dayOfYear) => bump(dayOfYear, 338, 24) - 0.45 * bump(dayOfYear, 45, 30) - 0.5 * bump(dayOfYear, 220, 40),
);

/** Gaussian around a day of the year, continuous over New Year. */
function bump(dayOfYear: number, centre: number, width: number): number {
  const apart = abs(dayOfYear - centre);
  const distance = min(apart, DAYS_PER_YEAR - apart) / width;
  return exp(-0.5 * distance * distance);
}

const CHANCE_PER_WEEK = 0.0018;
const WEEKS_TO_SETTLE = 4;

/** About one in ten years per item, spread over four weeks; 58 % upwards. */
export class RegimeJumps {
  private pending = 0;
  private weeksLeft = 0;

  constructor(private readonly stream: RandomStream) {}

  nextWeek(): number {
    if (this.stream.chance(CHANCE_PER_WEEK)) {
      this.pending = (this.stream.chance(0.58) ? 1 : -1) * this.stream.between(0.12, 0.5);
      this.weeksLeft = WEEKS_TO_SETTLE;
    }
    if (this.weeksLeft === 0) return 0;
    this.weeksLeft--;
    return this.pending / WEEKS_TO_SETTLE;
  }
}
