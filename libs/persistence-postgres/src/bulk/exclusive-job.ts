import { ImportRunningError } from '@brickmarket/persistence-ports';
import type { PoolClient } from 'pg';
import type { Database } from '../database/database.ts';

// Must never change: processes of all builds ask for the same lock. Its second half is the subject.
const JOB_LOCK = 7_214_664;

const RECORD = `
INSERT INTO ops.job_record AS r (job, runs, failures, last_started_at, last_succeeded_at)
VALUES ($1, 1, CASE WHEN $2 THEN 0 ELSE 1 END, $3, CASE WHEN $2 THEN clock_timestamp() END)
ON CONFLICT (job) DO UPDATE SET
  runs = r.runs + 1,
  failures = r.failures + excluded.failures,
  last_started_at = excluded.last_started_at,
  last_succeeded_at = coalesce(excluded.last_succeeded_at, r.last_succeeded_at)`;

/**
 * Runs `work` on a connection that holds the lock of its subject, and records how it ended. The lock belongs to the
 * connection, so it ends with the process. A second process with the same subject is refused with ImportRunningError.
 */
export function runExclusiveJob<Result>(
  database: Database,
  subject: string,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  // Jobs of single accounts are counted together: a record for each account would grow without bound.
  return recorded(database, subject.replace(/ of account \d+$/, ''), () => locked(database, subject, work));
}

async function locked<Result>(
  database: Database,
  subject: string,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await database.pool.connect();
  try {
    const { rows } = await client.query<{ isLocked: boolean }>(
      'SELECT pg_try_advisory_lock($1, hashtext($2)) AS "isLocked"',
      [JOB_LOCK, subject],
    );
    if (!rows[0]!.isLocked) throw new ImportRunningError(subject);
    return await work(client);
  } finally {
    // Closing the connection ends the lock too, but only some time after this returns.
    await client.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    client.release(true);
  }
}

/** A job that was refused has not begun and is not recorded. A record that cannot be written does not fail the job. */
async function recorded<Result>(database: Database, job: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = new Date();
  const record = async (succeeded: boolean): Promise<void> => {
    await database.pool.query(RECORD, [job, succeeded, startedAt]).catch(() => undefined);
  };
  try {
    const result = await work();
    await record(true);
    return result;
  } catch (error) {
    if (!(error instanceof ImportRunningError)) await record(false);
    throw error;
  }
}
