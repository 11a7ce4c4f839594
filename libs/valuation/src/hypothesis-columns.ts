/** What is no sale of the item may cost anything: the scale of a Cauchy distribution of log prices around the level. */
const OUTLIER_SCALE_SQUARED = 0.25;
/** So many outliers show where a second cluster of prices lies, and how wide it is. */
const CLUSTER_SALES = 2;
const CLUSTER_VARIANCE = 0.08;
const CLUSTER_FREEDOM = 4;
/** About the constant of a Student density of 3 to 30 degrees of freedom. */
const STUDENT_CONSTANT = 0.38;
/** A sale further than this, in squared deviations, is no ordinary one. */
const FAR_SQUARED = 9;
/** What is sold more often than this is not the exception. */
export const MOST_OUTLIERS = 0.35;
/** How much of a jump of one of the two prices of an item the other one shares. */
const SHARED_JUMP = 0.7;

/** Explanations as columns: the state of two prices, what it takes for outliers, and the steps that change it. */
export class HypothesisColumns {
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

  copy(i: number, from: HypothesisColumns, j: number): void {
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
  merge(i: number, from: HypothesisColumns, j: number): void {
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

function mixed(a: number, b: number, share: number): number {
  return a + share * (b - a);
}

export function student(squared: number, variance: number, freedom: number): number {
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
export function distrust(squaredDeviations: number, freedom: number): number {
  const tail = Math.max(1, (freedom + squaredDeviations) / (freedom + 1));
  return squaredDeviations <= FAR_SQUARED ? tail : tail * Math.exp(0.5 * (squaredDeviations - FAR_SQUARED));
}
