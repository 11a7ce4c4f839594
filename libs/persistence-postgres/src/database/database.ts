import { type CustomTypesConfig, Pool, type QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import type { Repositories } from '../repositories.ts';
import { type ConnectionSettings, poolOptions } from './pool-options.ts';

/** How the values of a result are read, where the driver's way will not do. */
export interface ResultFormat {
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
