import { ImportRunningError, type DataKind, ComputationRunningError } from '@brickmarket/persistence-ports';
import type { PoolClient, QueryResultRow } from 'pg';
import { to } from 'pg-copy-streams';
import { isPooled } from '../database/connection-options.ts';
import type { Database } from '../database/database.ts';
import { type ChangedItems, recordChanges } from '../changes/record-changes.ts';
import { addJobs, addShardJobs } from '../jobs/postgres-job-queue.ts';
import { CopyIn } from './copy-in.ts';

// Must never change: processes of all releases compete for the same lock. The subject is its second key.
export const JOB_LOCK = 7_214_664;

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
    const result = await work(client);
    await giveBack(client, database);
    return result;
  } catch (error) {
    // Closing the connection releases the lock too, but only some time after this returns.
    await client.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    client.release(true);
    throw error;
  }
}

/** What a job leaves on its connection: locks, temporary tables and settings. */
const CLEAN_UP = 'SELECT pg_advisory_unlock_all(); DISCARD TEMPORARY; RESET ALL';

/** For the next job: on a new connection PostgreSQL would look up again what it knows of tables, indexes and types. */
async function giveBack(client: PoolClient, { settings: { url } }: Database): Promise<void> {
  // Behind a pooler the settings of the session go with those of the job: the next one gets a new session.
  if (isPooled(url)) return client.release(true);
  const isClean = await client.query(CLEAN_UP).then(
    () => true,
    () => false,
  );
  client.release(!isClean);
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

// No parallel workers: the one backend that gathers their rows is the bottleneck of a COPY. Reads use two connections
// instead.
const SETTINGS = `SET work_mem = '64MB'; SET max_parallel_workers_per_gather = 0`;

/** A large import commits a part every few seconds. */
const VALUATION_DELAY = '10 seconds';

/** The result of a merge, and which records of shared data it changes. */
export interface MergeOutcome<Result> {
  readonly result: Result;
  /** Null when no row that responses are made from has changed. */
  readonly changed: ChangedItems | null;
}

/**
 * Writes bulk data, of imports and of valuations: staged by COPY into temporary tables, then merged in one short
 * transaction. The tables belong to the connection, so a process that dies leaves nothing behind.
 */
export class WriteSession {
  private constructor(
    private readonly client: PoolClient,
    private readonly database: Database,
  ) {}

  /** Runs one writing job. Jobs of the same subject exclude each other: the second fails with ImportRunningError. */
  static run<Result>(
    database: Database,
    subject: string,
    work: (session: WriteSession) => Promise<Result>,
  ): Promise<Result> {
    return runExclusiveJob(database, subject, async (client) => {
      await client.query(SETTINGS);
      return work(new WriteSession(client, database));
    });
  }

  /** Runs work that any number of processes may do at the same time. */
  static async open<Result>(database: Database, work: (session: WriteSession) => Promise<Result>): Promise<Result> {
    const client = await database.pool.connect();
    try {
      await client.query(SETTINGS);
      const result = await work(new WriteSession(client, database));
      await giveBack(client, database);
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Runs `work` with a second connection, for reading: it sees no staged tables and takes no lock. */
  withSecond<Result>(work: (second: WriteSession) => Promise<Result>): Promise<Result> {
    return WriteSession.open(this.database, work);
  }

  /** Creates temporary tables to stage into: `staged_sale (item_id integer, ...)`. */
  async stage(...tables: readonly string[]): Promise<void> {
    await this.client.query(tables.map((table) => `CREATE TEMPORARY TABLE ${table}`).join(';'));
  }

  copyInto(table: string, columns: readonly string[]): CopyIn {
    return new CopyIn(this.client, table, columns);
  }

  /** Collects planner statistics of staged tables: autovacuum does not analyze temporary tables. */
  async analyzeStaged(...tables: readonly string[]): Promise<void> {
    // A small sample is enough for the planner to choose between hashing and sorting, and takes a tenth of the time.
    await this.client.query(
      `SET default_statistics_target = 10; ANALYZE ${tables.join(', ')}; RESET default_statistics_target`,
    );
  }

  /** Collects planner statistics of tables that have just been filled, before autovacuum does. */
  async analyze(...tables: readonly string[]): Promise<void> {
    await this.client.query(`ANALYZE ${tables.join(', ')}`);
  }

  /** Analyzes a table and updates its visibility map, without which an index-only scan reads the table as well. */
  async vacuum(table: string): Promise<void> {
    await this.client.query(`VACUUM (ANALYZE) ${table}`);
  }

  /**
   * The bytes of a `COPY ... TO STDOUT`. When the reader stops early, the rest is discarded before the next statement.
   */
  async *copyOut(statement: string): AsyncGenerator<Buffer> {
    const stream = this.client.query(to(statement));
    try {
      // A destroyed stream would leave the rest unread on the connection, and the next statement would wait for ever.
      yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    } finally {
      stream.resume();
    }
  }

  /** Runs one statement that changes rows and returns how many. */
  async write(text: string, values: readonly unknown[] = []): Promise<number> {
    return (await this.client.query(text, values as unknown[])).rowCount ?? 0;
  }

  /** Runs one statement and returns its rows. */
  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(text, values as unknown[])).rows;
  }

  /**
   * The same by a statement that the connection keeps under its name: the next job on it need not plan it again. Not
   * for temporary tables.
   */
  async prepared<Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.client.query<Row>({ name, text, values: values as unknown[] })).rows;
  }

  /**
   * Merges in one transaction; when something has changed, its last statements raise the version of that kind of data
   * and record the changed items under it.
   */
  async merge<Result>(kind: DataKind, merge: () => Promise<MergeOutcome<Result>>): Promise<Result> {
    return this.#transaction(async () => {
      const { result, changed } = await merge();
      if (changed !== null) {
        await recordChanges(this.client, kind, changed);
        // Values depend on prices and dates of the catalogue and on retail prices.
        if (kind !== 'market') await this.enqueueValuation();
      }
      return result;
    });
  }

  /** Within a merge: changes of another kind of data, which get the next version of that. */
  async alsoChanged(kind: DataKind, changed: ChangedItems): Promise<void> {
    await recordChanges(this.client, kind, changed);
  }

  /**
   * Has a worker value what this transaction changes, a moment later: together with the next transactions of an import.
   */
  async enqueueValuation(): Promise<void> {
    await this.client.query(addJobs(['value'], { delay: VALUATION_DELAY, mode: 'preserve_run_at' }));
  }

  /** Has a worker publish months that this transaction makes necessary. */
  async enqueueMonths(): Promise<void> {
    await this.client.query(addJobs(['months']));
  }

  /** Has so many idle workers value shards that this transaction makes. */
  async enqueueShards(workers: number): Promise<void> {
    await this.client.query(addShardJobs(workers));
  }

  /** Runs statements in one transaction. What they change has no version: nothing that is cached is made from it. */
  inTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#transaction(work);
  }

  async #transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.client.query('BEGIN');
    try {
      const result = await work();
      await this.client.query('COMMIT');
      return result;
    } catch (error) {
      // On a broken connection this fails too, and the server has rolled back by itself.
      await this.client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }
}

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
