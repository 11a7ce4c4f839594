import { type DataKind, ImportRunningError } from '@brickmarket/persistence-ports';
import type { PoolClient, QueryResultRow } from 'pg';
import { to } from 'pg-copy-streams';
import type { Database } from '../database/database.ts';
import { recordJob } from '../operations/record-job.ts';
import { BinaryCopyIn } from './binary-copy-in.ts';
import { CopyIn } from './copy-in.ts';

// Any number will do as long as it never changes; the second half of the lock's name is the subject.
const IMPORT_LOCK = 7_214_664;

// What is worth two processes of the server takes two connections: a stream that one backend gathers from others is no faster.
const SETTINGS = `SET work_mem = '64MB'; SET max_parallel_workers_per_gather = 0`;

const RAISE_VERSION = `
INSERT INTO ops.data_kind AS k (kind, version, changed_at) VALUES ($1, 1, clock_timestamp())
ON CONFLICT (kind) DO UPDATE SET version = k.version + 1, changed_at = excluded.changed_at`;

/** What a merge did, and whether readers of shared data have to know. */
export interface MergeOutcome<Result> {
  readonly result: Result;
  /** True when any row that answers are made from is now different. */
  readonly hasChanged: boolean;
}

/**
 * The one way bulk data comes in: staged by COPY into temporary tables, then merged in one short transaction. The tables
 * and the lock belong to the connection, so whatever ends the process leaves nothing behind and nothing half done.
 */
export class ImportSession {
  private constructor(
    private readonly client: PoolClient,
    private readonly database: Database,
  ) {}

  /** Runs one import. Imports of the same subject exclude each other: the second is refused with ImportRunningError. */
  static async run<Result>(
    database: Database,
    subject: string,
    work: (session: ImportSession) => Promise<Result>,
  ): Promise<Result> {
    // Accounts come and go without number: their books count as one job.
    return recordJob(database, subject.replace(/ of account \d+$/, ''), () =>
      ImportSession.runAlone(database, subject, work),
    );
  }

  private static async runAlone<Result>(
    database: Database,
    subject: string,
    work: (session: ImportSession) => Promise<Result>,
  ): Promise<Result> {
    const client = await database.pool.connect();
    try {
      const lock = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS held', [
        IMPORT_LOCK,
        subject,
      ]);
      if (!lock.rows[0]!.held) throw new ImportRunningError(subject);
      await client.query(SETTINGS);
      return await work(new ImportSession(client, database));
    } finally {
      // Closing the connection ends the lock too, but only some time after this returns.
      await client.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
      client.release(true);
    }
  }

  /** Runs `work` with a second connection beside this one, for reading: it sees nothing that is staged, and locks nothing. */
  async withSecond<Result>(work: (second: ImportSession) => Promise<Result>): Promise<Result> {
    const client = await this.database.pool.connect();
    try {
      await client.query(SETTINGS);
      return await work(new ImportSession(client, this.database));
    } finally {
      client.release(true);
    }
  }

  /** Creates temporary tables to stage into: `staged_sale (item_id integer, ...)`. */
  async stage(...tables: readonly string[]): Promise<void> {
    await this.client.query(tables.map((table) => `CREATE TEMPORARY TABLE ${table}`).join(';'));
  }

  copyInto(table: string, columns: readonly string[]): CopyIn {
    return new CopyIn(this.client, table, columns);
  }

  copyBinaryInto(table: string, columns: readonly string[]): BinaryCopyIn {
    return new BinaryCopyIn(this.client, table, columns);
  }

  /** Tells the planner how large the staged tables have become; nobody else does that for temporary ones. */
  async analyzeStaged(...tables: readonly string[]): Promise<void> {
    // A small sample will do to choose between hashing and sorting, and takes a tenth of the time.
    await this.client.query(
      `SET default_statistics_target = 10; ANALYZE ${tables.join(', ')}; RESET default_statistics_target`,
    );
  }

  /** Tells the planner about tables that have just got most of their rows, before autovacuum comes round. */
  async analyze(...tables: readonly string[]): Promise<void> {
    await this.client.query(`ANALYZE ${tables.join(', ')}`);
  }

  /** Does the same, and notes which rows everybody sees: who reads all of them from an index then need not look at the table. */
  async vacuum(table: string): Promise<void> {
    await this.client.query(`VACUUM (ANALYZE) ${table}`);
  }

  /** The bytes that a `COPY ... TO STDOUT` sends. Who stops reading early only delays the statement after it. */
  async *copyOut(statement: string): AsyncGenerator<Buffer> {
    const stream = this.client.query(to(statement));
    try {
      // Destroyed half way, the stream would leave the rest unread on the connection, and every later statement waiting.
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

  /** Merges in one transaction; when something has changed, its last statement raises the version of that kind of data. */
  async merge<Result>(kind: DataKind, merge: () => Promise<MergeOutcome<Result>>): Promise<Result> {
    return this.#transaction(async () => {
      const { result, hasChanged } = await merge();
      if (hasChanged) await this.client.query(RAISE_VERSION, [kind]);
      return { result, keeps: true };
    });
  }

  /** Merges data of one account, which is never kept in memory and has no version; a dry run is rolled back at the end. */
  async mergePrivate<Result>(
    { isDryRun }: { readonly isDryRun: boolean },
    merge: () => Promise<Result>,
  ): Promise<Result> {
    return this.#transaction(async () => ({ result: await merge(), keeps: !isDryRun }));
  }

  async #transaction<Result>(work: () => Promise<{ result: Result; keeps: boolean }>): Promise<Result> {
    await this.client.query('BEGIN');
    try {
      const { result, keeps } = await work();
      await this.client.query(keeps ? 'COMMIT' : 'ROLLBACK');
      return result;
    } catch (error) {
      // A broken connection cannot roll back, and need not.
      await this.client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }
}
