import { distrust, HypothesisColumns, MOST_OUTLIERS, student } from './hypothesis-columns.ts';
import type { KindBehaviour } from './price-behaviour.ts';

/** How many explanations of the sales so far are kept beside each other. */
const MOST_HYPOTHESES = 4;
const MOST_CANDIDATES = 4 * MOST_HYPOTHESES;
/** What is believed of a price before anything was seen: it may be anything within a factor of ten or so. */
const UNKNOWN_VARIANCE = 4;
/** A change of level to where outliers were seen before is so much less likely than to anywhere else. */
const CLUSTER_JUMPS = 0.01;
/**
 * What the counts of sales and outliers so far keep at each sale: about the last thirty decide which are the exception.
 */
const REMEMBERED = 0.97;
/** An explanation as unlikely as this, against the likeliest, is given up. */
const LEAST_WEIGHT = 1e-5;
/** The same where nothing surprising has happened. */
const LEAST_CONFIRMED = 1e-3;
/** Explanations nearer to each other than this, in squared deviations of single sales, are one. */
const TWIN_SQUARED = 0.1;
/** A sale nearer than this, in squared deviations, is taken as it is while there is only one explanation. */
const EXPECTED_SQUARED = 2;
/** The usual share of outliers counts for an item's own as so many of its sales. */
const PSEUDO_SALES = 15;
/** How likely what is known from elsewhere holds for an item, and how much wider it may be off otherwise. */
const TRUSTED = 0.9;
const LEAST_WIDER = 0.5;
const TIMES_WIDER = 12;

/** What is believed of one price. */
export interface Belief {
  logValue: number;
  variance: number;
}

/**
 * What is believed of an item's log prices on one day: a few competing explanations of its sales, each a Kalman filter
 * over two prices that move together (`lead`, of sealed or new copies, and `used`). A sale may be ordinary, or an
 * outlier that says nothing, or the first one after a change of level; which of these it was shows in the sales after
 * it. So one absurd price moves nothing, three in a row do, and of two clusters of prices the one with more and newer
 * sales is believed. Reused from item to item; allocates nothing.
 */
export class PriceHypotheses {
  private count = 0;
  private seen = 0;
  private readonly now = new HypothesisColumns(MOST_CANDIDATES);
  private readonly next = new HypothesisColumns(MOST_CANDIDATES);
  private readonly belief: Belief = { logValue: 0, variance: 0 };

  /**
   * Begins with what is known before any sale: guesses of both prices, how uncertain the lead one is, and how uncertain
   * the ratio of the two is; null for nothing known. What is known from elsewhere may be wrong for this item, so that
   * explanations without it compete from the start: the item's own sales decide.
   */
  begin(lead: number, leadVariance: number | null, used: number, ratioVariance: number | null): void {
    this.count = 0;
    this.seen = 0;
    this.beginOne(lead, leadVariance ?? UNKNOWN_VARIANCE, used, ratioVariance, TRUSTED);
    if (leadVariance !== null) {
      this.beginOne(lead, wider(leadVariance), used, ratioVariance, 1 - TRUSTED);
      if (ratioVariance !== null)
        this.beginOne(lead, wider(leadVariance), used, wider(ratioVariance), (1 - TRUSTED) ** 2);
    }
    if (ratioVariance !== null)
      this.beginOne(lead, leadVariance ?? UNKNOWN_VARIANCE, used, wider(ratioVariance), 1 - TRUSTED);
    this.normalize();
  }

  private beginOne(lead: number, variance: number, used: number, ratioVariance: number | null, weight: number): void {
    if (ratioVariance === null) this.now.set(this.count++, lead, used, variance, UNKNOWN_VARIANCE, 0, weight, 0, 0);
    else this.now.set(this.count++, lead, used, variance, variance + ratioVariance, variance, weight, 0, 0);
  }

