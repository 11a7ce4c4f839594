import { percentOf } from '@brickmarket/domain';
import { BASELINE_NAMES, type BaselineName } from './baselines.ts';
import { ErrorCounts } from './error-counts.ts';

/** How well a method did; percentages with two decimals, null when it answered nothing. */
export interface MethodFigures {
  /** Share of the group's sales for which the method had a value before. */
  readonly answeredPct: number;
  /** Median absolute percentage error. */
  readonly mdapePct: number | null;
  readonly within10Pct: number | null;
  readonly within20Pct: number | null;
}

/** The estimator's figures, with how many sales fell into its 80 % range. */
export interface EstimatorFigures extends MethodFigures {
  readonly coveragePct: number | null;
}

/** A baseline's figures, and the estimator's error on just the sales that the baseline answered too. */
export interface BaselineFigures extends MethodFigures {
  readonly estimatorMdapePct: number | null;
}

/** How good the values of a group of sales were, beside what the baselines would have said. */
export interface GroupFigures {
  readonly sales: number;
  readonly estimator: EstimatorFigures;
  readonly baselines: Readonly<Record<BaselineName, BaselineFigures>>;
}

/** Gathers the errors of one group of sales (all, a tier, a theme, ...). */
export class BacktestGroup {
  private sales = 0;
  private covered = 0;
  private readonly estimator = new ErrorCounts();
  private readonly baselines = BASELINE_NAMES.map(() => ({ own: new ErrorCounts(), estimator: new ErrorCounts() }));

  /**
   * Counts one sale: the error of the estimator, whether its range held, and the error of each baseline in the order
   * of `BASELINE_NAMES`. NaN is a method without a value.
   */
  add(estimatorError: number, inRange: boolean, baselineErrors: Float64Array): void {
    this.sales++;
    const answered = !Number.isNaN(estimatorError);
    if (answered) this.estimator.add(estimatorError);
    if (answered && inRange) this.covered++;
    for (const [index, { own, estimator }] of this.baselines.entries()) {
      const error = baselineErrors[index]!;
      if (Number.isNaN(error)) continue;
      own.add(error);
      if (answered) estimator.add(estimatorError);
    }
  }

  figures(): GroupFigures {
    const entries = BASELINE_NAMES.map((name, index) => {
      const { own, estimator } = this.baselines[index]!;
      return [name, { ...this.methodFigures(own), estimatorMdapePct: percent(estimator.median()) }];
    });
    const coverage = this.estimator.size === 0 ? null : this.covered / this.estimator.size;
    return {
      sales: this.sales,
      estimator: { ...this.methodFigures(this.estimator), coveragePct: percent(coverage) },
      baselines: Object.fromEntries(entries) as Record<BaselineName, BaselineFigures>,
    };
  }

  private methodFigures(errors: ErrorCounts): MethodFigures {
    return {
      answeredPct: percentOf(errors.size, this.sales),
      mdapePct: percent(errors.median()),
      within10Pct: percent(errors.shareWithin(0.1)),
      within20Pct: percent(errors.shareWithin(0.2)),
    };
  }
}

function percent(fraction: number | null): number | null {
  return fraction === null ? null : percentOf(fraction, 1);
}
