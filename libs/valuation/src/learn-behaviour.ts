import { HALF_TRUST_PAIRS, itemScale, learnCells, learnPseudoPairs } from './item-scale.ts';
import { coreVariance, fitLine, learnWanderShare, soundShare } from './learn-noise.ts';
import type { SeriesKind } from './market.ts';
import { eachChange, expected, forEachPair, isTurning, LAG_ENDS, type PairedSeries } from './paired-series.ts';
import {
  ASSUMED_BEHAVIOUR,
  byKind,
  cellFactor,
  type KindBehaviour,
  MOMENTUM_DAYS,
  MOMENTUM_REACH_DAYS,
  type PriceBehaviour,
} from './price-behaviour.ts';
import { quantileInPlace } from './quantiles.ts';

/** Below this many pairs a kind keeps what is assumed; a band or theme counts half from as many on. */
const FEWEST_PAIRS = 60;
/** Beyond this many deviations a change is no noise: either an outlier or a change of level. */
const FAR_DEVIATIONS = 4;
/** Momentum has to bring the next prices nearer by more than chance. */
const TELLING_GAIN = 0.985;

/**
 * Learns from pairs of sales of one item, by the days between them, how prices behave: noise is what two sales differ
 * by however close together, wandering is what they differ by more the further apart. Robustly, by quartiles: a few
 * wrong rows or changes of level do not count as noise. What lies far off either stays (a change of level) or does not
 * (an outlier).
 */
export function learnBehaviour(sample: readonly PairedSeries[]): PriceBehaviour {
  return byKind((kind) =>
    learnKind(
      kind,
      sample.filter((series) => series.kind === kind),
    ),
  );
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
  const values = new Float64Array(deviations);
  const [middle, tail] = [0.5, 0.9].map((share) => quantileInPlace(values, values.length, share)) as [number, number];
  const ratio = tail / Math.max(middle, 1e-9);
  return Math.min(Math.max(1.2 / Math.max(ratio - 2.44, 0.03), 3), 30);
}
