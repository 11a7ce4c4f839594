import cluster from 'node:cluster';
import { DatabaseHealth, SystemStatus, type ReplicaReport, ScorecardStore } from '@brickmarket/persistence-ports';
import {
  addConnectionMetrics,
  addSystemMetrics,
  ProcessMetrics,
  RequestMetrics,
  type Sample,
  serveMetrics,
  single,
} from '@brickmarket/service-runtime/metrics';
import type { ScoreFigures } from '@brickmarket/valuation';
import { Global, Injectable, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { DocumentCache } from '../caching/document-cache.ts';
import type { ApiConfig } from '../config/config.ts';
import { RequestLimits } from '../lifecycle/request-limits.ts';
import type { UnsentAnswers } from '../lifecycle/unsent-answers.ts';
import { RouteTally } from './route-tally.ts';
import { ServiceTally } from './service-tally.ts';

@Injectable()
export class MetricsRegistry {
  private readonly metrics = new ProcessMetrics();

  constructor(
    private readonly requests: RequestMetrics,
    private readonly limits: RequestLimits,
    private readonly health: DatabaseHealth,
    private readonly operations: SystemStatus,
    private readonly documents: DocumentCache,
    private readonly scorecards: ScorecardStore,
  ) {}

  get registry(): Registry {
    return this.metrics.registry;
  }

  /** Not called without a metrics port: nothing is measured. */
  start(): void {
    const { documents, limits, metrics, requests } = this;
    metrics.start();
    requests.addTo(metrics);
    metrics.registry.registerMetric(requests.batches);
    metrics.add('counter', 'brickmarket_quota_rejections_total', 'Requests refused because the quota is used up.', () =>
      single(requests.quotaRejections),
    );
    metrics.add('gauge', 'brickmarket_requests_in_flight', 'Requests being worked on.', () =>
      single(limits.api.concurrency.inUse),
    );
    metrics.add('counter', 'brickmarket_requests_shed_total', 'Requests refused for lack of capacity.', () =>
      single(limits.api.concurrency.refused),
    );
    metrics.add('gauge', 'brickmarket_document_cache_bytes', 'Size of the cache of shared documents.', () =>
      single(documents.usedBytes),
    );
    metrics.add('gauge', 'brickmarket_unsent_bytes', 'Bytes of responses that clients have not read yet.', () =>
      this.byTraffic((unsent) => unsent.unsentBytes),
    );
    metrics.add('counter', 'brickmarket_slow_readers_cut_total', 'Connections cut for reading too slowly.', () =>
      this.byTraffic((unsent) => unsent.cut),
    );
    addConnectionMetrics(metrics, this.health);
    this.addReplicas();
    addSystemMetrics(metrics, this.operations);
    this.addScorecard();
  }

  /** Current and last closed month. Below 0.75 in range is worth an alert. */
  private addScorecard(): void {
    const coverageOf = ({ overall }: ScoreFigures) => ratio(overall.estimator.coveragePct);
    const gauges = [
      ['sales', 'Sales that were scored against what was served.', ({ overall }) => overall.sales],
      ['range_coverage_ratio', 'Share of these in the range that was served.', coverageOf],
      ['range_held_ratio', 'Former name of brickmarket_scorecard_range_coverage_ratio.', coverageOf],
      ['median_error_ratio', 'Median error of what was served.', ({ overall }) => ratio(overall.estimator.mdapePct)],
      [
        'bias_ratio',
        'By how much values were too high on average.',
        ({ overall }) => ratio(overall.estimator.biasPct ?? null),
      ],
    ] as const satisfies readonly (readonly [string, string, (figures: ScoreFigures) => number | null])[];
    for (const [name, help, figureOf] of gauges)
      this.metrics.add('gauge', `brickmarket_scorecard_${name}`, help, () => this.scores(figureOf), 'max');
  }

  private async scores(figureOf: (figures: ScoreFigures) => number | null): Promise<readonly Sample[]> {
    const months = await this.scorecards.listNewest(2).catch(() => []);
    return months.flatMap(({ isClosed, figures }, at) => {
      // Older months must not alert again.
      const month = isClosed ? 'last' : 'present';
      const value = figureOf(figures as ScoreFigures);
      return value === null || (isClosed && at > 0 && months[0]!.isClosed) ? [] : [{ labels: { month }, value }];
    });
  }

  private addReplicas(): void {
    const { health, metrics } = this;
    const first = health.replicas();
    if (first === null) return;
    const report = (): ReplicaReport => health.replicas() ?? first;
    metrics.add(
      'counter',
      'brickmarket_database_reads_total',
      'Reads after admission, by the server that answered.',
      () => Object.entries(report().reads).map(([server, value]) => ({ labels: { server }, value })),
    );
    metrics.add(
      'counter',
      'brickmarket_replica_reads_retried_total',
      'Reads made again on the primary, because the replica was behind or has failed.',
      () => Object.entries(report().retried).map(([reason, value]) => ({ labels: { reason }, value })),
    );
    metrics.add('gauge', 'brickmarket_replicas_serving', 'Read replicas that serve this process.', () =>
      single(report().serving),
    );
    metrics.add('gauge', 'brickmarket_replicas_configured', 'Read replicas that this process may use.', () =>
      single(report().configured),
    );
  }

  private byTraffic(figure: (unsent: UnsentAnswers) => number): readonly Sample[] {
    return (['api', 'pages'] as const).map((traffic) => ({
      labels: { traffic },
      value: figure(this.limits[traffic].unsent),
    }));
  }
}

function ratio(percent: number | null): number | null {
  return percent === null ? null : percent / 100;
}

/** Returns the address. Cluster workers report to the primary process instead. */
export async function startMetrics(
  app: NestFastifyApplication,
  config: Pick<ApiConfig, 'metricsPort' | 'metricsHost'>,
): Promise<string | null> {
  if (config.metricsPort === null) return null;
  const metrics = app.get(MetricsRegistry);
  metrics.start();
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(metrics.registry);
    // Its constructor listens for requests of the primary process.
    void new AggregatorRegistry();
    return null;
  }
  return serveMetrics(metrics.registry, config.metricsPort, config.metricsHost);
}

@Global()
@Module({
  providers: [MetricsRegistry, RequestMetrics, RouteTally, ServiceTally],
  exports: [MetricsRegistry, RequestMetrics, RouteTally, ServiceTally],
})
export class MetricsModule {}
