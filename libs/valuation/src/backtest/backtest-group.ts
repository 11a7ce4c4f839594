import { type Cents, percentOf } from '@brickmarket/domain';
import { ALL_BASELINES, type BaselineName } from './baselines.ts';

/** How well values did, in percent; null without any. Reports of earlier releases lack what is optional. */
export interface EstimatorFigures {
  /** Share of the group's sales for which there was a value before. */
  readonly answeredPct: number;
  /** Median absolute percentage error, and mean absolute logarithmic error: a median does not see far misses. */
  readonly mdapePct: number | null;
  readonly malePct?: number | null;
  /** Mean logarithm of value over price: positive where values are too high. */
  readonly biasPct?: number | null;
  readonly coveragePct: number | null;
  /** Pinball loss of both ends of the range on log prices: its width, and what falls out of it. */
  readonly pinballPct?: number | null;
}

/** The errors of a baseline and of the values on just the sales that both answer: only these can be compared. */
export interface BaselineFigures {
  readonly answeredPct: number;
  readonly estimatorMdapePct: number | null;
  /** Reports of earlier releases lack this and what follows. */
  readonly sharedMdapePct?: number | null;
  readonly sharedMalePct?: number | null;
  readonly estimatorMalePct?: number | null;
}

/** How good the values of a group of sales were, compared with the baselines. */
export interface GroupFigures {
  readonly sales: number;
  readonly estimator: EstimatorFigures;
  readonly baselines: Readonly<Partial<Record<BaselineName, BaselineFigures>>>;
}

/** What the estimator said before a sale; the value is NaN when it had none. */
export interface Estimate {
  readonly valueCents: Cents;
  readonly lowCents: Cents;
  readonly highCents: Cents;
}

/** Gathers the errors of one group of sales (all, a tier, a kind, ...). */
export class BacktestGroup {
  private sales = 0;
  private covered = 0;
  private pinball = 0;
  private logRatios = 0;
  private readonly estimator = new ErrorCounts();
  private readonly baselines;

  constructor(names: readonly BaselineName[]) {
    this.baselines = names.map((name) => ({
      name,
      answered: 0,
      shared: new ErrorCounts(),
      estimator: new ErrorCounts(),
    }));
  }

  /** Counts one sale with what was paid, our estimate and that of each baseline; cents, NaN without a value. */
  add(paid: Cents, { valueCents, lowCents, highCents }: Estimate, baselineValues: Float64Array): void {
    this.sales++;
    const answered = !Number.isNaN(valueCents);
    if (answered) {
      this.estimator.add(valueCents, paid);
      if (paid >= lowCents && paid <= highCents) this.covered++;
      this.logRatios += logRatio(valueCents, paid);
      this.pinball += (tailLoss(logRatio(paid, lowCents)) + tailLoss(logRatio(highCents, paid))) / 2;
    }
    for (const [index, baseline] of this.baselines.entries()) {
      const value = baselineValues[index]!;
      if (Number.isNaN(value)) continue;
      baseline.answered++;
      if (!answered) continue;
      baseline.shared.add(value, paid);
      baseline.estimator.add(valueCents, paid);
    }
  }

  figures(): GroupFigures {
    const { sales, estimator } = this;
    const baselines = this.baselines.map((one): [BaselineName, BaselineFigures] => [
      one.name,
      {
        answeredPct: percentOf(one.answered, sales),
        sharedMdapePct: one.shared.medianPct(),
        sharedMalePct: one.shared.meanLogPct(),
        estimatorMdapePct: one.estimator.medianPct(),
        estimatorMalePct: one.estimator.meanLogPct(),
      },
    ]);
    const mean = (sum: number): number | null => (estimator.size === 0 ? null : percentOf(sum, estimator.size));
    return {
      sales,
      estimator: {
        answeredPct: percentOf(estimator.size, sales),
        mdapePct: estimator.medianPct(),
        malePct: estimator.meanLogPct(),
        coveragePct: mean(this.covered),
        pinballPct: mean(this.pinball),
        biasPct: mean(this.logRatios),
      },
      baselines: Object.fromEntries(baselines),
    };
  }
}

/** The baselines of a group, always in the same order: a kept report has its names in any. */
export function baselinesOfGroup({ baselines }: GroupFigures): readonly (readonly [BaselineName, BaselineFigures])[] {
  return ALL_BASELINES.flatMap((name) => (baselines[name] === undefined ? [] : [[name, baselines[name]] as const]));
}

/** Percent by which our error is less than a baseline's on the sales that both answer; null without any. */
export function errorLessByPct({ baselines }: GroupFigures, baseline: BaselineName): number | null {
  const { sharedMdapePct: theirs = null, estimatorMdapePct: ours = null } = baselines[baseline] ?? {};
  return theirs === null || ours === null ? null : percentOf(theirs - ours, theirs);
}

/** Errors are counted in steps of 0.05 percentage points up to 300 %; what lies beyond counts at the end. */
const STEPS_PER_UNIT = 2000;
const STEPS = 3 * STEPS_PER_UNIT + 1;

/** Counts errors of values in fixed memory, however many there are. */
class ErrorCounts {
  size = 0;
  private readonly counts = new Uint32Array(STEPS);
  private logErrors = 0;

  add(value: Cents, paid: Cents): void {
    const error = Math.abs(value - paid) / Math.max(1, paid);
    this.counts[Math.min(Math.floor(error * STEPS_PER_UNIT), STEPS - 1)]!++;
    this.logErrors += absLogError(value, paid);
    this.size++;
  }

  meanLogPct(): number | null {
    return this.size === 0 ? null : percentOf(this.logErrors, this.size);
  }

  /** Linear within a step. */
  medianPct(): number | null {
    if (this.size === 0) return null;
    let left = this.size / 2;
    let step = 0;
    while (left > this.counts[step]!) left -= this.counts[step++]!;
    return percentOf(step + left / this.counts[step]!, STEPS_PER_UNIT);
  }
}

/** Error of a value against the price paid; a price below one cent counts as one. */
export function absLogError(value: Cents, paid: Cents): number {
  return Math.abs(logRatio(value, paid));
}

function logRatio(one: Cents, other: Cents): number {
  return Math.log(Math.max(1, one) / Math.max(1, other));
}

/** One sale in ten should lie beyond each end of a range: a price beyond it costs nine times as much. */
function tailLoss(inside: number): number {
  return inside >= 0 ? 0.1 * inside : -0.9 * inside;
}
