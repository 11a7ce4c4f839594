import { ConflictError, type StoredDates } from '@brickmarket/domain';

/** The kinds of data that all callers share. A new kind is a word here; its version begins at 0 without a migration. */
export const DATA_KINDS = ['catalog', 'market', 'retail'] as const;

/** A kind of data that all callers share. */
export type DataKind = (typeof DATA_KINDS)[number];

/**
 * How often each kind of shared data has been changed. Every import, valuation and retail update adds one to its kind
 * in its own transaction, so whatever was derived from data of the same versions is still current. Versions never
 * repeat: those of a later timeline of the database are greater than all before.
 */
export type DataVersions = Readonly<Record<DataKind, number>>;

const VERSIONS_PER_TIMELINE = 2 ** 36;

/**
 * A version that no other state of the database has had: a database that was restored to an earlier time counts its
 * changes from there again, but in a new timeline. The first timeline is 1.
 */
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

/** What a merge did with the rows it was given. Rows of the same identity count once. */
export interface MergeCounts {
  readonly inserted: number;
  /** Were stored with other content. */
  readonly changed: number;
  readonly unchanged: number;
  /** Were stored and are absent from a feed that describes the whole. Undefined where feeds only add. */
  readonly removed?: number;
}

/** Where the rows of an import of market data come from. */
export interface ImportOrigin {
  readonly files: readonly string[];
  /**
   * What is known when all rows have been read: how many were rejected, and the SHA-256 of all files one after
   * another.
   */
  facts(): { readonly rejected: number; readonly checksum: string };
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

/** The clock that days and months are decided by: the same for all processes, wherever they run. */
export abstract class StoreClock {
  abstract now(): Promise<Date>;
}

/** How many connections to the database this process has. */
export interface PoolUse {
  readonly busy: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

/** Reads since the process started, by where they were answered; and replicas, by whether they serve. */
export interface ReplicaReport {
  readonly reads: { readonly replica: number; readonly primary: number };
  /** Reads among those of the primary that a replica was asked for first, which was behind or has failed. */
  readonly retried: { readonly behind: number; readonly failed: number };
  readonly configured: number;
  readonly serving: number;
}

/** A newer build has migrated the schema, and it no longer carries this one. */
export class NewerSchemaError extends ConflictError {
  constructor(
    /** The last migration that has run. */
    found: string,
    /** The last migration that this build knows. */
    known: string,
  ) {
    super(
      `the schema of this database is too new for this build: it has run ${found}, and this build knows ` +
        `migrations up to ${known}. Run the newer build; ` +
        'to go back, restore the backup that was made before the upgrade',
    );
  }
}

/** A pooler in front of the database does not do what its address says. */
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

/** Whether the database can serve. */
export abstract class DatabaseHealth {
  /**
   * Rejects with the reason when the database does not answer, is read-only, or its schema is older than this build
   * needs. Rejects with NewerSchemaError when it is too new for this build, with PoolerModeError for a misconfigured
   * pooler.
   */
  abstract check(): Promise<void>;

  /**
   * For a process that starts: rejects when the schema is too new, or a pooler is misconfigured. A database that is not
   * ready may become so.
   */
  async refuseNewerSchema(): Promise<void> {
    await this.check().catch((error: unknown) => {
      if (error instanceof NewerSchemaError || error instanceof PoolerModeError) throw error;
    });
  }

  /** Of this process, at this moment. */
  abstract connections(): PoolUse;

  /** By which clock the database dates, and what it has dated. */
  abstract dates(): Promise<StoredDates>;

  /** How read replicas serve this process; null when none is configured. */
  abstract replicas(): ReplicaReport | null;
}

/** The demo market that was loaded into a database. */
export interface LoadedDemo {
  readonly seed: string;
  readonly asOf: Date;
  readonly sets: number;
  readonly minifigs: number;
  readonly years: number;
  /** How the market trades: `ordinary`, `noisy`. */
  readonly temperament: string;
  /** Null while loading, and for good when loading was interrupted. */
  readonly finishedAt: Date | null;
}

/** Records that the data of a database is a demo, so that nobody loads a demo over real data. */
export abstract class DemoRecord {
  /** Null when no demo was ever loaded. */
  abstract find(): Promise<LoadedDemo | null>;

  /** Records that this demo is being loaded, in place of the one recorded before. */
  abstract begin(demo: Omit<LoadedDemo, 'finishedAt'>): Promise<void>;

