import type { EpochDay } from '@brickmarket/domain';
import { type ItemSeries, type Market, retirementDayOf, type SeriesKind } from './market.ts';
import {
  ASSUMED_BEHAVIOUR,
  byKind,
  cellFactor,
  isOfSet,
  type KindBehaviour,
  MOMENTUM_DAYS,
  MOMENTUM_REACH_DAYS,
  PRICE_BANDS,
  priceBand,
  type PriceBehaviour,
} from './price-behaviour.ts';
import { medianInPlace, medianOf } from './quantiles.ts';
import { dayRepresentatives, firstAfterDay } from './sale-columns.ts';

/** Sales older than this say little about how prices behave now; days. */
const LOOK_BACK_DAYS = 730;
/** About this many sales are looked at; more would not change what is learned. */
const ENOUGH_SALES = 100_000;
/**
 * Pairs are gathered by the days between them: up to these many days; further apart they tell more of growth than of
 * wandering.
 */
const LAG_ENDS = [2, 5, 10, 20, 35, 60, 100] as const;
/** Besides each sale and the next one, pairs about so many days apart. */
const LAG_TARGETS = [7, 30, 60, 90] as const;
/** Below this many pairs a kind keeps what is assumed; a band or theme counts half from as many on. */
const FEWEST_PAIRS = 60;
const HALF_TRUST_PAIRS = 150;
/** Where fewer than this share of prices move at all, those that do are looked at alone. */
const STICKY_SHARE = 0.8;
/** Items with at least so many pairs show how items differ. */
const TELLING_PAIRS = 10;
export const SMALLEST_NOISE = 2e-6;
const SMALLEST_WANDER = 1e-7;
/** Normal deviations between the quartiles; median absolute deviation of a normal spread. */
const QUARTILES_APART = 1.349;
const MAD_TO_SIGMA = 1.4826;
/** The same for the lesser of two deviations, and what makes a single one comparable with it. */
const LESSER_TO_SIGMA = 2.62;
const LESSER_OF_ONE = 0.566;
/** The logarithm of a scale estimated by a median of n pairs has about this variance, divided by n. */
const LOG_SCALE_VARIANCE = 1.4;
/** Beyond this many deviations a change is no noise: either an outlier or a change of level. */
const FAR_DEVIATIONS = 4;
/**
 * Shares of the wandering of pairs that are tried, for months of so many days; a sale pulls and misses by no more
 * than this.
 */
const WANDER_SHARES = [1, 0.7, 0.5, 0.35, 0.25, 0.15] as const;
const MONTH_DAYS = 30;
const CLIPPED_DEVIATIONS = 2.5;
const FARTHEST_MISS = 0.5;
/** Momentum has to bring the next prices nearer by more than chance. */
const TELLING_GAIN = 0.985;

/**
 * Learns from pairs of sales of one item, by the days between them, how prices behave: noise is what two sales differ
 * by however close together, wandering is what they differ by more the further apart. Robustly, by quartiles: a few
 * wrong rows or changes of level do not count as noise. What lies far off either stays (a change of level) or does not
 * (an outlier).
 */
export function learnBehaviour(market: Market, asOf: EpochDay): PriceBehaviour {
  const sample = gatherPairs(market, asOf);
  return byKind((kind) =>
    learnKind(
      kind,
      sample.filter((series) => series.kind === kind),
    ),
  );
}

/** The sales of a series that pairs are made of: one of each day, as log prices. */
interface PairedSeries {
  readonly kind: SeriesKind;
  readonly theme: string | null;
  readonly band: number;
  readonly day: Int32Array;
  readonly logPrice: Float64Array;
  /** The days around the retirement of the set; empty for others. */
  readonly turnFrom: EpochDay;
  readonly turnTo: EpochDay;
}

