import type { ExtensionDatabase, ExtensionTransaction, JobDatabase, NewEvent } from '@brickmarket/extension';
import { Pool, type PoolClient } from 'pg';
import { type ConnectionSettings, guard, poolOptions } from '../database/connection-options.ts';
import { type ExtensionNames, extensionNames } from './extension-names.ts';

/** Small: hanging statements of an extension must not use up the connections of service or server. */
const POOL_SIZE = 2;

export interface ExtensionConnections extends Pick<ConnectionSettings, 'fence'> {
  readonly url: string;
  /** 0: unlimited, for jobs. */
  readonly statementTimeoutMs: number;
  /** Visible in `pg_stat_activity`; default: the schema's name. */
  readonly applicationName?: string;
}

export class ExtensionDatabases {
  readonly #opened: PostgresExtensionDatabase[] = [];

  constructor(private readonly connections: ExtensionConnections) {}

  open(name: string): ExtensionDatabase {
    const opened = this.openForJobs(name);
    return { asAccount: (accountId, work) => opened.asAccount(accountId, work) };
  }

  openForJobs(name: string): JobDatabase {
    const opened = new PostgresExtensionDatabase(name, this.connections);
    this.#opened.push(opened);
    return opened;
  }

  async close(): Promise<void> {
    await Promise.all(this.#opened.map((each) => each.close()));
  }
}

/** Own connections as the extension's role, opened on first use. */
class PostgresExtensionDatabase implements JobDatabase {
  readonly #names: ExtensionNames;
  readonly #pool: Pool;

  constructor(name: string, { url, statementTimeoutMs, fence, ...connections }: ExtensionConnections) {
    this.#names = extensionNames(name, url);
    const { worker: role, schema } = this.#names;
    const { applicationName = schema } = connections;
    this.#pool = new Pool(poolOptions({ url, applicationName, poolSize: POOL_SIZE, statementTimeoutMs, role }));
    guard(this.#pool, fence);
    // Without a listener, a broken connection would end the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  asAccount<Result>(accountId: number, work: (tx: ExtensionTransaction) => Promise<Result>): Promise<Result> {
    if (!Number.isInteger(accountId)) return Promise.reject(new TypeError(`${accountId} is not an account`));
    return this.#transaction(`SET LOCAL brickmarket.account_id = '${accountId}'`, work);
  }

  asEveryAccount<Result>(work: (tx: ExtensionTransaction) => Promise<Result>): Promise<Result> {
    return this.#transaction(`SET LOCAL brickmarket.every_account = 'on'`, work);
  }

  async #transaction<Result>(scope: string, work: (tx: ExtensionTransaction) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    try {
      await client.query(`BEGIN; SET LOCAL search_path = ${this.#names.schema}, pg_temp; ${scope}`);
      const result = await work(this.#statements(client));
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      // Closing the connection rolls back, even if it is broken.
      client.release(true);
      throw error;
    }
  }

  #statements(client: PoolClient): ExtensionTransaction {
    const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
      (await client.query(text, values as unknown[])).rows as Row[];
    const record = async ({ kind, accountId, subject, cause, facts, occurredAt }: NewEvent): Promise<boolean> => {
      const recorded = await query<{ isNew: boolean }>(
        `SELECT ${this.#names.schema}.record_event($1, $2, $3, $4, $5, $6) AS "isNew"`,
        [kind, accountId, subject, cause, JSON.stringify(facts), occurredAt ?? null],
      );
      return recorded[0]!.isNew;
    };
    return { query, record };
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
