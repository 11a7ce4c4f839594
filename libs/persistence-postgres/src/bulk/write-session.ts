import { ImportRunningError, type DataKind, ComputationRunningError } from '@brickmarket/persistence-ports';
import type { PoolClient, QueryResultRow } from 'pg';
import { to } from 'pg-copy-streams';
import { isPooled } from '../database/connection-options.ts';
import type { Database } from '../database/database.ts';
import { type ChangedItems, recordChanges } from '../changes/record-changes.ts';
import { addJobs, addShardJobs } from '../jobs/postgres-job-queue.ts';
import { CopyIn } from './copy-in.ts';

// Never change: all releases compete for this lock. Its second key is the subject.
export const JOB_LOCK = 7_214_664;

const RECORD = `
INSERT INTO ops.job_record AS r (job, runs, failures, last_started_at, last_succeeded_at)
VALUES ($1, 1, CASE WHEN $2 THEN 0 ELSE 1 END, $3, CASE WHEN $2 THEN clock_timestamp() END)
ON CONFLICT (job) DO UPDATE SET
  runs = r.runs + 1,
  failures = r.failures + excluded.failures,
  last_started_at = excluded.last_started_at,
  last_succeeded_at = coalesce(excluded.last_succeeded_at, r.last_succeeded_at)`;

/** Holds the subject's lock, bound to the connection. A second process gets ImportRunningError. */
export function runExclusiveJob<Result>(
  database: Database,
  subject: string,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  // Counts jobs of single accounts together: a record per account would grow without bound.
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
    // Closing the connection releases the lock later than this returns.
    await client.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    client.release(true);
    throw error;
  }
}

/** State that a job leaves on its connection. */
const CLEAN_UP = 'SELECT pg_advisory_unlock_all(); DISCARD TEMPORARY; RESET ALL';

/** Reuses the connection: a new one must load its catalog caches again. */
async function giveBack(client: PoolClient, { settings: { url } }: Database): Promise<void> {
  // Behind a pooler, session settings may not be shared: the next job gets a new session.
  if (isPooled(url)) return client.release(true);
  const isClean = await client.query(CLEAN_UP).then(
    () => true,
    () => false,
  );
  client.release(!isClean);
}

/** Rejected jobs are not recorded. A failed record does not fail the job. */
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

// No parallel workers: the gathering backend is the bottleneck of COPY. Reads use two connections instead.
const SETTINGS = `SET work_mem = '64MB'; SET max_parallel_workers_per_gather = 0`;

/** Covers the seconds between commits of a large import. */
const VALUATION_DELAY = '10 seconds';

export interface MergeOutcome<Result> {
  readonly result: Result;
  /** Null: no row behind responses changed. */
  readonly changed: ChangedItems | null;
}

/** COPY into temporary tables, then one short merge. A dead process leaves nothing. */
export class WriteSession {
  private constructor(
    private readonly client: PoolClient,
    private readonly database: Database,
  ) {}

  /** Jobs of the same subject exclude each other with ImportRunningError. */
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

  /** The second connection sees no staged tables and takes no lock. */
  withSecond<Result>(work: (second: WriteSession) => Promise<Result>): Promise<Result> {
    return WriteSession.open(this.database, work);
  }

  /** Temporary tables: `staged_sale (item_id integer, ...)`. */
  async stage(...tables: readonly string[]): Promise<void> {
    await this.client.query(tables.map((table) => `CREATE TEMPORARY TABLE ${table}`).join(';'));
  }

  copyInto(table: string, columns: readonly string[]): CopyIn {
    return new CopyIn(this.client, table, columns);
  }

  /** Autovacuum does not analyze temporary tables. */
  async analyzeStaged(...tables: readonly string[]): Promise<void> {
    // A small sample suffices to choose between hash and sort, in a tenth of the time.
    await this.client.query(
      `SET default_statistics_target = 10; ANALYZE ${tables.join(', ')}; RESET default_statistics_target`,
    );
  }

  /** Statistics before autovacuum runs. */
  async analyze(...tables: readonly string[]): Promise<void> {
    await this.client.query(`ANALYZE ${tables.join(', ')}`);
  }

  /** Also updates the visibility map, without which index-only scans read the table. */
  async vacuum(table: string): Promise<void> {
    await this.client.query(`VACUUM (ANALYZE) ${table}`);
  }

  /** Bytes of `COPY ... TO STDOUT`. An early stop discards the rest before the next statement. */
  async *copyOut(statement: string): AsyncGenerator<Buffer> {
    const stream = this.client.query(to(statement));
    try {
      // A destroyed stream would leave unread bytes, and the next statement would wait forever.
      yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    } finally {
      stream.resume();
    }
  }

  async write(text: string, values: readonly unknown[] = []): Promise<number> {
    return (await this.client.query(text, values as unknown[])).rowCount ?? 0;
  }

  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(text, values as unknown[])).rows;
  }

  /** Prepared by name on the connection. Not for temporary tables. */
  async prepared<Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.client.query<Row>({ name, text, values: values as unknown[] })).rows;
  }

  /** One transaction that ends by raising the version and recording changed items. */
  async merge<Result>(kind: DataKind, merge: () => Promise<MergeOutcome<Result>>): Promise<Result> {
    return this.#transaction(async () => {
      const { result, changed } = await merge();
      if (changed !== null) {
        await recordChanges(this.client, kind, changed);
        // Values depend on catalog prices, dates and retail prices.
        if (kind !== 'market') await this.enqueueValuation();
      }
      return result;
    });
  }

  /** Within a merge: changes of another kind, under its next version. */
  async alsoChanged(kind: DataKind, changed: ChangedItems): Promise<void> {
    await recordChanges(this.client, kind, changed);
  }

  /** Delayed, so that a valuation covers several transactions of an import. */
  async enqueueValuation(): Promise<void> {
    await this.client.query(addJobs(['value'], { delay: VALUATION_DELAY, mode: 'preserve_run_at' }));
  }

  async enqueueMonths(): Promise<void> {
    await this.client.query(addJobs(['months']));
  }

  async enqueueShards(workers: number): Promise<void> {
    await this.client.query(addShardJobs(workers));
  }

  /** Without a version: nothing cached depends on these changes. */
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
      // On a broken connection this fails too, and the server has rolled back.
      await this.client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }
}

/** Exclusive, with staging and a short merge, as an import. */
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