function gatherPairs({ sales, series }: Market, asOf: EpochDay): PairedSeries[] {
  const total = series.reduce((sum, { start, end }) => sum + end - start, 0);
  // Odd, so that the alternation of sealed and used series does not leave one of them out.
  const stride = Math.ceil(total / ENOUGH_SALES) | 1;
  const paired: PairedSeries[] = [];
  for (let index = 0; index < series.length; index += stride) {
    const one = series[index]!;
    const end = firstAfterDay(sales, one.start, one.end, asOf);
    const start = firstAfterDay(sales, one.start, end, asOf - LOOK_BACK_DAYS);
    if (end - start < 2) continue;
    const picked = dayRepresentatives(sales, start, end);
    if (picked.length < 2) continue;
    const logPrice = Float64Array.from(picked, (at) => Math.log(Math.max(1, sales.priceCents[at]!)));
    paired.push({
      kind: one.kind,
      theme: one.facts.theme,
      band: priceBand(medianInPlace(Float64Array.from(logPrice), logPrice.length)),
      day: Int32Array.from(picked, (at) => sales.day[at]!),
      logPrice,
      ...turnOf(one),
    });
  }
  return paired;
}

/** Around its retirement a set changes its price faster. */
const TURN_DAYS = { from: -60, to: 180 } as const;

/** The days of the turn of a series; none for minifigures and unknown retirements. */
export function turnOf(series: ItemSeries): { readonly turnFrom: EpochDay; readonly turnTo: EpochDay } {
  const retirement = isOfSet(series) ? retirementDayOf(series.facts) : null;
  if (retirement === null) return { turnFrom: 0, turnTo: 0 };
  return { turnFrom: retirement + TURN_DAYS.from, turnTo: retirement + TURN_DAYS.to };
}

function learnKind(kind: SeriesKind, sample: readonly PairedSeries[]): KindBehaviour {
  const assumed = ASSUMED_BEHAVIOUR[kind];
  const calm = LAG_ENDS.map(() => ({ changes: [] as number[], days: 0 }));
  let [pairs, unmoved] = [0, 0];
  for (const one of sample) {
    forEachPair(one, (from, to) => {
      const days = one.day[to]! - one.day[from]!;
      const bin = LAG_ENDS.findIndex((end) => days <= end);
      if (bin < 0 || isTurning(one, from, to)) return;
      const change = one.logPrice[to]! - one.logPrice[from]!;
      calm[bin]!.changes.push(change);
      calm[bin]!.days += days;
      if (change === 0) unmoved++;
      pairs++;
    });
  }
  if (pairs < FEWEST_PAIRS) return assumed;
  const points = calm
    .filter(({ changes }) => changes.length >= 20)
    .map(({ changes, days }) => ({
      days: days / changes.length,
      variance: coreVariance(changes),
      count: changes.length,
    }));
  const { noise, wanderPerDay } = fitLine(points, assumed, soundShare(unmoved / pairs));
  const first: KindBehaviour = { ...assumed, noise, wanderPerDay, pairs };
  const turnFactor = learnTurn(sample, first);
  const cells = learnCells(sample, { ...first, turnFactor });
  const scaled = { ...first, turnFactor, ...cells };
  const pseudoPairs = learnPseudoPairs(sample, scaled);
  return {
    ...scaled,
    wanderPerDay: wanderPerDay * learnWanderShare(sample, first),
    pseudoPairs,
    momentum: learnMomentum(sample),
    ...learnSurprises(sample, { ...scaled, pseudoPairs }),
  };
}

/**
 * How much of what prices of pairs drift apart is to be followed: growth, season and moods that come and go drive
 * pairs apart, too, and who follows those follows noise. The share with which the level before each month was nearest
 * to the month's sales.
 */
