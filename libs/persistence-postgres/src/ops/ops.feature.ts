import {
  DATA_KINDS,
  type DataChange,
  type DeliveryReport,
  type FeedReport,
  type JobRecord,
  SystemStatus,
  type QueueLength,
  type ReplicaLag,
  type ServedRequests,
  type ServiceHour,
  ServiceRecord,
  versionIn,
  type WorkerReport,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { TIMELINE } from '../database/timeline.ts';
import { bind, type Feature } from '../feature.ts';

const CHANGES = `SELECT kind, version::float8, changed_at AS "changedAt", ${TIMELINE} AS timeline FROM ops.data_kind`;

const JOBS = 'SELECT job, runs, failures, last_succeeded_at AS "lastSucceededAt" FROM ops.job_record ORDER BY job';

const QUEUES = `
SELECT task, waiting, running, failed, oldest_seconds AS "oldestSeconds", running_seconds AS "runningSeconds"
FROM ops.task_load() ORDER BY task`;

const WORKERS = 'SELECT alive, lost, last_beat_at AS "lastBeatAt" FROM ops.worker_load()';

const DELIVERIES = 'SELECT subject, waiting, oldest_seconds AS "oldestSeconds" FROM ops.delivery_load()';

const FEEDS = `
SELECT feed, imported, failed, taken_rows AS "takenRows", rejected_rows AS "rejectedRows",
  last_imported_at AS "lastImportedAt"
FROM ops.feed_load() ORDER BY feed`;

const REPLICA_LAGS = 'SELECT replica, seconds, bytes FROM ops.replica_lag() ORDER BY replica';

type Row<Report> = Report & { readonly [name: string]: unknown };

class PostgresSystemStatus extends SystemStatus {
  constructor(private readonly database: Database) {
    super();
  }

  async listDataChanges(): Promise<readonly DataChange[]> {
    const rows = await this.database.prepared<DataChange & { readonly timeline: number }>('data_changes', CHANGES, []);
    const timeline = rows[0]?.timeline ?? 1;
    return DATA_KINDS.map((kind) => {
      const { version = 0, changedAt = null } = rows.find((row) => row.kind === kind) ?? {};
      return { kind, version: versionIn(timeline, version), changedAt };
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
    return this.database.prepared<Row<QueueLength>>('task_load', QUEUES, []);
  }

  async reportWorkers(): Promise<WorkerReport> {
    return (await this.database.prepared<Row<WorkerReport>>('worker_load', WORKERS, []))[0]!;
  }

  async reportDeliveries(): Promise<DeliveryReport> {
    const rows = await this.database.prepared<{ subject: string; waiting: number; oldestSeconds: number }>(
      'delivery_load',
      DELIVERIES,
      [],
    );
    const of = (subject: string) => rows.find((row) => row.subject === subject)!;
    const events = of('events');
    return {
      unmatchedEvents: events.waiting,
      oldestUnmatchedSeconds: events.oldestSeconds,
      channels: (['webhook', 'mail'] as const).map((channel) => {
        const { waiting, oldestSeconds } = of(channel);
        return { channel, waiting, oldestSeconds };
      }),
    };
  }

  async listFeeds(): Promise<readonly FeedReport[]> {
    return this.database.prepared<Row<FeedReport>>('feed_load', FEEDS, []);
  }

  async listReplicaLags(): Promise<readonly ReplicaLag[]> {
    return this.database.prepared<Row<ReplicaLag>>('replica_lag', REPLICA_LAGS, []);
  }
}

const NOTE_SERVICE = 'SELECT ops.note_service($1, $2, $3)';

const HOURS = `
SELECT hour, requests::float8, errors::float8, buckets::float8[], minutes::text,
  worst_delivery_seconds AS "worstDeliverySeconds", worst_data_seconds AS "worstDataSeconds"
FROM ops.service_hour WHERE hour >= $1 ORDER BY hour`;

class PostgresServiceRecord extends ServiceRecord {
  constructor(private readonly database: Database) {
    super();
  }

  async note({ requests, errors, buckets }: ServedRequests): Promise<void> {
    await this.database.prepared('note_service', NOTE_SERVICE, [requests, errors, buckets]);
  }

  async listHours(since: Date): Promise<readonly ServiceHour[]> {
    const rows = await this.database.prepared<Row<Omit<ServiceHour, 'minutes'>> & { readonly minutes: string }>(
      'service_hours',
      HOURS,
      [since],
    );
    return rows.map((row) => ({ ...row, minutes: row.minutes.split('').map((bit) => bit === '1') }));
  }
}

export const OPS: Feature = {
  ports: [bind(SystemStatus, PostgresSystemStatus), bind(ServiceRecord, PostgresServiceRecord)],
};
