import { readFileSync } from 'node:fs';
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';

type MetricType = 'counter' | 'gauge' | 'histogram';

/** One line of an exposition. */
export interface Sample {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Gauges with the ending of a counter; the same numbers are there by type, without it. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** The Prometheus metrics of a process, with those of Node.js. */
export class ProcessMetrics {
  readonly registry = new Registry();

  /** Starts collecting. Without a port to serve metrics on this is never called, and nothing is measured. */
  start(): void {
    collectDefaultMetrics({ register: this.registry });
    for (const name of MISNAMED) this.registry.removeSingleMetric(name);
    const labels = { version: readVersion(), node: process.version };
    this.add('gauge', 'brickmarket_build_info', 'Version of this process.', () => [{ labels, value: 1 }], 'max');
  }

  /**
   * Adds a metric. When several processes are served as one, counters of each process are summed; what all of them read
   * from the same database is not.
   */
  add(
    type: MetricType,
    name: string,
    help: string,
    samples: () => readonly Sample[] | Promise<readonly Sample[]>,
    aggregator: 'sum' | 'max' = 'sum',
  ): void {
    const metric = {
      name,
      help,
      type,
      aggregator,
      get: async () => ({ name, help, type, aggregator, values: await samples() }),
    };
    // The library only formats these metrics; they are counted elsewhere.
    this.registry.registerMetric(metric as unknown as Metric);
  }
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** A number without labels. */
export function single(value: number): readonly Sample[] {
  return [{ labels: {}, value }];
}

/** Counts by labels, of which there must be few. */
export class LabelledCounter {
  readonly #counts = new Map<string, { readonly labels: Sample['labels']; value: number }>();

  count(labels: Sample['labels'], by = 1): void {
    const key = JSON.stringify(labels);
    const counted = this.#counts.get(key);
    if (counted) counted.value += by;
    else this.#counts.set(key, { labels, value: by });
  }

  samples(): readonly Sample[] {
    return [...this.#counts.values()];
  }
}