function learnWanderShare(sample: readonly PairedSeries[], { noise, wanderPerDay }: KindBehaviour): number {
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

function forEachPair({ day }: PairedSeries, take: (from: number, to: number) => void): void {
  for (let from = 0; from + 1 < day.length; from++) {
    take(from, from + 1);
    let to = from + 1;
    for (const target of LAG_TARGETS) {
      while (to < day.length && day[to]! - day[from]! < target) to++;
      if (to >= day.length) break;
      if (to > from + 1) take(from, to);
    }
  }
}

function isTurning({ day, turnFrom, turnTo }: PairedSeries, from: number, to: number): boolean {
  return day[to]! > turnFrom && day[from]! < turnTo;
}

/**
 * The variance of a normal spread with the same quartiles, around the median: growth that all share does not count.
 * Prices that stay the same to the cent (listings that nobody touches) are counted apart, or the quartiles would say
 * nothing.
 */
function coreVariance(changes: readonly number[]): number {
  const moved = changes.filter((change) => change !== 0);
  const isSticky = moved.length < STICKY_SHARE * changes.length;
  const sorted = Float64Array.from(isSticky ? moved : changes).sort();
  if (sorted.length === 0) return 0;
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;
  return (isSticky ? moved.length / changes.length : 1) * ((at(0.75) - at(0.25)) / QUARTILES_APART) ** 2;
}

/**
 * How much of the noise is believed where a share of prices stay the same to the cent, which noise would not let them.
 */
export function soundShare(unmoved: number): number {
  return Math.max(0, 1 - unmoved / (1 - STICKY_SHARE)) ** 2;
}

interface LagPoint {
  readonly days: number;
  readonly variance: number;
  readonly count: number;
}

/**
 * Two sales differ by twice the noise and by what the level wandered between them: a line, fitted by relative error.
 */
function fitLine(
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

/** The expected variance between two sales of an item of this scale. */
function expected({ noise, wanderPerDay, turnFactor }: KindBehaviour, days: number, turns: boolean): number {
  return 2 * noise + wanderPerDay * days * (turns ? turnFactor : 1);
}

/** How many times as fast prices wander in the turn, from the pairs a few weeks apart. */
function learnTurn(sample: readonly PairedSeries[], behaviour: KindBehaviour): number {
  const changes: number[] = [];
  let days = 0;
  for (const one of sample) {
    forEachPair(one, (from, to) => {
      const apart = one.day[to]! - one.day[from]!;
      if (apart < 20 || apart > 100 || one.day[from]! < one.turnFrom || one.day[to]! > one.turnTo) return;
      changes.push(one.logPrice[to]! - one.logPrice[from]!);
      days += apart;
    });
  }
  if (changes.length < FEWEST_PAIRS) return behaviour.pairs === 0 ? behaviour.turnFactor : 1.5;
  const wander = (coreVariance(changes) - 2 * behaviour.noise) / (days / changes.length);
  const factor = Math.min(Math.max(wander / behaviour.wanderPerDay, 1), 10);
  return 1 + ((factor - 1) * changes.length) / (changes.length + HALF_TRUST_PAIRS);
}

/** Factors on the deviation by price band and theme: the typical size of changes against what the kind lets expect. */
function learnCells(
  sample: readonly PairedSeries[],
  behaviour: KindBehaviour,
): Pick<KindBehaviour, 'byBand' | 'byTheme'> {
  const byBand = Array.from({ length: PRICE_BANDS }, () => [] as number[]);
  for (const one of sample) eachChange(one, behaviour, (deviations) => byBand[one.band]!.push(deviations));
  const bands = byBand.map(shrunkScale);
  const byTheme = new Map<string, number[]>();
  for (const one of sample) {
    if (one.theme === null) continue;
    let of = byTheme.get(one.theme);
    if (!of) byTheme.set(one.theme, (of = []));
    const ofTheme = of;
    eachChange(one, behaviour, (deviations) => ofTheme.push(deviations / bands[one.band]!));
  }
  return { byBand: bands, byTheme: Object.fromEntries([...byTheme].map(([theme, all]) => [theme, shrunkScale(all)])) };
}

function eachChange(one: PairedSeries, behaviour: KindBehaviour, take: (deviations: number) => void): void {
  for (let at = 1; at < one.day.length; at++) {
    const days = one.day[at]! - one.day[at - 1]!;
    if (days > LAG_ENDS.at(-1)!) continue;
    const variance = expected(behaviour, days, isTurning(one, at - 1, at));
    take(Math.abs(one.logPrice[at]! - one.logPrice[at - 1]!) / Math.sqrt(variance));
  }
}

function shrunkScale(deviations: number[]): number {
  if (deviations.length === 0) return 1;
  const moved = deviations.filter((deviation) => deviation !== 0);
  const share = moved.length / deviations.length;
  const typical = share < STICKY_SHARE ? Math.sqrt(share) * medianOf(moved) : medianOf(deviations);
  const scale = Math.min(Math.max(MAD_TO_SIGMA * (typical || 0), 0.1), 10);
  return Math.exp((Math.log(scale) * deviations.length) / (deviations.length + HALF_TRUST_PAIRS));
}

/** As how many pairs the kind counts for an item: the more alike the items are, the more. */
function learnPseudoPairs(sample: readonly PairedSeries[], behaviour: KindBehaviour): number {
  const logScales: number[] = [];
  let chance = 0;
  for (const one of sample) {
    const deviations: number[] = [];
    eachChange(one, behaviour, (deviation) => deviations.push(deviation));
    if (deviations.length < TELLING_PAIRS) continue;
    const cell = cellFactor(behaviour, one.theme, one.band);
    const scale = itemScale(deviations, deviations.length, cell, 0, new Float64Array(deviations.length + 1)) / cell;
    logScales.push(Math.log(Math.max(scale, 0.05)));
    chance += LOG_SCALE_VARIANCE / deviations.length;
  }
  if (logScales.length < 10) return behaviour.pseudoPairs;
  const between = coreVariance(logScales) - chance / logScales.length;
  return Math.min(Math.max(LOG_SCALE_VARIANCE / Math.max(between, 1e-3), 2), 60);
}

/** What lies far off: whether the next sale stays with it or goes back. And how heavy the tails of the others are. */
function learnSurprises(
  sample: readonly PairedSeries[],
  behaviour: KindBehaviour,
): Pick<KindBehaviour, 'outlierShare' | 'jumpsPerDay' | 'jumpVariance' | 'freedom'> {
  let [outliers, jumps, squares, sales, days] = [0, 0, 0, 0, 0];
  const near: number[] = [];
  for (const one of sample) {
    const { day, logPrice } = one;
    const deviations: number[] = [];
    eachChange(one, behaviour, (deviation) => deviations.push(deviation));
    const cell = cellFactor(behaviour, one.theme, one.band);
    const scratch = new Float64Array(deviations.length + 1);
    const factor = itemScale(deviations, deviations.length, cell, behaviour.pseudoPairs, scratch);
    for (let at = 1; at < day.length; at++) {
      const apart = day[at]! - day[at - 1]!;
      const sigma = factor * Math.sqrt(expected(behaviour, apart, isTurning(one, at - 1, at)));
      const change = logPrice[at]! - logPrice[at - 1]!;
      sales++;
      days += Math.min(apart, 100);
      if (Math.abs(change) < FAR_DEVIATIONS * sigma) {
        near.push(Math.abs(change) / sigma);
        continue;
      }
      if (at + 1 >= day.length) continue;
      const back = Math.abs(logPrice[at + 1]! - logPrice[at - 1]!);
      const on = Math.abs(logPrice[at + 1]! - logPrice[at]!);
      const reach = (FAR_DEVIATIONS / 2) * sigma;
      if (back < on && back < reach) {
        outliers++;
        // The way back is no change of level.
        at++;
      } else if (on < back && on < reach && back > 2 * reach) {
        jumps++;
        squares += Math.min(change * change, 1);
      }
    }
  }
  return {
    outlierShare: Math.min((outliers + 1) / (sales + 100), 0.3),
    jumpsPerDay: Math.min((jumps + 0.5) / (days + 2_000), 0.02),
    jumpVariance: (squares + 2 * ASSUMED_BEHAVIOUR.sealed.jumpVariance) / (jumps + 2),
    freedom: freedomOf(near),
  };
}

/**
 * Whether prices that have moved go on moving: which share of the last change, carried on, brings the next price
 * nearest. Noise would make them go back; averages over some weeks, as listings often are, go on.
 */
function learnMomentum(sample: readonly PairedSeries[]): number {
  const shares = Array.from({ length: 11 }, (_, at) => at / 10);
  const misses = shares.map(() => 0);
  let count = 0;
  for (const { day, logPrice } of sample) {
    let before = 0;
    for (let at = 1; at + 1 < day.length; at++) {
      while (before + 1 < at && day[at]! - day[before + 1]! >= MOMENTUM_DAYS.from) before++;
      const over = day[at]! - day[before]!;
      let next = at + 1;
      while (next + 1 < day.length && day[next]! - day[at]! < MOMENTUM_REACH_DAYS / 3) next++;
      const ahead = day[next]! - day[at]!;
      if (over < MOMENTUM_DAYS.from || over > MOMENTUM_DAYS.to || ahead > MOMENTUM_REACH_DAYS) continue;
      const carried = ((logPrice[at]! - logPrice[before]!) / over) * ahead;
      const change = logPrice[next]! - logPrice[at]!;
      count++;
      for (let i = 0; i < shares.length; i++) misses[i]! += Math.min(Math.abs(change - shares[i]! * carried), 0.5);
    }
  }
  if (count < FEWEST_PAIRS) return 0;
  const best = misses.indexOf(Math.min(...misses));
  return misses[best]! < TELLING_GAIN * misses[0]! ? shares[best]! : 0;
}

/** Degrees of freedom by how far the tails reach against the middle: 2.44 times for a normal spread. */
function freedomOf(deviations: number[]): number {
  if (deviations.length < FEWEST_PAIRS) return ASSUMED_BEHAVIOUR.sealed.freedom;
  const sorted = Float64Array.from(deviations).sort();
  const ratio = sorted[Math.floor(0.9 * sorted.length)]! / Math.max(sorted[sorted.length >>> 1]!, 1e-9);
  return Math.min(Math.max(1.2 / Math.max(ratio - 2.44, 0.03), 3), 30);
}

/**
 * The scale of an item's own prices, drawn to that of its kind, band and theme by how few they are. `deviations` are
 * the changes from each sale to the next. Of the changes before and after a sale the lesser counts: where every third
 * row is of something else, most changes are large, but most sound sales still have a sound neighbour. Reorders
 * `scratch`.
 */
export function itemScale(
  deviations: ArrayLike<number>,
  count: number,
  cell: number,
  pseudoPairs: number,
  scratch: Float64Array,
): number {
  if (count === 0) return cell;
  let moved = 0;
  for (let i = 0; i < count; i++) if (deviations[i] !== 0) scratch[moved++] = deviations[i]!;
  if (moved < STICKY_SHARE * count) {
    const own = moved === 0 ? 0 : MAD_TO_SIGMA * Math.sqrt(moved / count) * medianInPlace(scratch, moved);
    return (count * own + pseudoPairs * cell) / (count + pseudoPairs);
  }
  scratch[0] = deviations[0]! * LESSER_OF_ONE;
  for (let i = 1; i < count; i++) scratch[i] = Math.min(deviations[i - 1]!, deviations[i]!);
  scratch[count] = deviations[count - 1]! * LESSER_OF_ONE;
  return (count * LESSER_TO_SIGMA * medianInPlace(scratch, count + 1) + pseudoPairs * cell) / (count + pseudoPairs);
}