  /** Records that the demo is complete; with an instant, that it has gone on until then. */
  abstract finish(asOf?: Date): Promise<void>;
}

/** How often a kind of shared data has changed, and when last; null when it has not since this is recorded. */
export interface DataChange {
  readonly kind: DataKind;
  /** As in `DataVersions`. */
  readonly version: number;
  readonly changedAt: Date | null;
}

/** How often a batch job has run and failed. */
export interface JobRecord {
  readonly job: string;
  readonly runs: number;
  readonly failures: number;
  /** Null when it never succeeded. */
  readonly lastSucceededAt: Date | null;
}

/** How many jobs of a task there are. */
export interface QueueLength {
  readonly task: string;
  /** For their time, for a worker, or for another attempt. */
  readonly waiting: number;
  readonly running: number;
  /** Without another attempt. */
  readonly failed: number;
  /** How long the oldest waiting job has been due; 0 when none is. */
  readonly oldestSeconds: number;
  /** How long the longest running job has been running; 0 when none is. */
  readonly runningSeconds: number;
}

/** The workers that do jobs. */
export interface WorkerReport {
  /** Have shown within their lease that they live. */
  readonly alive: number;
  /** Have not, and nobody has taken their place yet. */
  readonly lost: number;
  /** When any of them last did; null when none is known. */
  readonly lastBeatAt: Date | null;
}

/** How deliveries of alerts keep up. */
export interface DeliveryReport {
  /** Events that rules have not been asked about yet. */
  readonly unmatchedEvents: number;
  /** How long the oldest of them has been recorded; 0 when there is none. */
  readonly oldestUnmatchedSeconds: number;
  readonly channels: readonly {
    readonly channel: 'webhook' | 'mail';
    /** Due, and never attempted: what a receiver has refused waits for its own sake. */
    readonly waiting: number;
    /** How long the oldest of them has been due; 0 when there is none. */
    readonly oldestSeconds: number;
  }[];
}

/** What imports of one feed have brought. */
export interface FeedReport {
  readonly feed: string;
  readonly imported: number;
  readonly failed: number;
  /** Rows that were new or changed, and rows that were rejected. */
  readonly takenRows: number;
  readonly rejectedRows: number;
  /** When one last ended without a fault; null when none has. */
  readonly lastImportedAt: Date | null;
}

/** How far a replica is behind the leader that was asked. */
export interface ReplicaLag {
  /** By which it calls itself. */
  readonly replica: string;
  readonly seconds: number;
  readonly bytes: number;
}

/** Reads how current the data is and how the batch jobs do. */
export abstract class SystemStatus {
  /** One for each kind of shared data. */
  abstract listDataChanges(): Promise<readonly DataChange[]>;

  /** By name. */
  abstract listJobs(): Promise<readonly JobRecord[]>;

  /** By task; tasks without jobs are left out. */
  abstract listQueues(): Promise<readonly QueueLength[]>;

  abstract reportWorkers(): Promise<WorkerReport>;

  abstract reportDeliveries(): Promise<DeliveryReport>;

  /** By feed; feeds that were never imported are left out. */
  abstract listFeeds(): Promise<readonly FeedReport[]>;

  /** By name. Empty when nothing replicates, or when the owner of the schema may not see who does. */
  abstract listReplicaLags(): Promise<readonly ReplicaLag[]>;
}

/** What a process that serves has answered in a time. */
export interface ServedRequests {
  readonly requests: number;
  /** Of these, with an error of ours. */
  readonly errors: number;
  /** How many were answered within each bound, and not within the one before; those above all bounds are in none. */
  readonly buckets: readonly number[];
}

/** An hour of the service. */
export interface ServiceHour extends ServedRequests {
  readonly hour: Date;
  /** Its 60 minutes: whether some process has reached the database. */
  readonly minutes: readonly boolean[];
  /** How long an alert was due at most before somebody tried to send it. */
  readonly worstDeliverySeconds: number;
  /** Of the values; null before the first. */
  readonly worstDataSeconds: number | null;
}

/** How the service has served, hour by hour. */
export abstract class ServiceRecord {
  /** Adds to the current hour, and marks the current minute. */
  abstract note(served: ServedRequests): Promise<void>;

  /** The hours since then that have a record, oldest first. At least 90 days are kept. */
  abstract listHours(since: Date): Promise<readonly ServiceHour[]>;
}
