import cluster from 'node:cluster';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AggregatorRegistry } from 'prom-client';
import type { ApiConfig } from '../config/config.ts';
import { MetricsRegistry } from './metrics-registry.ts';
import { serveMetrics } from './serve-metrics.ts';

/** Serves the process's metrics when a port was given, and returns their address. One process of several hands them to the first instead. */
export async function startMetrics(
  app: NestFastifyApplication,
  config: Pick<ApiConfig, 'metricsPort' | 'metricsHost'>,
): Promise<string | null> {
  if (config.metricsPort === null) return null;
  const metrics = app.get(MetricsRegistry);
  metrics.start();
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(metrics.registry);
    // Listens for the first process's question.
    void new AggregatorRegistry();
    return null;
  }
  return serveMetrics(metrics.registry, config.metricsPort, config.metricsHost);
}
