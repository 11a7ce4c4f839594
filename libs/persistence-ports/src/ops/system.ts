import { ConflictError, type EpochDay, type StoredDates } from '@brickmarket/domain';
import type { FinishedLease } from '../sources/sources.ts';

/** Version of a new kind starts at 0 without a migration. */
export const DATA_KINDS = ['catalog', 'market', 'retail'] as const;

export type DataKind = (typeof DATA_KINDS)[number];

/** Changes per kind, raised in the changing transaction. Versions never repeat, also across timelines. */
export type DataVersions = Readonly<Record<DataKind, number>>;

const VERSIONS_PER_TIMELINE = 2 ** 36;

/** Version that is unique across restores: changes are counted again, but in a new timeline. The first is 1. */
export function versionIn(timeline: number, changes: number): number {
  return (timeline - 1) * VERSIONS_PER_TIMELINE + changes;
}

/** The timeline of a version, and how many changes there were in it and before. */
export function timelineOf(version: number): { readonly timeline: number; readonly changes: number } {
  return {
    timeline: Math.floor(version / VERSIONS_PER_TIMELINE) + 1,
    changes: version % VERSIONS_PER_TIMELINE,
  };
}

/** Kinds without a change are at version 0. */
export function versionsOf(changes: readonly Pick<DataChange, 'kind' | 'version'>[]): DataVersions {
  const versions = DATA_KINDS.map((kind) => [kind, changes.find((one) => one.kind === kind)?.version ?? 0]);
  return Object.fromEntries(versions) as DataVersions;
}

/** Rows of the same identity count once. */
export interface MergeCounts {
  readonly inserted: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Stored rows absent from a complete file. Undefined where imports only add. */
  readonly removed?: number;
}

/** Where the rows of an import of market data come from. */
export interface ImportOrigin {
  /** Demo imports can be removed as a whole. */
  readonly isDemo?: boolean | undefined;
  /** Day of the data. */
  readonly asOf?: EpochDay | undefined;
  readonly files: readonly string[];
  /** After all rows are read: rejected rows, and SHA-256 of the concatenated files. */
  facts(): { readonly rejected: number; readonly checksum: string };
  /** The rows answer these items of a source. Sales and prices join its import of the day; sales finish the items. */
  readonly answers?: FinishedLease;
}

/** Another import of the same data is running; this one has not begun. */
export class ImportRunningError extends ConflictError {
  constructor(subject: string) {
    super(`Another import of ${subject} data is running on this database: wait until it is done, then import again`);
  }
}

/** Another process is computing the same; this one has not begun. */
export class ComputationRunningError extends ConflictError {
  constructor(subject: string) {
    super(`Another process is working on the ${subject} of this database: wait until it is done, then try again`);
  }
}

/** Decides days and months for all processes. */
export abstract class StoreClock {
  abstract now(): Promise<Date>;
}

/** How many connections to the database this process has. */
export interface PoolUse {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Reads since the process started, by node, and replicas by state. */
export interface ReplicaReport {
  readonly reads: { readonly replica: number; readonly primary: number };
  /** Primary reads that a replica was behind for or failed. */
  readonly retried: { readonly behind: number; readonly failed: number };
  readonly configured: number;
  readonly serving: number;
}

/** A newer build has migrated the schema, and it no longer carries this one. */
export class NewerSchemaError extends ConflictError {
  constructor(found: string, known: string) {
    super(
      `the schema of this database is too new for this build: it has run ${found}, and this build knows ` +
        `migrations up to ${known}. Run the newer build; ` +
        'to go back, restore the backup that was made before the upgrade',
    );
  }
}

/** A restore was killed: the database has only a part of its backup. */
export class UnfinishedRestoreError extends ConflictError {
  constructor(begunAt: Date) {
    super(
      `a restore that began at ${begunAt.toISOString()} has not finished. ` +
        'Run "brickmarket db restore FILE" again, or use a new database',
    );
  }
}

/** The pooler's mode contradicts its address. */
export class PoolerModeError extends Error {
  constructor(address: string, found: 'unnamed' | 'transaction') {
    super(
      found === 'unnamed'
        ? `a pooler answers at ${address}. If it is in session mode, add ?pooler=session to the address; ` +
            'otherwise give the address of PostgreSQL itself'
        : `the pooler at ${address} is not in session mode: its clients share sessions, and locks and charges get ` +
            'lost. Set pool_mode = session, with ?pooler=session in the address, or give that of PostgreSQL itself',
    );
  }
}

/** Faults that do not pass while a process waits. */
const LASTING = [NewerSchemaError, UnfinishedRestoreError, PoolerModeError];

/** Whether the database can serve. */
export abstract class DatabaseHealth {
  /** Rejects if unusable; NewerSchemaError: migrated too far; PoolerModeError: wrong pooler mode. */
  abstract check(): Promise<void>;