  /** Time passes: both prices wander together, and the used one apart from the other. */
  wander(together: number, apart: number): void {
    const { leadVariance, usedVariance, covariance } = this.now;
    for (let i = 0; i < this.count; i++) {
      leadVariance[i]! += together;
      covariance[i]! += together;
      usedVariance[i]! += together + apart;
    }
  }

  /** A sale was seen, of this variance around the level; `days` have passed since the one before it. */
  see(isUsed: boolean, logPrice: number, noise: number, days: number, behaviour: KindBehaviour): void {
    const { now, next } = this;
    const level = isUsed ? now.used : now.lead;
    const variance = isUsed ? now.usedVariance : now.leadVariance;
    const { freedom, jumpVariance } = behaviour;
    this.seen = REMEMBERED * this.seen + 1;
    const seen = this.seen;
    for (let i = 0; i < this.count; i++) now.outliers[i]! *= REMEMBERED;
    const top = this.likeliest();
    const surpriseOfTop = logPrice - level[top]!;
    const totalOfTop = variance[top]! + noise;
    if (surpriseOfTop * surpriseOfTop < EXPECTED_SQUARED * totalOfTop) {
      if (this.count === 1) now.learn(0, isUsed, surpriseOfTop, totalOfTop);
      else this.confirm(isUsed, logPrice, noise, freedom);
      return;
    }
    const jumpChance = 1 - Math.exp(-behaviour.jumpsPerDay * days);
    let candidates = 0;
    for (let i = 0; i < this.count; i++) {
      const surprise = logPrice - level[i]!;
      const squared = surprise * surprise;
      const known = variance[i]!;
      const total = known + noise;
      const weight = now.weight[i]!;
      // An item that has sold with many wrong rows so far goes on to.
      const ownShare = (behaviour.outlierShare * PSEUDO_SALES + now.outliers[i]!) / (PSEUDO_SALES + seen);
      const outlierShare = Math.min(Math.max(behaviour.outlierShare, ownShare), MOST_OUTLIERS);
      next.copy(candidates, now, i);
      next.weight[candidates] = weight * (1 - jumpChance) * (1 - outlierShare) * student(squared, total, freedom);
      next.learn(candidates++, isUsed, surprise, known + noise * distrust(squared / total, freedom));
      next.copy(candidates, now, i);
      next.weight[candidates] = weight * outlierShare * now.outlierDensity(i, surprise, squared, known, ownShare);
      next.countOutlier(candidates++, surprise);
      const isAtOutliers = now.isAtOutliers(i, surprise);
      if (isAtOutliers && now.outliers[i]! > 0.5 * seen) {
        next.copy(candidates, now, i);
        next.exchange(candidates, seen);
        const apart = logPrice - (isUsed ? next.used : next.lead)[candidates]!;
        const around = (isUsed ? next.usedVariance : next.leadVariance)[candidates]! + noise;
        next.weight[candidates] = weight * (1 - outlierShare) * student(apart * apart, around, freedom);
        next.learn(candidates++, isUsed, apart, around);
      }
      if (jumpChance === 0) continue;
      next.copy(candidates, now, i);
      next.jump(candidates, jumpVariance);
      const believed = isAtOutliers ? CLUSTER_JUMPS : 1;
      next.weight[candidates] =
        weight * believed * jumpChance * (1 - outlierShare) * student(squared, total + jumpVariance, freedom);
      next.learn(candidates++, isUsed, surprise, total + jumpVariance);
    }
    this.keepLikeliest(candidates, noise);
  }

  /**
   * The best supported explanation of one of the two prices: those that agree within what sales spread are taken
   * together. The same object each time.
   */
  best(isUsed: boolean, noise: number): Belief {
    const { now, count, belief } = this;
    const level = isUsed ? now.used : now.lead;
    const variance = isUsed ? now.usedVariance : now.leadVariance;
    let most = -1;
    for (let i = 0; i < count; i++) {
      const reach = 2 * (noise + variance[i]!);
      let [weight, sum, squares] = [0, 0, 0];
      for (let j = 0; j < count; j++) {
        const apart = level[j]! - level[i]!;
        if (apart * apart > reach) continue;
        weight += now.weight[j]!;
        sum += now.weight[j]! * apart;
        squares += now.weight[j]! * (apart * apart + variance[j]!);
      }
      if (weight <= most * 1.000001) continue;
      most = weight;
      const mean = sum / weight;
      belief.logValue = level[i]! + mean;
      belief.variance = squares / weight - mean * mean;
    }
    return belief;
  }

