import type { Exposition } from '@brickmarket/service-runtime/metrics';
import { AggregatorRegistry } from 'prom-client';

/** Separate file, as the primary process loads no framework. */
export function metricsOfAllWorkers(): Exposition {
  const registry = new AggregatorRegistry();
  return { contentType: registry.contentType, metrics: () => registry.clusterMetrics() };
}