  /** At start: rejects a too new schema, an unfinished restore or a wrong pooler mode; other faults may pass. */
  async refuseNewerSchema(): Promise<void> {
    await this.check().catch((error: unknown) => {
      if (LASTING.some((kind) => error instanceof kind)) throw error;
    });
  }

  abstract connections(): PoolUse;

  abstract dates(): Promise<StoredDates>;

  abstract replicas(): ReplicaReport | null;
}

/** Null: unchanged since recording started. */
export interface DataChange {
  readonly kind: DataKind;
  readonly version: number;
  readonly changedAt: Date | null;
}

/** How often a batch job has run and failed. */
export interface JobRecord {
  readonly job: string;
  readonly runs: number;
  readonly failures: number;
  readonly lastSucceededAt: Date | null;
}

/** How many jobs of a task there are. */
export interface QueueLength {
  readonly task: string;
  /** Not running, with attempts left. */
  readonly waiting: number;
  readonly running: number;
  readonly failed: number;
  /** Age of the oldest due job; 0: none. */
  readonly oldestSeconds: number;
  /** Age of the longest running job; 0: none. */
  readonly runningSeconds: number;
}

/** The workers that do jobs. */
export interface WorkerReport {
  /** Have their session. */
  readonly alive: number;
  /** Have lost it. No other worker has taken their jobs yet. */
  readonly lost: number;
  readonly lastBeatAt: Date | null;
}

/** How deliveries of alerts keep up. */
export interface DeliveryReport {
  readonly unmatchedEvents: number;
  /** Age of the oldest unmatched event; 0: none. */
  readonly oldestUnmatchedSeconds: number;
  readonly channels: readonly {
    readonly channel: 'webhook' | 'mail';
    /** Due and never attempted; retries are excluded. */
    readonly waiting: number;
    /** Overdue time of the oldest; 0: none. */
    readonly oldestSeconds: number;
  }[];
}

/** What imports of one feed have brought. */
export interface FeedReport {
  readonly feed: string;
  readonly imported: number;
  readonly failed: number;
  /** New or changed rows, and rejected ones. */
  readonly takenRows: number;
  readonly rejectedRows: number;
  /** Last import without a fault; null: none. */
  readonly lastImportedAt: Date | null;
}

/** How far a replica is behind the leader that was asked. */
export interface ReplicaLag {
  readonly replica: string;
  readonly seconds: number;
  readonly bytes: number;
}

/** Reads how current the data is and how the batch jobs do. */
export abstract class SystemStatus {
  abstract listDataChanges(): Promise<readonly DataChange[]>;

  abstract listJobs(): Promise<readonly JobRecord[]>;

  /** Tasks without jobs are absent. */
  abstract listQueues(): Promise<readonly QueueLength[]>;

  abstract reportWorkers(): Promise<WorkerReport>;

  abstract reportDeliveries(): Promise<DeliveryReport>;

  /** Never imported feeds are absent. */
  abstract listFeeds(): Promise<readonly FeedReport[]>;

  /** Empty without replication, or without the right to see it. */
  abstract listReplicaLags(): Promise<readonly ReplicaLag[]>;
}

/** What a process that serves has answered in a time. */
export interface ServedRequests {
  readonly requests: number;
  readonly errors: number;
  /** Responses within each bound and above the one before; slower ones are in none. */
  readonly buckets: readonly number[];
}

/** An hour of the service. */
export interface ServiceHour extends ServedRequests {
  readonly hour: Date;
  /** 60 entries: whether any process reached the database in that minute. */
  readonly minutes: readonly boolean[];
  /** Longest time from due to first attempt. */
  readonly worstDeliverySeconds: number;
  /** Age of the values; null before the first. */
  readonly worstDataSeconds: number | null;
}

/** How the service has served, hour by hour. */
export abstract class ServiceRecord {
  /** Adds to the current hour and marks the current minute. */
  abstract note(served: ServedRequests): Promise<void>;

  /** Only recorded hours, oldest first. At least 90 days are retained. */
  abstract listHours(since: Date): Promise<readonly ServiceHour[]>;
}
