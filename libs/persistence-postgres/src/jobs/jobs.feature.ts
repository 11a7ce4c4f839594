import { JobQueue, JobWorker } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { GraphileJobWorker } from './graphile-job-worker.ts';
import { InstallJobQueue1794810000001 } from './migrations/1794810000001-install-job-queue.ts';
import { LeaseWorkers1794940000001 } from './migrations/1794940000001-lease-workers.ts';
import { PostgresJobQueue } from './postgres-job-queue.ts';

export const JOBS: Feature = {
  ports: [bind(JobQueue, PostgresJobQueue), bind(JobWorker, GraphileJobWorker)],
  migrations: [InstallJobQueue1794810000001, LeaseWorkers1794940000001],
};
