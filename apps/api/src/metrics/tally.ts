/** Counts observations by size, as a histogram does: one scan and three additions each, nothing allocated. */
export class Tally {
  private readonly counts: Float64Array;
  private sum = 0;
  private count = 0;

  constructor(
    /** Upper bounds, ascending; what is larger counts only in the total. */
    private readonly bounds: readonly number[],
  ) {
    this.counts = new Float64Array(bounds.length);
  }

  observe(value: number): void {
    this.sum += value;
    this.count++;
    for (let i = 0; i < this.bounds.length; i++) {
      if (value <= this.bounds[i]!) {
        this.counts[i]!++;
        return;
      }
    }
  }

  /** As Prometheus wants it: every bucket includes the smaller ones. */
  samples(name: string, labels: Readonly<Record<string, string>>): readonly Sample[] {
    let total = 0;
    const buckets = this.bounds.map((bound, i) => {
      total += this.counts[i]!;
      return { metricName: `${name}_bucket`, labels: { ...labels, le: String(bound) }, value: total };
    });
    return [
      ...buckets,
      { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: this.count },
      { metricName: `${name}_sum`, labels, value: this.sum },
      { metricName: `${name}_count`, labels, value: this.count },
    ];
  }
}

/** One line of an exposition. */
export interface Sample {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
