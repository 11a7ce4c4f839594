import {
  DATA_KINDS,
  type DataChange,
  ImportRunningError,
  JobLock,
  type JobRecord,
  OperationsReport,
} from '@brickmarket/persistence-ports';
import { runExclusiveJob } from '../bulk/write-session.ts';
import type { Database } from '../database/database.ts';
import { bind, type Feature } from '../feature.ts';
import { CreateOperationsReport1794700900001 } from './migrations/1794700900001-create-operations-report.ts';
import { CountDataVersionsByKind1794701150001 } from './migrations/1794701150001-count-data-versions-by-kind.ts';
import { DropSingleRowOfVersions1794780000002 } from './migrations/1794780000002-drop-single-row-of-versions.ts';

/** A lock of the database that ends with its connection. */
class PostgresJobLock extends JobLock {
  constructor(private readonly database: Database) {
    super();
  }

  async tryRun<Result>(job: string, work: () => Promise<Result>): Promise<Result | null> {
    const subject = `job ${job}`;
    let hasBegun = false;
    try {
      return await runExclusiveJob(this.database, subject, () => {
        hasBegun = true;
        return work();
      });
    } catch (error) {
      if (!hasBegun && error instanceof ImportRunningError) return null;
      throw error;
    }
  }
}

const CHANGES = 'SELECT kind, changed_at AS "changedAt" FROM ops.data_kind';

const JOBS = 'SELECT job, runs, failures, last_succeeded_at AS "lastSucceededAt" FROM ops.job_record ORDER BY job';

/** Read from the schema `ops`. */
class PostgresOperationsReport extends OperationsReport {
  constructor(private readonly database: Database) {
    super();
  }

  async listDataChanges(): Promise<readonly DataChange[]> {
    const rows = await this.database.prepared<{ kind: string; changedAt: Date | null }>('data_changes', CHANGES, []);
    const changedAt = new Map(rows.map((row) => [row.kind, row.changedAt]));
    return DATA_KINDS.map((kind) => ({ kind, changedAt: changedAt.get(kind) ?? null }));
  }

  async listJobs(): Promise<readonly JobRecord[]> {
    return this.database.prepared<{ job: string; runs: number; failures: number; lastSucceededAt: Date | null }>(
      'job_records',
      JOBS,
      [],
    );
  }
}

/** Batch jobs, and how current the data is. */
export const OPERATIONS: Feature = {
  ports: [bind(JobLock, PostgresJobLock), bind(OperationsReport, PostgresOperationsReport)],
  migrations: [
    CreateOperationsReport1794700900001,
    CountDataVersionsByKind1794701150001,
    DropSingleRowOfVersions1794780000002,
  ],
};
