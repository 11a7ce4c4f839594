import { Pool, type QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import type { Repositories } from '../repositories.ts';
import { type ConnectionSettings, guard, poolOptions } from './connection-options.ts';
import { ownedRead, type PreparedRead } from './prepared-read.ts';
import { ReadPipelines } from './read-pipelines.ts';
import { probePooler } from './probe-pooler.ts';
import { Replicas } from './replicas.ts';
import { senderOf } from './sender.ts';

export class Database {
  private dataSource: Promise<DataSource> | null = null;
  readonly #closing: (() => Promise<void>)[] = [];
  private readonly privateReads: ReadPipelines | null;

  private constructor(
    readonly pool: Pool,
    readonly settings: ConnectionSettings,
    readonly replicas: Replicas | null,
  ) {
    this.privateReads = settings.pipelined ? new ReadPipelines(pool, settings.statementTimeoutMs ?? 0) : null;
  }

  #hasProbed = false;

  /** Repeats until no misconfigured pooler was found. */
  async probe(): Promise<void> {
    if (this.#hasProbed) return;
    await probePooler(this.pool, this.settings);
    this.#hasProbed = true;
  }

  get isPipelined(): boolean {
    return this.privateReads !== null;
  }

  /** Connects on first use, so the server may start later or restart. */
  static open(settings: ConnectionSettings): Database {
    const pool = new Pool(poolOptions(settings));
    guard(pool, settings.fence);
    // Without a listener, a broken connection would end the process. The pool replaces it.
    pool.on('error', ignore);
    pool.on('connect', (client) => client.on('error', ignore));
    return new Database(pool, settings, settings.replicas?.urls.length ? new Replicas(settings) : null);
  }

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

  /** Prepared by name once per connection: half the time of an unnamed statement. */
  async prepared<Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>({ name, text, values: values as unknown[] })).rows;
  }

  /** Uses a replica that has all changes of the last admissions, otherwise the primary. */
  async read<Row extends QueryResultRow>(read: PreparedRead, accountId: number | null = null): Promise<Row[]> {
    const onPrimary = async (): Promise<Row[]> =>
      accountId !== null && this.privateReads !== null
        ? this.privateReads.read<Row>(read)
        : (await this.pool.query<Row>({ ...read, values: read.values as unknown[] })).rows;
    return this.replicas === null ? onPrimary() : this.replicas.read(accountId, read, onPrimary);
  }

  /** Lazy: TypeORM takes half a second, and read-only processes never need it. */
  async repositories(): Promise<Repositories> {
    const { openDataSource, Repositories } = await import('../repositories.ts');
    // The next call retries a failed connection.
    this.dataSource ??= openDataSource(this.settings).catch((error: unknown) => {
      this.dataSource = null;
      throw error;
    });
    return new Repositories((await this.dataSource).manager);
  }

  /** Row-level security limits it to one account. */
  async asAccount<Result>(accountId: number, work: (query: Repositories['query']) => Promise<Result>): Promise<Result> {
    return (await this.repositories()).asAccount(accountId, ({ query }) => work(query));
  }

  /** Ends before the pool, which waits for held connections. */
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

/** One round trip, filtered by account `$1`; row-level security is the second lock. */
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

export type PrivateStatement = <Row extends QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
) => Promise<Row[]>;

/** Several statements on one read-only snapshot, under row-level security. */
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
    // Not awaited. If it fails, row-level security shows no rows.
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
  // A read-only transaction has nothing to lose, so nobody waits for its end.
  client.query('COMMIT').then(
    () => client.release(),
    () => client.release(true),
  );
  return result;
}
