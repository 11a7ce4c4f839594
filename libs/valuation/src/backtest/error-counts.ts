import type { Cents } from '@brickmarket/domain';

/** Errors are counted in steps of 0.05 percentage points up to 300 %; what lies beyond counts at the end. */
const STEPS_PER_UNIT = 2000;
const STEPS = 3 * STEPS_PER_UNIT + 1;

/** Counts errors of values in fixed memory, however many there are. */
export class ErrorCounts {
  private readonly counts = new Uint32Array(STEPS);
  private total = 0;
  private logErrors = 0;

  /** Counts one value against the price paid; both in cents. */
  add(value: Cents, paid: Cents): void {
    const error = Math.abs(value - paid) / Math.max(1, paid);
    this.counts[Math.min(Math.floor(error * STEPS_PER_UNIT), STEPS - 1)]!++;
    this.logErrors += absLogError(value, paid);
    this.total++;
  }

  get size(): number {
    return this.total;
  }

  /** The mean absolute logarithm of value over price: every error counts, not just the middle one; null without. */
  meanLogError(): number | null {
    return this.total === 0 ? null : this.logErrors / this.total;
  }

  /** The median error as a fraction, linear within a step; null without errors. */
  median(): number | null {
    if (this.total === 0) return null;
    const rank = this.total / 2;
    let below = 0;
    let step = 0;
    while (below + this.counts[step]! < rank) below += this.counts[step++]!;
    return (step + (rank - below) / this.counts[step]!) / STEPS_PER_UNIT;
  }

  /** The share of errors below a fraction; null without errors. Exact for whole steps. */
  shareWithin(fraction: number): number | null {
    if (this.total === 0) return null;
    let within = 0;
    for (let step = 0; step < Math.round(fraction * STEPS_PER_UNIT); step++) within += this.counts[step]!;
    return within / this.total;
  }
}

/** Error of a value against the price paid; a price below one cent counts as one. */
export function absLogError(value: Cents, paid: Cents): number {
  return Math.abs(Math.log(Math.max(1, value) / Math.max(1, paid)));
}
