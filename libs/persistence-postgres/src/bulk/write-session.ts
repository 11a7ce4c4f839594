import type { DataKind } from '@brickmarket/persistence-ports';
import type { PoolClient, QueryResultRow } from 'pg';
import { to } from 'pg-copy-streams';
import { BinaryCopyIn, CopyIn } from './copy-in.ts';
import type { Database } from '../database/database.ts';
import { runExclusiveJob } from './exclusive-job.ts';

// No parallel workers: a COPY that one backend gathers from workers is no faster. Work for two takes two connections.
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
 * How bulk data is written, imports and valuations alike: staged by COPY into temporary tables, then merged in one short
 * transaction. The tables belong to the connection, so a process that dies leaves nothing behind and nothing half done.
 */
export class WriteSession {
  private constructor(
    private readonly client: PoolClient,
    private readonly database: Database,
  ) {}

  /** Runs one job that writes. Jobs of the same subject exclude each other: the second is refused with ImportRunningError. */
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

  /** Runs `work` with a second connection, for reading: it sees no staged tables and takes no lock. */
  async withSecond<Result>(work: (second: WriteSession) => Promise<Result>): Promise<Result> {
    const client = await this.database.pool.connect();
    try {
      await client.query(SETTINGS);
      return await work(new WriteSession(client, this.database));
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

  /** Does the same and updates the visibility map, without which an index-only scan has to read the table too. */
  async vacuum(table: string): Promise<void> {
    await this.client.query(`VACUUM (ANALYZE) ${table}`);
  }

  /** The bytes that a `COPY ... TO STDOUT` sends. A reader that stops early only delays the next statement. */
  async *copyOut(statement: string): AsyncGenerator<Buffer> {
    const stream = this.client.query(to(statement));
    try {
      // A destroyed stream would leave the rest unread on the connection, and every later statement waiting.
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
