import cluster from 'node:cluster';
import { DatabaseHealth, OperationsReport, type ReplicaReport, ScorecardStore } from '@brickmarket/persistence-ports';
import type { ScoreFigures } from '@brickmarket/valuation';
import { Global, Injectable, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AggregatorRegistry, collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import { DocumentCache } from '../caching/document-cache.ts';
import type { ApiConfig } from '../config/config.ts';
import { RequestLimits } from '../lifecycle/request-limits.ts';
import type { UnsentAnswers } from '../lifecycle/unsent-answers.ts';
import { RequestMetrics, type Sample } from './request-metrics.ts';
import { serveMetrics } from './serve-metrics.ts';

type MetricType = 'counter' | 'gauge' | 'histogram';

/** The Prometheus metrics of the process. */
@Injectable()
export class MetricsRegistry {
  readonly registry = new Registry();

  constructor(
    private readonly requests: RequestMetrics,
    private readonly limits: RequestLimits,
    private readonly health: DatabaseHealth,
    private readonly operations: OperationsReport,
    private readonly documents: DocumentCache,
    private readonly scorecards: ScorecardStore,
  ) {}

  /** Starts collecting. Without a metrics port this is never called, and nothing is measured. */
  start(): void {
    collectDefaultMetrics({ register: this.registry });
    const { requests } = this;
    this.add('counter', 'brickmarket_requests_total', 'Requests answered, by route and status.', () =>
      requests.requests(),
    );
    this.add('histogram', 'brickmarket_request_duration_seconds', 'Time to answer.', () =>
      requests.durations('brickmarket_request_duration_seconds'),
    );
    this.add('histogram', 'brickmarket_admission_batch_size', 'Requests admitted by one statement.', () =>
      requests.batchSizes('brickmarket_admission_batch_size'),
    );
    this.add('counter', 'brickmarket_quota_rejections_total', 'Requests refused because the quota is used up.', () => [
      { labels: {}, value: requests.quotaRejections() },
    ]);
    this.add('gauge', 'brickmarket_requests_in_flight', 'Requests being worked on.', () => [
      { labels: {}, value: this.limits.api.concurrency.inUse },
    ]);
    this.add('counter', 'brickmarket_requests_shed_total', 'Requests refused for lack of capacity.', () => [
      { labels: {}, value: this.limits.api.concurrency.refused },
    ]);
    this.add('gauge', 'brickmarket_document_cache_bytes', 'Size of the cache of shared documents.', () => [
      { labels: {}, value: this.documents.usedBytes },
    ]);
    this.add('gauge', 'brickmarket_unsent_bytes', 'Bytes of answers that clients have not read yet.', () =>
      this.byTraffic((unsent) => unsent.unsentBytes),
    );
    this.add('counter', 'brickmarket_slow_readers_cut_total', 'Connections cut for reading too slowly.', () =>
      this.byTraffic((unsent) => unsent.cut),
    );
    this.add(
      'gauge',
      'brickmarket_database_connections',
      'Connections of this process to the database, and requests that wait for one.',
      () =>
        Object.entries(this.health.connections()).map(([state, value]) => ({
          labels: { state },
          value: Number(value),
        })),
    );
    this.addReplicas();
    this.add(
      'gauge',
      'brickmarket_data_changed_timestamp_seconds',
      'When each kind of shared data last changed.',
      () => this.freshness(),
      'max',
    );
    this.add(
      'counter',
      'brickmarket_job_runs_total',
      'Runs of each batch job, by how they ended.',
      async () =>
        (await this.jobs()).flatMap(({ job, runs, failures }) => [
          { labels: { job, outcome: 'succeeded' }, value: runs - failures },
          { labels: { job, outcome: 'failed' }, value: failures },
        ]),
      'max',
    );
    this.add(
      'gauge',
      'brickmarket_job_last_success_timestamp_seconds',
      'When each batch job last succeeded.',
      async () =>
        (await this.jobs()).flatMap(({ job, lastSucceededAt }) =>
          lastSucceededAt === null ? [] : [{ labels: { job }, value: lastSucceededAt.getTime() / 1_000 }],
        ),
      'max',
    );
    this.addQueue();
    this.addScorecard();
  }

  /** Jobs in the queue, by task: how many, and how late the oldest is. */
  private addQueue(): void {
    const gauges = [
      ['brickmarket_jobs_waiting', 'Background jobs that wait for a worker, for their time or for a retry.', 'waiting'],
      ['brickmarket_jobs_running', 'Background jobs that a worker is doing.', 'running'],
      ['brickmarket_jobs_failed', 'Background jobs that have failed and are not tried again.', 'failed'],
      ['brickmarket_jobs_oldest_seconds', 'How long the oldest waiting job has been due.', 'oldestSeconds'],
    ] as const;
    for (const [name, help, figure] of gauges)
      this.add(
        'gauge',
        name,
        help,
        async () =>
          (await this.operations.listQueues().catch(() => [])).map((queue) => ({
            labels: { task: queue.task },
            value: queue[figure],
          })),
        'max',
      );
  }

  /** Of the newest month and of the last one that is over. Fewer than 0.75 in range is worth an alert. */
  private addScorecard(): void {
    const gauges = [
      ['sales', 'Sales that were scored against what was served.', ({ overall }) => overall.sales],
      [
        'range_held_ratio',
        'Share of these in the range that was served.',
        ({ overall }) => ratio(overall.estimator.coveragePct),
      ],
      ['median_error_ratio', 'Median error of what was served.', ({ overall }) => ratio(overall.estimator.mdapePct)],
      [
        'bias_ratio',
        'By how much values were too high on average.',
        ({ overall }) => ratio(overall.estimator.biasPct ?? null),
      ],
    ] as const satisfies readonly (readonly [string, string, (figures: ScoreFigures) => number | null])[];
    for (const [name, help, figureOf] of gauges)
      this.add('gauge', `brickmarket_scorecard_${name}`, help, () => this.scores(figureOf), 'max');
  }

  private async scores(figureOf: (figures: ScoreFigures) => number | null): Promise<readonly Sample[]> {
    const months = await this.scorecards.listNewest(2).catch(() => []);
    return months.flatMap(({ isClosed, figures }, at) => {
      // Before it are older ones that nobody is to be woken for again.
      const month = isClosed ? 'last' : 'present';
      const value = figureOf(figures as ScoreFigures);
      return value === null || (isClosed && at > 0 && months[0]!.isClosed) ? [] : [{ labels: { month }, value }];
    });
  }

  /** Only where replicas are configured. */
  private addReplicas(): void {
    const first = this.health.replicas();
    if (first === null) return;
    const report = (): ReplicaReport => this.health.replicas() ?? first;
    this.add('counter', 'brickmarket_database_reads_total', 'Reads after admission, by the server that answered.', () =>
      Object.entries(report().reads).map(([server, value]) => ({ labels: { server }, value })),
    );
    this.add(
      'counter',
      'brickmarket_replica_reads_retried_total',
      'Reads made again on the primary, because the replica was behind or has failed.',
      () => Object.entries(report().retried).map(([reason, value]) => ({ labels: { reason }, value })),
    );
    this.add('gauge', 'brickmarket_replicas_serving', 'Read replicas that serve this process.', () => [
      { labels: {}, value: report().serving },
    ]);
  }

  private byTraffic(figure: (unsent: UnsentAnswers) => number): readonly Sample[] {
    return (['api', 'pages'] as const).map((traffic) => ({
      labels: { traffic },
      value: figure(this.limits[traffic].unsent),
    }));
  }

  private async freshness(): Promise<readonly Sample[]> {
    // When the database is down, the other metrics are needed most: only those it provides are left out.
    const changes = await this.operations.listDataChanges().catch(() => []);
    return changes.flatMap(({ kind, changedAt }) =>
      changedAt === null ? [] : [{ labels: { kind }, value: changedAt.getTime() / 1_000 }],
    );
  }

  private jobs(): ReturnType<OperationsReport['listJobs']> {
    return this.operations.listJobs().catch(() => []);
  }

  /**
   * Adds a metric. With several processes, counters of each process are summed; what all of them read from the same
   * database is not.
   */
  private add(
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

function ratio(percent: number | null): number | null {
  return percent === null ? null : percent / 100;
}

/**
 * Serves metrics when a port is configured, and returns their address. A worker of a cluster reports to the primary
 * process instead.
 */
export async function startMetrics(
  app: NestFastifyApplication,
  config: Pick<ApiConfig, 'metricsPort' | 'metricsHost'>,
): Promise<string | null> {
  if (config.metricsPort === null) return null;
  const metrics = app.get(MetricsRegistry);
  metrics.start();
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(metrics.registry);
    // Its constructor adds the listener for requests of the primary process.
    void new AggregatorRegistry();
    return null;
  }
  return serveMetrics(metrics.registry, config.metricsPort, config.metricsHost);
}

@Global()
@Module({ providers: [MetricsRegistry, RequestMetrics], exports: [MetricsRegistry, RequestMetrics] })
export class MetricsModule {}
