import { AggregatorRegistry } from 'prom-client';
import type { Exposition } from '../metrics/serve-metrics.ts';

/** The metrics of all processes of the service, added up. */
export function metricsOfAllWorkers(): Exposition {
  const registry = new AggregatorRegistry();
  return { contentType: registry.contentType, metrics: () => registry.clusterMetrics() };
}
