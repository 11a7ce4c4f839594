import type { Exposition } from '@brickmarket/service-runtime/metrics';
import { AggregatorRegistry } from 'prom-client';

/** The metrics of all processes of the service, added up. Apart, for a primary process that loads no framework. */
export function metricsOfAllWorkers(): Exposition {
  const registry = new AggregatorRegistry();
  return { contentType: registry.contentType, metrics: () => registry.clusterMetrics() };
}
