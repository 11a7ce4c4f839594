import { Pool, type QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import type { Repositories } from '../repositories.ts';
import { type ConnectionSettings, guard, poolOptions } from './connection-options.ts';
import { ownedRead, type PreparedRead } from './prepared-read.ts';
import { ReadPipelines } from './read-pipelines.ts';
import { probePooler } from './probe-pooler.ts';
import { Replicas } from './replicas.ts';
import { senderOf } from './sender.ts';

/** A connection pool for plain SQL, and TypeORM's repositories. */
export class Database {
  private dataSource: Promise<DataSource> | null = null;
  readonly #closing: (() => Promise<void>)[] = [];
  /** Null when connections are not pipelined. */
  private readonly privateReads: ReadPipelines | null;

  private constructor(
    readonly pool: Pool,
    readonly settings: ConnectionSettings,
    /** Null when none is configured. */
    readonly replicas: Replicas | null,
  ) {
    this.privateReads = settings.pipelined ? new ReadPipelines(pool, settings.statementTimeoutMs ?? 0) : null;
  }

  #hasProbed = false;

  /** Looks for a misconfigured pooler until it has found none. */
  async probe(): Promise<void> {
    if (this.#hasProbed) return;
    await probePooler(this.pool, this.settings);
    this.#hasProbed = true;
  }

  get isPipelined(): boolean {
    return this.privateReads !== null;
  }

  /** A pool that connects on first use, so the server may be started later or restarted. */
  static open(settings: ConnectionSettings): Database {
    const pool = new Pool(poolOptions(settings));
    guard(pool, settings.fence);
    // Without a listener, the error event of a broken connection would end the process. The pool replaces the
    // connection, and the statement that was running on it rejects.
    pool.on('error', ignore);
    pool.on('connect', (client) => client.on('error', ignore));
    return new Database(pool, settings, settings.replicas?.urls.length ? new Replicas(settings) : null);
  }

  /** A pool, after a first statement has succeeded; rejects when the server cannot be reached. */
  static async connect(settings: ConnectionSettings): Promise<Database> {
    const database = Database.open(settings);
    try {
      await database.probe();
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /**
   * Runs a statement that is prepared once per connection, under its name. It takes half the time of an unnamed one.
   */
  async prepared<Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>({ name, text, values: values as unknown[] })).rows;
  }

  /**
   * Runs a prepared read of shared data, or of one account's rows, on a replica where one is configured that has all
   * changes the last admissions know of, otherwise on the primary.
   */
  async read<Row extends QueryResultRow>(read: PreparedRead, accountId: number | null = null): Promise<Row[]> {
    const onPrimary = async (): Promise<Row[]> =>
      accountId !== null && this.privateReads !== null
        ? this.privateReads.read<Row>(read)
        : (await this.pool.query<Row>({ ...read, values: read.values as unknown[] })).rows;
    return this.replicas === null ? onPrimary() : this.replicas.read(accountId, read, onPrimary);
  }

  /**
   * TypeORM's repositories, for what is edited record by record. TypeORM is loaded and connected by the first call: it
   * takes half a second, and a process that only serves reads never needs it.
   */
  async repositories(): Promise<Repositories> {
    const { openDataSource, Repositories } = await import('../repositories.ts');
    // One that could not connect is opened anew by the next call.
    this.dataSource ??= openDataSource(this.settings).catch((error: unknown) => {
      this.dataSource = null;
      throw error;
    });
    return new Repositories((await this.dataSource).manager);
  }

  /** Runs plain statements in a transaction in which the database shows no rows but those of one account. */
  async asAccount<Result>(accountId: number, work: (query: Repositories['query']) => Promise<Result>): Promise<Result> {
    return (await this.repositories()).asAccount(accountId, ({ query }) => work(query));
  }

  /** Has something end before the pool, which waits for every connection that somebody holds. */
  onClose(end: () => Promise<void>): void {
    this.#closing.push(end);
  }

  async close(): Promise<void> {
    await Promise.all(this.#closing.map((end) => end()));
    const dataSource = await this.dataSource?.catch(() => null);
    await Promise.all([this.pool.end(), this.replicas?.close(), dataSource?.destroy()]);
  }
}

function ignore(): void {}

/**
 * Reads one account's private rows by one prepared statement in one round trip, in which row-level security shows the
 * API's role only rows of this account. The account is `$1`, and the statement filters by it as well; row-level
 * security is the second lock if one forgets.
 */
export function readAsAccount<Row extends QueryResultRow>(
  database: Database,
  accountId: number,
  name: string,
  select: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  if (!Number.isInteger(accountId)) return Promise.reject(new TypeError(`${accountId} is not an account`));
  return database.read<Row>(ownedRead(accountId, { name, text: select, values }), accountId);
}

/** Runs one prepared statement of a private read. */
export type PrivateStatement = <Row extends QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
) => Promise<Row[]>;

/**
 * Reads one account's private rows by several statements that must agree, in a read-only transaction on one snapshot.
 * Row-level security shows the role only rows of this account.
 */
export async function readSnapshotAsAccount<Result>(
  database: Database,
  accountId: number,
  work: (statement: PrivateStatement) => Promise<Result>,
): Promise<Result> {
  if (!Number.isInteger(accountId)) throw new TypeError(`${accountId} is not an account`);
  const client = await database.pool.connect();
  let result: Result;
  try {
    const send = senderOf(client, database.isPipelined);
    // Not awaited. If it fails, no account is set and row-level security shows no rows.
    const begun = send({
      text: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL brickmarket.account_id = '${accountId}'`,
    });
    [result] = await Promise.all([
      work(async <Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]) => {
        return (await send<Row>({ name, text, values: values as unknown[] })).rows;
      }),
      begun,
    ]);
  } catch (error) {
    client.release(true);
    throw error;
  }
  // A transaction that only read has nothing to lose, so the caller does not wait for its end.
  client.query('COMMIT').then(
    () => client.release(),
    () => client.release(true),
  );
  return result;
}
