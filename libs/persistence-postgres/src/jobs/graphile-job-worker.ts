import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ComputationRunningError,
  JobWorker,
  type Task,
  type TaskName,
  type WorkerOptions,
} from '@brickmarket/persistence-ports';
import type { CronItem, RunnerOptions, TaskList, WorkerEvents } from 'graphile-worker';
import type { Database } from '../database/database.ts';
import { addJobs, MAX_ATTEMPTS, priorityOf } from './postgres-job-queue.ts';
import { WorkerPresence } from './worker-presence.ts';

/** Delay when the same work runs elsewhere. */
const BUSY_DELAY = '15 seconds';

/** Loads graphile-worker on first use. */
export class GraphileJobWorker extends JobWorker {
  constructor(private readonly database: Database) {
    super();
  }

  async run(
    tasks: readonly Task[],
    options: WorkerOptions & { readonly stopping: AbortSignal; readonly stopTimeoutMs: number },
  ): Promise<'finished' | 'gaveBack'> {
    const { stopping, stopTimeoutMs } = options;
    const { run, parseCronItems } = await import('graphile-worker');
    const presence = new WorkerPresence(this.database, options);
    try {
      const parsedCronItems = parseCronItems(
        tasks.flatMap(({ name, schedule }) => (schedule === null ? [] : [scheduled(name, schedule)])),
      );
      const runner = await run({ ...(await this.#runnerOptions(tasks, options, presence)), parsedCronItems });
      await Promise.race([runner.promise, aborted(stopping)]);
      if (!stopping.aborted) return 'finished';
      // May fail without the database: then nothing is left to finish.
      const stopped = runner.stop().catch(() => undefined);
      const isFinished = await Promise.race([stopped.then(() => true), sleep(stopTimeoutMs, false, { ref: false })]);
      if (isFinished) return 'finished';
      await presence.giveBack();
      return 'gaveBack';
    } finally {
      await presence.end();
    }
  }

  async runOnce(tasks: readonly Task[], options: WorkerOptions): Promise<void> {
    const { runOnce } = await import('graphile-worker');
    const presence = new WorkerPresence(this.database, options);
    try {
      await runOnce(await this.#runnerOptions(tasks, options, presence));
    } finally {
      await presence.end();
    }
  }

  async #runnerOptions(
    tasks: readonly Task[],
    { concurrency, report }: WorkerOptions,
    presence: WorkerPresence,
  ): Promise<RunnerOptions> {
    const { Logger } = await import('graphile-worker');
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => presence.announce(workerPool.id));
    return {
      // Without batches, a stopping worker does not wait until its last jobs are recorded.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      pgPool: this.database.pool,
      schema: 'graphile_worker',
      concurrency,
      noHandleSignals: true,
      events,
      taskList: this.#taskList(tasks, report),
      // Jobs report their own failures.
      logger: new Logger(() => (level: string, message, meta) => {
        if (level === 'error' && meta?.['failure'] !== true)
          report({ job: 'worker', jobId: null, did: message, isFailure: true, ms: 0 });
      }),
    };
  }

  #taskList(tasks: readonly Task[], report: WorkerOptions['report']): TaskList {
    const jobs = tasks.map((task) => {
      const { name } = task;
      const work: TaskList[string] = async (_, { job }) => {
        const startedAt = performance.now();
        const end = (did: string | null, isFailure: boolean): void =>
          report({ job: name, jobId: Number(job.id), did, isFailure, ms: Math.round(performance.now() - startedAt) });
        try {
          end(await task.run(), false);
        } catch (error) {
          if (error instanceof ComputationRunningError) {
            await this.database.pool.query(addJobs([name], { delay: BUSY_DELAY, mode: 'preserve_run_at' }));
            return;
          }
          end((error as Error).message, true);
          throw error;
        }
      };
      return [name, work] as const;
    });
    return Object.fromEntries(jobs);
  }
}

function scheduled(task: TaskName, match: string): CronItem {
  return {
    task,
    match,
    options: {
      jobKey: task,
      jobKeyMode: 'preserve_run_at',
      queueName: task,
      priority: priorityOf(task),
      maxAttempts: MAX_ATTEMPTS,
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
