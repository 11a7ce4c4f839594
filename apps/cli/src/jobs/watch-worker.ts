import { tmpdir } from 'node:os';
import { DatabaseHealth, type JobOutcome, SourceRegistry, SystemStatus } from '@brickmarket/persistence-ports';
import { surviveRejectionsOfExtensions, UNHANDLED_REJECTION } from '@brickmarket/service-runtime/extensions';
import { createLogger } from '@brickmarket/service-runtime/logger';
import {
  addConnectionMetrics,
  addDiskMetrics,
  addSourceMetrics,
  addSystemMetrics,
  LabelledCounter,
  ProcessMetrics,
  serveMetrics,
} from '@brickmarket/service-runtime/metrics';
import type { CliConfig } from '../config.ts';
import type { Stores } from '../persistence.wiring.ts';

export interface WorkerWatch {
  report(outcome: JobOutcome): void;
  /** Ends the process before it does anything else. */
  endAfterLostLease(): never;
  serveMetrics(stores: Stores): Promise<void>;
}

export function watchWorker(
  { log, workMetrics: { metricsHost, metricsPort }, dataDir, databaseUrl }: CliConfig,
  { asJson, dropFolder }: { readonly asJson: boolean; readonly dropFolder: string | null },
): WorkerWatch {
  const logger = createLogger(asJson ? { ...log, logFormat: 'json' } : log, 'work');
  surviveRejectionsOfExtensions((extension, err) => logger.error({ extension, err }, UNHANDLED_REJECTION));
  const runs = new LabelledCounter();
  const seconds = new LabelledCounter();
  return {
    report({ job, jobId, did, isFailure, ms }) {
      if (jobId !== null) {
        runs.count({ task: job, outcome: isFailure ? 'failed' : 'succeeded' });
        seconds.count({ task: job }, ms / 1_000);
      }
      const facts = { job, ...(jobId !== null && { jobId, ms }) };
      if (isFailure) logger.error(facts, did ?? '');
      else if (did === null) logger.debug(facts, 'nothing to do');
      else for (const line of did.split('\n')) logger.info(facts, line);
    },
    endAfterLostLease() {
      logger.fatal('lost the session at the database: the process hung, a job was canceled, or the database went away');
      process.exit(1);
    },
    async serveMetrics(stores) {
      if (metricsPort === null) return;
      const metrics = new ProcessMetrics();
      metrics.start();
      metrics.add(
        'counter',
        'brickmarket_worker_jobs_total',
        'Jobs that this worker has done, by how they ended.',
        () => runs.samples(),
      );
      metrics.add('counter', 'brickmarket_worker_job_seconds_total', 'Time that this worker has spent on jobs.', () =>
        seconds.samples(),
      );
      const health = stores.get(DatabaseHealth);
      addConnectionMetrics(metrics, health);
      addSystemMetrics(metrics, stores.get(SystemStatus));
      addSourceMetrics(metrics, stores.get(SourceRegistry));
      addDiskMetrics(metrics, {
        temporary: tmpdir(),
        ...(dropFolder !== null && { drop: dropFolder }),
        ...(databaseUrl === null && { data: dataDir }),
      });
      const address = await serveMetrics(metrics.registry, metricsPort, metricsHost, () => health.check());
      logger.info(`metrics are at ${address}`);
    },
  };
}
