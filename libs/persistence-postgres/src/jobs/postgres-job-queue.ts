import { JobQueue, type JobState, type QueuedJob, TASK_NAMES, type TaskName } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { revokeWorkers } from './revoke-workers.ts';

/** Four days with pauses that grow to six hours. */
export const MAX_ATTEMPTS = 25;

/** Lower is more urgent. Extensions follow own jobs. */
export function priorityOf(task: TaskName): number {
  const place = (TASK_NAMES as readonly TaskName[]).indexOf(task);
  return place === -1 ? TASK_NAMES.length : place;
}

/**
 * Adds jobs `$1` with priorities `$2`, due after `$3`. The task name as key allows one waiting, as queue one running.
 * `$4`: `preserve_run_at` or `replace`. A running job gets a successor.
 */
const ADD_JOBS = `
SELECT FROM unnest($1::text[], $2::integer[]) AS t (task, priority), graphile_worker.add_job(
  t.task, queue_name => t.task, run_at => now() + $3::interval, max_attempts => ${MAX_ATTEMPTS}, job_key => t.task,
  priority => t.priority, job_key_mode => $4
)`;

/** For the transaction that makes the jobs necessary. */
export function addJobs(
  tasks: readonly TaskName[],
  { delay = '0', mode = 'replace' }: { readonly delay?: string; readonly mode?: 'replace' | 'preserve_run_at' } = {},
): { readonly text: string; readonly values: unknown[] } {
  return { text: ADD_JOBS, values: [tasks, tasks.map(priorityOf), delay, mode] };
}

const SHARD_TASK: TaskName = 'value-shards';

/** Own keys and no queue, so that several workers take them. */
const ADD_SHARD_JOBS = `
SELECT FROM generate_series(1, $1::integer) AS n, graphile_worker.add_job(
  '${SHARD_TASK}', max_attempts => ${MAX_ATTEMPTS}, job_key => '${SHARD_TASK} ' || n,
  priority => ${priorityOf(SHARD_TASK)}
)`;

export function addShardJobs(workers: number): { readonly text: string; readonly values: unknown[] } {
  return { text: ADD_SHARD_JOBS, values: [workers] };
}

export const REMOVE_SHARD_JOBS = `
SELECT FROM graphile_worker.complete_jobs(ARRAY(
  SELECT id FROM graphile_worker.jobs WHERE task_identifier = '${SHARD_TASK}' AND locked_at IS NULL
))`;

const STATE = `
CASE WHEN locked_at IS NOT NULL THEN 'running' WHEN attempts >= max_attempts THEN 'failed'
     WHEN attempts > 0 THEN 'retrying' ELSE 'waiting' END`;

const JOBS = `
SELECT j.id::integer, task_identifier AS task, ${STATE} AS state, attempts, max_attempts AS "maxAttempts",
  run_at AS "dueAt", locked_at AS "startedAt", last_error AS "lastError", locked_by AS "lockedBy",
  w.host, w.pid, w.beat_at AS "beatAt"
FROM graphile_worker.jobs j LEFT JOIN ops.worker w ON w.id = j.locked_by`;

const LIST = `${JOBS} ORDER BY run_at, j.id`;

const FIND = `${JOBS} WHERE j.id = $1`;

interface JobRow extends Omit<QueuedJob, 'holder'> {
  readonly state: JobState;
  readonly lockedBy: string | null;
  readonly host: string | null;
  readonly pid: number | null;
  readonly beatAt: Date | null;
}

function jobOf({ id, task, state, attempts, maxAttempts, dueAt, startedAt, lastError, ...worker }: JobRow): QueuedJob {
  const { host, pid, beatAt } = worker;
  const holder = host === null ? null : { host, pid: pid!, beatAt: beatAt! };
  return { id, task, state, attempts, maxAttempts, dueAt, startedAt, holder, lastError };
}

const REMOVE = 'SELECT FROM graphile_worker.complete_jobs(ARRAY[$1::bigint])';

const UNSUCCESSFUL = `SELECT id FROM graphile_worker.jobs WHERE ${STATE} IN ('retrying', 'failed')`;

const RETRY = `
SELECT id::integer FROM graphile_worker.reschedule_jobs($1::bigint[], run_at => now(), attempts => 0) ORDER BY id`;

export class PostgresJobQueue extends JobQueue {
  constructor(private readonly database: Database) {
    super();
  }

  async enqueue(tasks: readonly TaskName[]): Promise<void> {
    await this.database.pool.query(addJobs(tasks));
  }

  async list(): Promise<readonly QueuedJob[]> {
    return (await this.database.pool.query<JobRow>(LIST)).rows.map(jobOf);
  }

  async retry(ids: readonly number[] | 'unsuccessful'): Promise<readonly number[]> {
    const { pool } = this.database;
    const wanted =
      ids === 'unsuccessful' ? (await pool.query<{ id: string }>(UNSUCCESSFUL)).rows.map((r) => r.id) : ids;
    return (await pool.query<{ id: number }>(RETRY, [wanted])).rows.map(({ id }) => id);
  }

  async cancel(id: number): Promise<QueuedJob | null> {
    const client = await this.database.pool.connect();
    try {
      await client.query('BEGIN');
      const [found] = (await client.query<JobRow>(FIND, [id])).rows;
      if (found) {
        if (found.lockedBy !== null) await revokeWorkers(client, [found.lockedBy]);
        await client.query(REMOVE, [id]);
      }
      await client.query('COMMIT');
      client.release();
      return found ? jobOf(found) : null;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
