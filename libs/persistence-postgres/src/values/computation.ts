import { ComputationRunningError, ImportRunningError } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { WriteSession } from '../bulk/write-session.ts';

/** Runs a computation that only one process may do at a time: the same lock, staging and short merge as an import. */
export async function runComputation<Result>(
  database: Database,
  subject: string,
  work: (session: WriteSession) => Promise<Result>,
): Promise<Result> {
  try {
    return await WriteSession.run(database, subject, work);
  } catch (error) {
    throw error instanceof ImportRunningError ? new ComputationRunningError(subject) : error;
  }
}
