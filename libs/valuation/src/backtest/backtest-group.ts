import { type Cents, percentOf } from '@brickmarket/domain';
import { BASELINE_NAMES, type BaselineName } from './baselines.ts';
import { ErrorCounts } from './error-counts.ts';

/** How well a method did; percentages with two decimals, null when it answered nothing. */
export interface MethodFigures {
  /** Share of the group's sales for which the method had a value before. */
  readonly answeredPct: number;
  /** Median absolute percentage error. */
  readonly mdapePct: number | null;
  /**
   * Mean absolute logarithmic error, times 100: the far misses count, which a median does not see. Reports of earlier
   * releases have none.
   */
  readonly malePct?: number | null;
  readonly within10Pct: number | null;
  readonly within20Pct: number | null;
}

/** The estimator's figures, with how many sales fell into its 80 % range. */
export interface EstimatorFigures extends MethodFigures {
  /**
   * Mean logarithm of value over price, times 100: by how many percent values are too high, negative when they are too
   * low. Reports of earlier releases have none.
   */
  readonly biasPct?: number | null;
  readonly coveragePct: number | null;
  /**
   * Pinball loss of the two ends of the range on log prices, times 100: what a range costs by its width and by what
   * falls out of it. Less is better; an empty or an endless range is not. Reports of earlier releases have none.
   */
  readonly pinballPct?: number | null;
}

/** A baseline's figures, and both errors on just the sales that both answered: only these can be compared. */
export interface BaselineFigures extends MethodFigures {
  readonly estimatorMdapePct: number | null;
  readonly estimatorMalePct?: number | null;
  /** The baseline's own there. Reports of earlier releases have none. */
  readonly sharedMdapePct?: number | null;
  readonly sharedMalePct?: number | null;
}

/** How good the values of a group of sales were, beside what the baselines would have said. */
export interface GroupFigures {
  readonly sales: number;
  readonly estimator: EstimatorFigures;
  readonly baselines: Readonly<Record<BaselineName, BaselineFigures>>;
}

/** What the estimator said before a sale; the value is NaN when it had none. */
export interface Estimate {
  readonly valueCents: Cents;
  readonly lowCents: Cents;
  readonly highCents: Cents;
}

/** Gathers the errors of one group of sales (all, a tier, a theme, ...). */
export class BacktestGroup {
  private sales = 0;
  private covered = 0;
  private pinball = 0;
  private logRatios = 0;
  private readonly estimator = new ErrorCounts();
  private readonly baselines = BASELINE_NAMES.map(() => ({
    own: new ErrorCounts(),
    shared: new ErrorCounts(),
    estimator: new ErrorCounts(),
  }));

  /**
   * Counts one sale: the price paid, the estimator's value and range, and the value of each baseline in the order of
   * `BASELINE_NAMES`; cents. NaN is a method without a value.
   */
  add(paid: Cents, estimate: Estimate, baselineValues: Float64Array): void {
    this.sales++;
    const { valueCents, lowCents, highCents } = estimate;
    const answered = !Number.isNaN(valueCents);
    if (answered) {
      this.estimator.add(valueCents, paid);
      if (paid >= lowCents && paid <= highCents) this.covered++;
      this.logRatios += Math.log(Math.max(1, valueCents) / Math.max(1, paid));
      this.pinball += rangeLoss(paid, lowCents, highCents);
    }
    for (const [index, { own, shared, estimator }] of this.baselines.entries()) {
      const value = baselineValues[index]!;
      if (Number.isNaN(value)) continue;
      own.add(value, paid);
      if (!answered) continue;
      shared.add(value, paid);
      estimator.add(valueCents, paid);
    }
  }

  figures(): GroupFigures {
    const entries = BASELINE_NAMES.map((name, index) => {
      const { own, shared, estimator } = this.baselines[index]!;
      return [
        name,
        {
          ...this.methodFigures(own),
          estimatorMdapePct: percent(estimator.median()),
          estimatorMalePct: percent(estimator.meanLogError()),
          sharedMdapePct: percent(shared.median()),
          sharedMalePct: percent(shared.meanLogError()),
        },
      ];
    });
    const { size } = this.estimator;
    const coverage = size === 0 ? null : this.covered / size;
    const pinball = size === 0 ? null : this.pinball / size;
    const bias = size === 0 ? null : this.logRatios / size;
    return {
      sales: this.sales,
      estimator: {
        ...this.methodFigures(this.estimator),
        coveragePct: percent(coverage),
        pinballPct: percent(pinball),
        biasPct: percent(bias),
      },
      baselines: Object.fromEntries(entries) as Record<BaselineName, BaselineFigures>,
    };
  }

  private methodFigures(errors: ErrorCounts): MethodFigures {
    return {
      answeredPct: percentOf(errors.size, this.sales),
      mdapePct: percent(errors.median()),
      malePct: percent(errors.meanLogError()),
      within10Pct: percent(errors.shareWithin(0.1)),
      within20Pct: percent(errors.shareWithin(0.2)),
    };
  }
}

function percent(fraction: number | null): number | null {
  return fraction === null ? null : percentOf(fraction, 1);
}

/** One sale in ten should lie below the range and one in ten above: a price beyond an end costs nine times as much. */
const TAIL = 0.1;

/** The mean pinball loss of the two ends of a range on the logarithm of one price. */
function rangeLoss(paid: Cents, lowCents: Cents, highCents: Cents): number {
  const aboveLow = Math.log(Math.max(1, paid) / Math.max(1, lowCents));
  const belowHigh = Math.log(Math.max(1, highCents) / Math.max(1, paid));
  return (tailLoss(aboveLow) + tailLoss(belowHigh)) / 2;
}

function tailLoss(inside: number): number {
  return inside >= 0 ? TAIL * inside : (TAIL - 1) * inside;
}
