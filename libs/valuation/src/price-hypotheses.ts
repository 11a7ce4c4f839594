import type { KindBehaviour } from './price-behaviour.ts';

/** How many explanations of the sales so far are kept beside each other. */
const MOST_HYPOTHESES = 4;
const MOST_CANDIDATES = 4 * MOST_HYPOTHESES;
/** What is believed of a price before anything was seen: it may be anything within a factor of ten or so. */
const UNKNOWN_VARIANCE = 4;
/** What is no sale of the item may cost anything: the scale of a Cauchy distribution of log prices around the level. */
const OUTLIER_SCALE_SQUARED = 0.25;
/** So many outliers show where a second cluster of prices lies, and how wide it is. */
const CLUSTER_SALES = 2;
const CLUSTER_VARIANCE = 0.08;
const CLUSTER_FREEDOM = 4;
/** A change of level to just there is so much less likely. */
const CLUSTER_JUMPS = 0.01;
/**
 * What the counts of sales and outliers so far keep at each sale: about the last thirty decide which are the exception.
 */
const REMEMBERED = 0.97;
/** About the constant of a Student density of 3 to 30 degrees of freedom. */
const STUDENT_CONSTANT = 0.38;
/** An explanation as unlikely as this, against the likeliest, is given up. */
const LEAST_WEIGHT = 1e-5;
/** The same where nothing surprising has happened. */
const LEAST_CONFIRMED = 1e-3;
/** Explanations nearer to each other than this, in squared deviations of single sales, are one. */
const TWIN_SQUARED = 0.1;
/** A sale nearer than this, in squared deviations, is taken as it is while there is only one explanation. */
const EXPECTED_SQUARED = 2;
/** A sale further than this, in squared deviations, is no ordinary one. */
const FAR_SQUARED = 9;
/** The usual share of outliers counts for an item's own as so many of its sales. */
const PSEUDO_SALES = 15;
/** What is sold more often than this is not the exception. */
const MOST_OUTLIERS = 0.35;
/** How much of a jump of one of the two prices of an item the other one shares. */
const SHARED_JUMP = 0.7;
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
  private readonly now = new Columns(MOST_CANDIDATES);
  private readonly next = new Columns(MOST_CANDIDATES);
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
  private twinOf(from: Columns, candidate: number, kept: number, noise: number): number {
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

/** Explanations as columns. */
class Columns {
  readonly lead: Float64Array;
  readonly used: Float64Array;
  readonly leadVariance: Float64Array;
  readonly usedVariance: Float64Array;
  readonly covariance: Float64Array;
  readonly weight: Float64Array;
  /** How many of the latest sales it takes for outliers, and how far from the level they lie in the mean. */
  readonly outliers: Float64Array;
  readonly outlierOffset: Float64Array;

  constructor(size: number) {
    this.lead = new Float64Array(size);
    this.used = new Float64Array(size);
    this.leadVariance = new Float64Array(size);
    this.usedVariance = new Float64Array(size);
    this.covariance = new Float64Array(size);
    this.weight = new Float64Array(size);
    this.outliers = new Float64Array(size);
    this.outlierOffset = new Float64Array(size);
  }

  set(
    i: number,
    lead: number,
    used: number,
    leadVariance: number,
    usedVariance: number,
    covariance: number,
    weight: number,
    outliers: number,
    outlierOffset: number,
  ): void {
    this.lead[i] = lead;
    this.used[i] = used;
    this.leadVariance[i] = leadVariance;
    this.usedVariance[i] = usedVariance;
    this.covariance[i] = covariance;
    this.weight[i] = weight;
    this.outliers[i] = outliers;
    this.outlierOffset[i] = outlierOffset;
  }

  copy(i: number, from: Columns, j: number): void {
    this.set(
      i,
      from.lead[j]!,
      from.used[j]!,
      from.leadVariance[j]!,
      from.usedVariance[j]!,
      from.covariance[j]!,
      from.weight[j]!,
      from.outliers[j]!,
      from.outlierOffset[j]!,
    );
  }

  /**
   * How likely an outlier has this price: anywhere around the level, or where the outliers before it were. What is sold
   * under the wrong number, or incomplete, has a price of its own, and no change of level is seen in it soon.
   */
  outlierDensity(i: number, surprise: number, squared: number, known: number, share: number): number {
    const anywhere = cauchy(squared, OUTLIER_SCALE_SQUARED + known);
    if (this.outliers[i]! < CLUSTER_SALES || share > MOST_OUTLIERS) return anywhere;
    const apart = surprise - this.outlierOffset[i]!;
    return 0.5 * (anywhere + student(apart * apart, CLUSTER_VARIANCE, CLUSTER_FREEDOM));
  }

  /** Whether a price lies where outliers were seen before. */
  isAtOutliers(i: number, surprise: number): boolean {
    const apart = surprise - this.outlierOffset[i]!;
    return this.outliers[i]! >= CLUSTER_SALES && apart * apart < 4 * CLUSTER_VARIANCE;
  }

  countOutlier(i: number, surprise: number): void {
    this.outliers[i]!++;
    this.outlierOffset[i]! += (surprise - this.outlierOffset[i]!) / this.outliers[i]!;
  }

  /** What was taken for outliers is most of what is sold: they are the item, and the others are something else. */
  exchange(i: number, seen: number): void {
    const offset = this.outlierOffset[i]!;
    this.lead[i]! += offset;
    this.used[i]! += offset;
    this.jump(i, CLUSTER_VARIANCE / this.outliers[i]!);
    this.outliers[i] = Math.max(0, seen - this.outliers[i]!);
    this.outlierOffset[i] = -offset;
  }

  /** The level may have changed at once, of both prices to a degree. */
  jump(i: number, variance: number): void {
    this.leadVariance[i]! += variance;
    this.usedVariance[i]! += variance;
    this.covariance[i]! += SHARED_JUMP * variance;
  }

  /** The step of a Kalman filter for a price seen of one of the two; `total` is its variance before it was seen. */
  learn(i: number, isUsed: boolean, surprise: number, total: number): void {
    const covariance = this.covariance[i]!;
    if (isUsed) this.learnBoth(i, surprise, total, covariance, this.usedVariance[i]!);
    else this.learnBoth(i, surprise, total, this.leadVariance[i]!, covariance);
  }

  /** `withLead` and `withUsed` are the covariances of what was seen with the two prices. */
  learnBoth(i: number, surprise: number, total: number, withLead: number, withUsed: number): void {
    const pull = surprise / total;
    this.lead[i]! += withLead * pull;
    this.used[i]! += withUsed * pull;
    this.leadVariance[i]! -= (withLead * withLead) / total;
    this.usedVariance[i]! -= (withUsed * withUsed) / total;
    this.covariance[i]! -= (withLead * withUsed) / total;
  }

  /** Adds an explanation to one that says nearly the same: the mean of both, by weight. */
  merge(i: number, from: Columns, j: number): void {
    const weight = this.weight[i]! + from.weight[j]!;
    const share = from.weight[j]! / weight;
    const lead = from.lead[j]! - this.lead[i]!;
    const used = from.used[j]! - this.used[i]!;
    const between = share * (1 - share);
    const outliers = mixed(this.outliers[i]!, from.outliers[j]!, share);
    // The level of no outliers is no level.
    const ofOther = (share * from.outliers[j]!) / outliers;
    this.set(
      i,
      this.lead[i]! + share * lead,
      this.used[i]! + share * used,
      mixed(this.leadVariance[i]!, from.leadVariance[j]!, share) + between * lead * lead,
      mixed(this.usedVariance[i]!, from.usedVariance[j]!, share) + between * used * used,
      mixed(this.covariance[i]!, from.covariance[j]!, share) + between * lead * used,
      weight,
      outliers,
      outliers === 0 ? 0 : this.outlierOffset[i]! + ofOther * (from.outlierOffset[j]! - this.outlierOffset[i]!),
    );
  }
}

function wider(variance: number): number {
  return Math.min(Math.max(TIMES_WIDER * variance, LEAST_WIDER), UNKNOWN_VARIANCE);
}

function mixed(a: number, b: number, share: number): number {
  return a + share * (b - a);
}

function student(squared: number, variance: number, freedom: number): number {
  return (
    (STUDENT_CONSTANT / Math.sqrt(variance)) *
    Math.exp(-0.5 * (freedom + 1) * Math.log1p(squared / (variance * freedom)))
  );
}

function cauchy(squared: number, scaleSquared: number): number {
  return Math.sqrt(scaleSquared) / (Math.PI * (scaleSquared + squared));
}

/**
 * By how much the variance of an observation counts more that lies so many squared deviations away: by its Student tail
 * and, from three deviations on, by so much that it says nothing. One absurd sale moves nothing, however long nothing
 * was sold before it.
 */
function distrust(squaredDeviations: number, freedom: number): number {
  const tail = Math.max(1, (freedom + squaredDeviations) / (freedom + 1));
  return squaredDeviations <= FAR_SQUARED ? tail : tail * Math.exp(0.5 * (squaredDeviations - FAR_SQUARED));
}
