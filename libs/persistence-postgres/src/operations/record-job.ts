import { ImportRunningError } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

const RECORD = `
INSERT INTO ops.job_record AS r (job, runs, failures, last_started_at, last_succeeded_at)
VALUES ($1, 1, CASE WHEN $2 THEN 0 ELSE 1 END, $3, CASE WHEN $2 THEN clock_timestamp() END)
ON CONFLICT (job) DO UPDATE SET
  runs = r.runs + 1,
  failures = r.failures + excluded.failures,
  last_started_at = excluded.last_started_at,
  last_succeeded_at = coalesce(excluded.last_succeeded_at, r.last_succeeded_at)`;

/**
 * Runs a batch job and notes how it ended. A job that found another process at it has not begun, and is not noted. A note
 * that cannot be made does not fail the job.
 */
export async function recordJob<Result>(database: Database, job: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = new Date();
  const note = async (succeeded: boolean): Promise<void> => {
    await database.pool.query(RECORD, [job, succeeded, startedAt]).catch(() => undefined);
  };
  try {
    const result = await work();
    await note(true);
    return result;
  } catch (error) {
    if (!(error instanceof ImportRunningError)) await note(false);
    throw error;
  }
}
