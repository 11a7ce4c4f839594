import { JobQueue, JobWorker } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { GraphileJobWorker } from './graphile-job-worker.ts';
import { PostgresJobQueue } from './postgres-job-queue.ts';

export const JOBS: Feature = {
  ports: [bind(JobQueue, PostgresJobQueue), bind(JobWorker, GraphileJobWorker)],
};
