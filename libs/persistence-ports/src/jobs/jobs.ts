/** Work that is done in the background, the most urgent first. */
export const TASK_NAMES = [
  'demo',
  'value-shards',
  'import',
  'value',
  'months',
  'events',
  'sources',
  'upkeep',
  'snapshots',
  'backtest',
  'scorecard',
] as const;
/** Own task, or `EXTENSION:JOB`. */
export type TaskName = (typeof TASK_NAMES)[number] | `${string}:${string}`;

/** `retrying` waits for another attempt; `failed` has none left. */
export type JobState = 'waiting' | 'running' | 'retrying' | 'failed';

/** The process that does a job. */
export interface JobHolder {
  readonly host: string;
  readonly pid: number;
  readonly beatAt: Date;
}

/** A job that waits, runs or has failed. */
export interface QueuedJob {
  readonly id: number;
  readonly task: string;
  readonly state: JobState;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly dueAt: Date;
  readonly startedAt: Date | null;
  /** Null unless running, and for workers of older releases. */
  readonly holder: JobHolder | null;
  readonly lastError: string | null;
}

/** At most one job of a task waits and one runs; `value-shards` may have one per worker. */
export abstract class JobQueue {
  /** Due now; brings a waiting job forward. */
  abstract enqueue(tasks: readonly TaskName[]): Promise<void>;

  /** By due time. */
  abstract list(): Promise<readonly QueuedJob[]>;

  /** Makes jobs due now with all attempts. Skips running ones. Returns the ids of due jobs. */
  abstract retry(ids: readonly number[] | 'unsuccessful'): Promise<readonly number[]>;

  /** The process that runs it loses its connections and ends; other workers take its other jobs. Null: no such job. */
  abstract cancel(id: number): Promise<QueuedJob | null>;
}

/** What a worker can do. */
export interface Task {
  readonly name: TaskName;
  /** Cron with five fields, in UTC. One worker makes the job. Null: made by other jobs only. */
  readonly schedule: string | null;
  /** Returns a summary line; null: nothing to do. Safe to repeat. */
  run(): Promise<string | null>;
}

/** What a job did, or why it failed. */
export interface JobOutcome {
  readonly job: string;
  readonly jobId: number | null;
  readonly did: string | null;
  readonly isFailure: boolean;
  readonly ms: number;
}

/** How a worker works. */
export interface WorkerOptions {
  readonly concurrency: number;
  /** Interval for finding dead workers. Their jobs are taken over after two checks. */
  readonly checkMs: number;
  /** For how long a worker that hangs keeps its jobs. A computation without a pause must be shorter. */
  readonly leaseMs: number;
  readonly report: (outcome: JobOutcome) => void;
  /** Called when this worker lost its session. The process must end in this call, as others do its jobs. */
  readonly onLeaseLost: () => void;
}

/** Jobs of dead or hung processes run elsewhere, and such a process cannot write. */
export abstract class JobWorker {
  /** Until the signal; returns jobs after `stopTimeoutMs`. With `gaveBack` end the process: those jobs still run. */
  abstract run(
    tasks: readonly Task[],
    options: WorkerOptions & { readonly stopping: AbortSignal; readonly stopTimeoutMs: number },
  ): Promise<'finished' | 'gaveBack'>;

  abstract runOnce(tasks: readonly Task[], options: WorkerOptions): Promise<void>;
}
