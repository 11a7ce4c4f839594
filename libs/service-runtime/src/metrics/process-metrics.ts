import { readFileSync } from 'node:fs';
import { collectDefaultMetrics, Histogram, type Metric, Registry } from 'prom-client';

type MetricType = 'counter' | 'gauge';

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Gauges named like counters; other metrics have the same numbers by type. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

export class ProcessMetrics {
  readonly registry = new Registry();

  /** Not called without a metrics port: nothing is measured. */
  start(): void {
    collectDefaultMetrics({ register: this.registry });
    for (const name of MISNAMED) this.registry.removeSingleMetric(name);
    const labels = { version: readVersion(), node: process.version };
    this.add('gauge', 'brickmarket_build_info', 'Version of this process.', () => [{ labels, value: 1 }], 'max');
  }

  /** Counters of several processes are summed; values from the shared database are not. */
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
    // The library only formats these metrics.
    this.registry.registerMetric(metric as unknown as Metric);
  }
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

export function single(value: number): readonly Sample[] {
  return [{ labels: {}, value }];
}

/** Labels must have few values. */
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

/** Observes from the start; served once it is registered. */
export function histogram<Label extends string = never>(
  name: string,
  help: string,
  buckets: readonly number[],
  labelNames: readonly Label[] = [],
): Histogram<Label> {
  return new Histogram({ name, help, buckets: [...buckets], labelNames: [...labelNames], registers: [] });
}
