import {
  DATA_KINDS,
  type DataChange,
  type JobRecord,
  OperationsReport,
  type QueueLength,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { bind, type Feature } from '../feature.ts';
import { CreateOperationsReport1794700900001 } from './migrations/1794700900001-create-operations-report.ts';
import { CountDataVersionsByKind1794701150001 } from './migrations/1794701150001-count-data-versions-by-kind.ts';
import { DropSingleRowOfVersions1794780000002 } from './migrations/1794780000002-drop-single-row-of-versions.ts';
import { RememberRoutines1794917290000 } from './migrations/1794917290000-remember-routines.ts';
import { RecordLeastBuild1794930000001 } from './migrations/1794930000001-record-least-build.ts';

const CHANGES = 'SELECT kind, version::float8, changed_at AS "changedAt" FROM ops.data_kind';

const JOBS = 'SELECT job, runs, failures, last_succeeded_at AS "lastSucceededAt" FROM ops.job_record ORDER BY job';

const QUEUES =
  'SELECT task, waiting, running, failed, oldest_seconds AS "oldestSeconds" FROM ops.job_queue() ORDER BY task';

/** Read from the schema `ops`. */
class PostgresOperationsReport extends OperationsReport {
  constructor(private readonly database: Database) {
    super();
  }

  async listDataChanges(): Promise<readonly DataChange[]> {
    const rows = await this.database.prepared<{ kind: string; version: number; changedAt: Date | null }>(
      'data_changes',
      CHANGES,
      [],
    );
    return DATA_KINDS.map((kind) => {
      const { version = 0, changedAt = null } = rows.find((row) => row.kind === kind) ?? {};
      return { kind, version, changedAt };
    });
  }

  async listJobs(): Promise<readonly JobRecord[]> {
    return this.database.prepared<{ job: string; runs: number; failures: number; lastSucceededAt: Date | null }>(
      'job_records',
      JOBS,
      [],
    );
  }

  async listQueues(): Promise<readonly QueueLength[]> {
    return this.database.prepared<QueueLength & { [name: string]: unknown }>('job_queues', QUEUES, []);
  }
}

/** Batch jobs, and how current the data is. */
export const OPS: Feature = {
  ports: [bind(OperationsReport, PostgresOperationsReport)],
  migrations: [
    CreateOperationsReport1794700900001,
    CountDataVersionsByKind1794701150001,
    DropSingleRowOfVersions1794780000002,
    RememberRoutines1794917290000,
    RecordLeastBuild1794930000001,
  ],
};
