/** Errors are counted in steps of 0.05 percentage points up to 300 %; what lies beyond counts at the end. */
const STEPS_PER_UNIT = 2000;
const STEPS = 3 * STEPS_PER_UNIT + 1;

/** Counts absolute percentage errors in fixed memory, however many there are. */
export class ErrorCounts {
  private readonly counts = new Float64Array(STEPS);
  private total = 0;

  /** Counts one error as a fraction of the price paid: 0.1 is 10 %. */
  add(error: number): void {
    this.counts[Math.min(Math.floor(error * STEPS_PER_UNIT), STEPS - 1)]!++;
    this.total++;
  }

  get size(): number {
    return this.total;
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
