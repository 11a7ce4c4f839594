import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Client } from 'pg';
import { startOwnPostgres, withClient } from '../measure/bench-server.ts';
import { addCallers } from './callers.ts';

const CLI = resolve('apps/cli/dist/bundle/main.js');

/** A durable PostgreSQL with a demo market and many callers in it, and what the requests need to know of it. */
export interface BenchMarket {
  readonly ownerUrl: string;
  readonly apiUrl: string;
  /** The server process of PostgreSQL; its backends are its children. */
  readonly postgresPid: number;
  /** Keys of as many accounts, each with holdings and sales of its own. */
  readonly keys: readonly string[];
  readonly setNumbers: readonly string[];
  readonly minifigNumbers: readonly string[];
  readonly asins: readonly string[];
  remove(): Promise<void>;
}

/** Builds it in a folder of its own, which `remove` deletes. */
export async function buildMarket(sets: number, years: number): Promise<BenchMarket> {
  const { server, folder, remove } = await startOwnPostgres();
  const environment = { ...process.env, BRICKMARKET_DATA_DIR: folder, DATABASE_URL: '' };
  const brickmarket = (...args: string[]): string =>
    execFileSync(process.execPath, [CLI, ...args], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
  brickmarket('demo', 'load', '--sets', String(sets), '--years', String(years), '--seed', 'bench');
  await server.allowServiceLogins();
  const keys = await withClient(server.ownerUrl, addCallers);
  const names = await readNames(server.ownerUrl);
  return {
    ownerUrl: server.ownerUrl,
    apiUrl: server.apiUrl,
    keys,
    postgresPid: await withClient(server.ownerUrl, serverPid),
    ...names,
    remove,
  };
}

/** A backend's parent is the server. */
export async function serverPid(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${rows[0]!.pid}/status`, 'utf8'))![1]);
}

/**
 * Vacuums and writes a checkpoint, as a server does that has run for a while, and picks names at random but always the
 * same. Without a checkpoint no file of the log can be used again yet, and to make a new one keeps all requests waiting
 * for a tenth of a second, once in 16 MB.
 */
function readNames(url: string): Promise<Pick<BenchMarket, 'setNumbers' | 'minifigNumbers' | 'asins'>> {
  return withClient(url, async (client) => {
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
    const column = async (sql: string): Promise<string[]> =>
      (await client.query<{ text: string }>(sql)).rows.map(({ text }) => text);
    return {
      setNumbers: await column(
        `SELECT set_number AS text FROM catalog.lego_set
         WHERE msrp_cents IS NOT NULL ORDER BY md5(set_number) LIMIT 1000`,
      ),
      minifigNumbers: await column(
        `SELECT minifig_number AS text FROM catalog.minifig m
         WHERE EXISTS (SELECT FROM market.item_value v WHERE v.item_id = m.id) ORDER BY md5(minifig_number) LIMIT 1000`,
      ),
      asins: await column(
        `SELECT code AS text FROM retail.product_code WHERE kind = 'asin' ORDER BY md5(code) LIMIT 200`,
      ),
    };
  });
}
