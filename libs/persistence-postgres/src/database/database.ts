import { type CustomTypesConfig, Pool, type QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import type { Repositories } from '../repositories.ts';
import { type ConnectionSettings, poolOptions } from './connection-options.ts';

/** How the values of a result are read, where the driver's way will not do. */
interface ResultFormat {
  readonly types: CustomTypesConfig;
}

/** A connection pool, and the way our SQL is run. */
export class Database {
  private dataSource: Promise<DataSource> | null = null;

  private constructor(
    readonly pool: Pool,
    private readonly settings: ConnectionSettings,
  ) {}

  /** A pool that connects when it is first needed: the server need not be there yet, and may go away and come back. */
  static open(settings: ConnectionSettings): Database {
    const pool = new Pool(poolOptions(settings));
    // A connection that breaks is replaced when one is next needed; the statement in flight says so itself. Without a
    // listener the event would end the process, and whoever takes a connection may get it too late to add one.
    pool.on('error', ignore);
    pool.on('connect', (client) => client.on('error', ignore));
    return new Database(pool, settings);
  }

  /** A pool on a server that answers; otherwise it rejects with the reason. */
  static async connect(settings: ConnectionSettings): Promise<Database> {
    const database = Database.open(settings);
    try {
      await database.pool.query('SELECT');
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /** Runs a statement prepared once per connection under its name: half the time of an unnamed one. */
  async prepared<Row extends QueryResultRow>(
    name: string,
    text: string,
    values: readonly unknown[],
    format?: ResultFormat,
  ): Promise<Row[]> {
    return (await this.pool.query<Row>({ name, text, values: values as unknown[], ...format })).rows;
  }

  /**
   * TypeORM's repositories, for what is edited record by record. TypeORM is loaded and connected by the first call: it
   * takes half a second, and a process that only serves reads never needs it.
   */
  async repositories(): Promise<Repositories> {
    const { openDataSource, Repositories } = await import('../repositories.ts');
    this.dataSource ??= openDataSource(this.settings);
    return new Repositories((await this.dataSource).manager);
  }

  async close(): Promise<void> {
    const dataSource = await this.dataSource?.catch(() => null);
    await Promise.all([this.pool.end(), dataSource?.destroy()]);
  }
}

function ignore(): void {}

/** Runs one prepared statement of a private read. */
export type PrivateStatement = <Row extends QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
  format?: ResultFormat,
) => Promise<Row[]>;

/**
 * Reads one account's private rows: a read-only transaction on one snapshot, in which the database shows the API's role no
 * rows but this account's. Statements name the account as well; this is the lock behind that one.
 */
export async function readAsAccount<Result>(
  database: Database,
  accountId: number,
  work: (statement: PrivateStatement) => Promise<Result>,
): Promise<Result> {
  if (!Number.isInteger(accountId)) throw new TypeError(`${accountId} is not an account`);
  const client = await database.pool.connect();
  let result: Result;
  try {
    // Sent ahead of the first statement, not waited for (the connection is pipelined): if it fails, no account is set and the database shows no rows.
    const begun = client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL brickmarket.account_id = '${accountId}'`,
    );
    [result] = await Promise.all([
      work(
        async <Row extends QueryResultRow>(
          name: string,
          text: string,
          values: readonly unknown[],
          format?: ResultFormat,
        ) => {
          return (await client.query<Row>({ name, text, values: values as unknown[], ...format })).rows;
        },
      ),
      begun,
    ]);
  } catch (error) {
    client.release(true);
    throw error;
  }
  // Nothing to keep: the caller need not wait for the end of a transaction that only read.
  client.query('COMMIT').then(
    () => client.release(),
    () => client.release(true),
  );
  return result;
}
