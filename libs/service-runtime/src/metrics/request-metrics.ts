import { Counter } from 'prom-client';
import { histogram, type ProcessMetrics } from './process-metrics.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

export class RequestMetrics {
  private readonly requests = new Counter({
    name: 'brickmarket_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [],
  });
  private readonly seconds = histogram('brickmarket_request_duration_seconds', 'Time to answer.', SECONDS, [
    'method',
    'route',
  ]);
  readonly batches = histogram('brickmarket_admission_batch_size', 'Requests admitted by one statement.', BATCH_SIZES);
  quotaRejections = 0;

  /** By method and route template, never URL, which is unbounded and may contain secrets. */
  countRequest(method: string, route: string | undefined, status: number, milliseconds: number): void {
    // Methods are arbitrary, so requests without a route are counted together.
    const labels = route === undefined ? { method: 'any', route: 'none' } : { method, route };
    this.requests.inc({ ...labels, status });
    this.seconds.observe(labels, milliseconds / 1_000);
    if (status === 429) this.quotaRejections++;
  }

  addTo({ registry }: ProcessMetrics): void {
    registry.registerMetric(this.requests);
    registry.registerMetric(this.seconds);
  }
}
