import { ImportRunningError, JobLock } from '@brickmarket/persistence-ports';
import { ImportSession } from '../import/import-session.ts';
import type { Database } from '../database/database.ts';

/** A lock of the database that ends with its connection. */
export class PostgresJobLock extends JobLock {
  constructor(private readonly database: Database) {
    super();
  }

  async tryRun<Result>(job: string, work: () => Promise<Result>): Promise<Result | null> {
    const subject = `job ${job}`;
    let hasBegun = false;
    try {
      return await ImportSession.run(this.database, subject, () => {
        hasBegun = true;
        return work();
      });
    } catch (error) {
      if (!hasBegun && error instanceof ImportRunningError) return null;
      throw error;
    }
  }
}
