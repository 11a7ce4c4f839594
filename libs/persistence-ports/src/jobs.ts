/** Work that is done in the background, the most urgent first. */
export const TASK_NAMES = [
  'demo',
  'value-shards',
  'import',
  'value',
  'months',
  'events',
  'upkeep',
  'snapshots',
  'backtest',
  'scorecard',
] as const;
/** The name of one of them, or of a job of an extension: `EXTENSION:JOB`. */
export type TaskName = (typeof TASK_NAMES)[number] | `${string}:${string}`;

/** `retrying` waits for another attempt after a failure; `failed` has none left. */
export type JobState = 'waiting' | 'running' | 'retrying' | 'failed';

/** The process that does a job. */
export interface JobHolder {
  readonly host: string;
  readonly pid: number;
  /** When it last showed that it lives. */
  readonly beatAt: Date;
}

/** A job that waits, runs or has failed. */
export interface QueuedJob {
  readonly id: number;
  readonly task: string;
  readonly state: JobState;
  readonly attempts: number;
  readonly maxAttempts: number;
  /** When it is due. */
  readonly dueAt: Date;
  /** Null unless it is running. */
  readonly startedAt: Date | null;
  /** Null unless it is running, and for a worker of a release that did not say where it runs. */
  readonly holder: JobHolder | null;
  /** Of its last attempt; null when none has failed. */
  readonly lastError: string | null;
}

/**
 * The jobs of all processes. At most one job of a task waits, and one runs; but of `value-shards`, which a large
 * valuation makes, as many as workers may help it.
 */
export abstract class JobQueue {
  /** Makes a job of each task due now; one that waits already is brought forward. */
  abstract enqueue(tasks: readonly TaskName[]): Promise<void>;

  /** In the order in which they are due. */
  abstract list(): Promise<readonly QueuedJob[]>;

  /**
   * Makes jobs due now, with all their attempts: those with these ids, or all that retry or have failed. A running job
   * is left alone. Returns the ids of the jobs that are due.
   */
  abstract retry(ids: readonly number[] | 'unsuccessful'): Promise<readonly number[]>;

  /**
   * Removes a job. The process that runs it loses its connections and its right to write, and ends; its other jobs are
   * done by others. Returns the job as it was; null when there is none.
   */
  abstract cancel(id: number): Promise<QueuedJob | null>;
}

/** What a worker can do. */
export interface Task {
  readonly name: TaskName;
  /**
   * When it is due by itself: five fields of cron, in UTC. Of any number of workers, one makes the job. Null when only
   * other jobs make it.
   */
  readonly schedule: string | null;
  /** Does it, and says what was done in a line; null when there was nothing to do. Safe to repeat. */
  run(): Promise<string | null>;
}

/** What a job did, or why it failed. */
export interface JobOutcome {
  readonly job: string;
  /** Null for what the worker did by itself. */
  readonly jobId: number | null;
  /** Null when there was nothing to do. */
  readonly did: string | null;
  readonly isFailure: boolean;
  /** How long it took. */
  readonly ms: number;
}

/** How a worker works. */
export interface WorkerOptions {
  /** How many jobs run at the same time in this process. */
  readonly concurrency: number;
  /** How often to look for jobs of workers that have died. They are taken over after two checks. */
  readonly checkMs: number;
  /** For how long a worker keeps its jobs that does not show any more that it lives: one that hangs, say. */
  readonly leaseMs: number;
  readonly report: (outcome: JobOutcome) => void;
  /**
   * Called when others have taken the jobs of this worker, because it has hung, or a job was cancelled. The process
   * must end in this call: what it still does is done again by others.
   */
  readonly onLeaseLost: () => never;
}

/**
 * Does jobs, in any number of processes on any number of machines. The jobs of a process that died or hangs are done by
 * another one, and it cannot write any more.
 */
export abstract class JobWorker {
  /**
   * Works until the signal. Then finishes its jobs, or gives them back after `stopTimeoutMs`: the process must end at
   * once when this resolves with `gaveBack`, as what was given back is still running.
   */
  abstract run(
    tasks: readonly Task[],
    options: WorkerOptions & { readonly stopping: AbortSignal; readonly stopTimeoutMs: number },
  ): Promise<'finished' | 'gaveBack'>;

  /** Works until no job is due. */
  abstract runOnce(tasks: readonly Task[], options: WorkerOptions): Promise<void>;
}