  /** How the two prices err together, in the likeliest explanation. */
  get covariance(): number {
    return this.now.covariance[this.likeliest()]!;
  }

  private likeliest(): number {
    let likeliest = 0;
    for (let i = 1; i < this.count; i++) if (this.now.weight[i]! > this.now.weight[likeliest]!) likeliest = i;
    return likeliest;
  }

  /** A sale that the likeliest explanation lets expect brings up no new ones; the others lose by how little they do. */
  private confirm(isUsed: boolean, logPrice: number, noise: number, freedom: number): void {
    const { now } = this;
    const level = isUsed ? now.used : now.lead;
    const variance = isUsed ? now.usedVariance : now.leadVariance;
    let most = 0;
    for (let i = 0; i < this.count; i++) {
      const surprise = logPrice - level[i]!;
      const squared = surprise * surprise;
      const known = variance[i]!;
      now.weight[i]! *= student(squared, known + noise, freedom);
      now.learn(i, isUsed, surprise, known + noise * distrust(squared / (known + noise), freedom));
      if (now.weight[i]! > most) most = now.weight[i]!;
    }
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      if (now.weight[i]! < LEAST_CONFIRMED * most) continue;
      const twin = this.twinOf(now, i, kept, noise);
      if (twin >= 0) now.merge(twin, now, i);
      else if (i === kept) kept++;
      else now.copy(kept++, now, i);
    }
    this.count = kept;
    this.normalize();
  }

  private keepLikeliest(candidates: number, noise: number): void {
    const { next } = this;
    let total = 0;
    let most = 0;
    for (let i = 0; i < candidates; i++) {
      total += next.weight[i]!;
      if (next.weight[i]! > most) most = next.weight[i]!;
    }
    if (!(total > 0)) return;
    let kept = 0;
    while (kept < MOST_HYPOTHESES) {
      let likeliest = -1;
      let weight = LEAST_WEIGHT * most;
      for (let i = 0; i < candidates; i++) {
        if (next.weight[i]! > weight) {
          likeliest = i;
          weight = next.weight[i]!;
        }
      }
      if (likeliest < 0) break;
      const twin = this.twinOf(next, likeliest, kept, noise);
      if (twin < 0) this.now.copy(kept++, next, likeliest);
      else this.now.merge(twin, next, likeliest);
      next.weight[likeliest] = 0;
    }
    this.count = kept;
    this.normalize();
  }

  /** Which of the kept explanations says nearly the same; -1 for none. */
  private twinOf(from: HypothesisColumns, candidate: number, kept: number, noise: number): number {
    const { now } = this;
    for (let i = 0; i < kept; i++) {
      const lead = from.lead[candidate]! - now.lead[i]!;
      const used = from.used[candidate]! - now.used[i]!;
      if (
        lead * lead < TWIN_SQUARED * (now.leadVariance[i]! + noise) &&
        used * used < TWIN_SQUARED * (now.usedVariance[i]! + noise)
      )
        return i;
    }
    return -1;
  }

  private normalize(): void {
    const { weight } = this.now;
    let total = 0;
    for (let i = 0; i < this.count; i++) total += weight[i]!;
    if (total > 0) for (let i = 0; i < this.count; i++) weight[i]! /= total;
    else for (let i = 0; i < this.count; i++) weight[i] = 1 / this.count;
  }
}

function wider(variance: number): number {
  return Math.min(Math.max(TIMES_WIDER * variance, LEAST_WIDER), UNKNOWN_VARIANCE);
}
