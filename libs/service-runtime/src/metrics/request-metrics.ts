import type { ProcessMetrics, Sample } from './process-metrics.ts';

/** Allocates nothing per observation. */
export class Histogram {
  private readonly counts: Float64Array;
  private sum = 0;
  private count = 0;

  constructor(
    /** Ascending upper bounds; larger values count only in the total. */
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

  counted(): readonly number[] {
    return [...this.counts];
  }

  add(other: Histogram): void {
    this.sum += other.sum;
    this.count += other.count;
    for (let i = 0; i < this.counts.length; i++) this.counts[i]! += other.counts[i]!;
  }

  /** Prometheus format, with cumulative buckets. */
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

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

interface RouteMetrics {
  readonly labels: Readonly<Record<string, string>>;
  readonly byStatus: Map<number, number>;
  readonly seconds: Histogram;
}

/** Plain numbers, formatted only when read. */
export class RequestMetrics {
  /** By method and route template, never URL, which is unbounded and may contain secrets. */
  private readonly routes = new Map<string, RouteMetrics>();
  private readonly batches = new Histogram(BATCH_SIZES);

  countRequest(method: string, route: string | undefined, status: number, milliseconds: number): void {
    const tally = this.metricsOf(method, route ?? 'none');
    tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
    tally.seconds.observe(milliseconds / 1_000);
  }

  countBatch(size: number): void {
    this.batches.observe(size);
  }

  addTo(metrics: ProcessMetrics): void {
    metrics.add('counter', 'brickmarket_requests_total', 'Requests answered, by route and status.', () =>
      this.#requests(),
    );
    metrics.add('histogram', 'brickmarket_request_duration_seconds', 'Time to answer.', () =>
      [...this.routes.values()].flatMap(({ labels, seconds }) =>
        seconds.samples('brickmarket_request_duration_seconds', labels),
      ),
    );
  }

  #requests(): readonly Sample[] {
    return [...this.routes.values()].flatMap(({ labels, byStatus }) =>
      [...byStatus].map(([status, value]) => ({ labels: { ...labels, status: String(status) }, value })),
    );
  }

  batchSizes(name: string): readonly Sample[] {
    return this.batches.samples(name, {});
  }

  quotaRejections(): number {
    return [...this.routes.values()].reduce((sum, { byStatus }) => sum + (byStatus.get(429) ?? 0), 0);
  }

  private metricsOf(method: string, route: string): RouteMetrics {
    // Methods are arbitrary, so requests without a route are counted together.
    const known = route === 'none' ? 'any' : method;
    const name = `${known} ${route}`;
    let tally = this.routes.get(name);
    if (tally === undefined) {
      tally = { labels: { method: known, route }, byStatus: new Map(), seconds: new Histogram(SECONDS) };
      this.routes.set(name, tally);
    }
    return tally;
  }
}
