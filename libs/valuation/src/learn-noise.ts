import type { PairedSeries } from './paired-series.ts';
import type { KindBehaviour } from './price-behaviour.ts';
import { quantileInPlace } from './quantiles.ts';

/** Where fewer than this share of prices move at all, those that do are looked at alone. */
export const STICKY_SHARE = 0.8;
export const SMALLEST_NOISE = 2e-6;
const SMALLEST_WANDER = 1e-7;
/** Normal deviations between the quartiles; median absolute deviation of a normal spread. */
const QUARTILES_APART = 1.349;
/**
 * Shares of the wandering of pairs that are tried, for months of so many days; a sale pulls and misses by no more
 * than this.
 */
const WANDER_SHARES = [1, 0.7, 0.5, 0.35, 0.25, 0.15] as const;
const MONTH_DAYS = 30;
const CLIPPED_DEVIATIONS = 2.5;
const FARTHEST_MISS = 0.5;

/**
 * How much of what prices of pairs drift apart is to be followed: growth, season and moods that come and go drive
 * pairs apart, too, and who follows those follows noise. The share with which the level before each month was nearest
 * to the month's sales.
 */
export function learnWanderShare(sample: readonly PairedSeries[], { noise, wanderPerDay }: KindBehaviour): number {
  let [best, least] = [1, Number.POSITIVE_INFINITY];
  for (const share of WANDER_SHARES) {
    let missed = 0;
    for (const one of sample) missed += missedByMonths(one, noise, share * wanderPerDay);
    if (missed >= least) continue;
    least = missed;
    best = share;
  }
  return best;
}

/**
 * The sum of how far the sales of a series lay from the level before their month, as a filter that wanders so fast
 * saw it.
 */
function missedByMonths({ day, logPrice }: PairedSeries, noise: number, wanderPerDay: number): number {
  let level = logPrice[0]!;
  let variance = noise;
  let before = level;
  let monthEnd = day[0]! + MONTH_DAYS;
  let missed = 0;
  for (let at = 1; at < day.length; at++) {
    if (day[at]! > monthEnd) {
      before = level;
      monthEnd = day[at]! + MONTH_DAYS - 1;
    }
    missed += Math.min(Math.abs(logPrice[at]! - before), FARTHEST_MISS);
    variance += wanderPerDay * (day[at]! - day[at - 1]!);
    const total = variance + noise;
    const reach = CLIPPED_DEVIATIONS * Math.sqrt(total);
    level += (variance / total) * Math.min(Math.max(logPrice[at]! - level, -reach), reach);
    variance -= (variance * variance) / total;
  }
  return missed;
}

/**
 * The variance of a normal spread with the same quartiles, around the median: growth that all share does not count.
 * Prices that stay the same to the cent (listings that nobody touches) are counted apart, or the quartiles would say
 * nothing.
 */
export function coreVariance(changes: readonly number[]): number {
  const moved = changes.filter((change) => change !== 0);
  const isSticky = moved.length < STICKY_SHARE * changes.length;
  const values = new Float64Array(isSticky ? moved : changes);
  if (values.length === 0) return 0;
  const apart = quantileInPlace(values, values.length, 0.75) - quantileInPlace(values, values.length, 0.25);
  return (isSticky ? moved.length / changes.length : 1) * (apart / QUARTILES_APART) ** 2;
}

/**
 * How much of the noise is believed where a share of prices stay the same to the cent, which noise would not let them.
 */
export function soundShare(unmoved: number): number {
  return Math.max(0, 1 - unmoved / (1 - STICKY_SHARE)) ** 2;
}

export interface LagPoint {
  readonly days: number;
  readonly variance: number;
  readonly count: number;
}

/**
 * Two sales differ by twice the noise and by what the level wandered between them: a line, fitted by relative error.
 */
export function fitLine(
  points: readonly LagPoint[],
  assumed: KindBehaviour,
  sound: number,
): { noise: number; wanderPerDay: number } {
  if (points.length === 0) return assumed;
  const line = (fixedNoise: number | null): { noise: number; wanderPerDay: number } => {
    let [w, wx, wxx, wy, wxy] = [0, 0, 0, 0, 0];
    for (const { days, variance, count } of points) {
      const weight = Math.min(count, 5_000) / (variance + 4 * SMALLEST_NOISE) ** 2;
      w += weight;
      wx += weight * days;
      wxx += weight * days * days;
      wy += weight * variance;
      wxy += weight * days * variance;
    }
    if (fixedNoise !== null) return { noise: fixedNoise, wanderPerDay: (wxy - 2 * fixedNoise * wx) / wxx };
    const determinant = w * wxx - wx * wx;
    if (determinant <= 1e-9 * w * wxx) {
      const wander = Math.min(assumed.wanderPerDay, wy / wx / 2);
      return { noise: (wy - wander * wx) / w / 2, wanderPerDay: wander };
    }
    return { noise: (wy * wxx - wx * wxy) / determinant / 2, wanderPerDay: (w * wxy - wx * wy) / determinant };
  };
  let fit = line(null);
  if (sound < 1) fit = line(Math.max(SMALLEST_NOISE, sound * fit.noise));
  if (fit.noise < SMALLEST_NOISE) fit = line(SMALLEST_NOISE);
  else if (fit.wanderPerDay < SMALLEST_WANDER) {
    const mean = points.reduce((sum, { variance, count }) => sum + variance * count, 0);
    fit = { noise: mean / points.reduce((sum, { count }) => sum + count, 0) / 2, wanderPerDay: SMALLEST_WANDER };
  }
  return {
    noise: Math.max(fit.noise, SMALLEST_NOISE),
    wanderPerDay: Math.max(fit.wanderPerDay, SMALLEST_WANDER),
  };
}
