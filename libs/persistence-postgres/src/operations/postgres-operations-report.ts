import { type DataChange, type JobRecord, OperationsReport } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

const CHANGES = `
SELECT kind, "changedAt" FROM ops.data_version,
LATERAL (VALUES ('catalog', catalog_changed_at), ('market', market_changed_at), ('retail', retail_changed_at)) AS changes (kind, "changedAt")`;

const JOBS = 'SELECT job, runs, failures, last_succeeded_at AS "lastSucceededAt" FROM ops.job_record ORDER BY job';

/** Read from the schema `ops`. */
export class PostgresOperationsReport extends OperationsReport {
  constructor(private readonly database: Database) {
    super();
  }

  listDataChanges(): Promise<readonly DataChange[]> {
    return this.database.prepared<{ kind: DataChange['kind']; changedAt: Date | null }>('data_changes', CHANGES, []);
  }

  async listJobs(): Promise<readonly JobRecord[]> {
    return this.database.prepared<{ job: string; runs: number; failures: number; lastSucceededAt: Date | null }>(
      'job_records',
      JOBS,
      [],
    );
  }
}
