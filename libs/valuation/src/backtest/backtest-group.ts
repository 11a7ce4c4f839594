import { type Cents, percentOf } from '@brickmarket/domain';
import { ALL_BASELINES, type BaselineName } from './baselines.ts';
import { ErrorCounts } from './error-counts.ts';

/** How well values did; percentages with two decimals, null when there was none. */
export interface EstimatorFigures {
  /** Share of the group's sales for which there was a value before. */
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

/** Gathers the errors of one group of sales (all, a tier, a theme, ...). */
export class BacktestGroup {
  private sales = 0;
  private covered = 0;
  private pinball = 0;
  private logRatios = 0;
  private readonly estimator = new ErrorCounts();
  private readonly baselines;

  constructor(private readonly names: readonly BaselineName[]) {
    this.baselines = names.map(() => ({ answered: 0, shared: new ErrorCounts(), estimator: new ErrorCounts() }));
  }

  /**
   * Counts one sale: the price paid, the estimator's value and range, and the value of each baseline in their
   * order; cents. NaN is a method without a value.
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
    const entries = this.names.map((name, index): [BaselineName, BaselineFigures] => {
      const { answered, shared, estimator } = this.baselines[index]!;
      return [
        name,
        {
          answeredPct: percentOf(answered, this.sales),
          sharedMdapePct: percent(shared.median()),
          sharedMalePct: percent(shared.meanLogError()),
          estimatorMdapePct: percent(estimator.median()),
          estimatorMalePct: percent(estimator.meanLogError()),
        },
      ];
    });
    const { estimator } = this;
    const mean = (sum: number): number | null => (estimator.size === 0 ? null : percentOf(sum, estimator.size));
    return {
      sales: this.sales,
      estimator: {
        answeredPct: percentOf(estimator.size, this.sales),
        mdapePct: percent(estimator.median()),
        malePct: percent(estimator.meanLogError()),
        within10Pct: percent(estimator.shareWithin(0.1)),
        within20Pct: percent(estimator.shareWithin(0.2)),
        coveragePct: mean(this.covered),
        pinballPct: mean(this.pinball),
        biasPct: mean(this.logRatios),
      },
      baselines: Object.fromEntries(entries),
    };
  }
}

/** The baselines of a group, always in the same order: a kept report has its names in any. */
export function baselinesOfGroup({ baselines }: GroupFigures): readonly (readonly [BaselineName, BaselineFigures])[] {
  return ALL_BASELINES.flatMap((name) => (baselines[name] === undefined ? [] : [[name, baselines[name]] as const]));
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
