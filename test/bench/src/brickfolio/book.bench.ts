import { type BookArea, editHolding, readOwnOverview, ValuedSetCache } from '@brickmarket/operations/portfolio';
import {
  AccountBook,
  Brickfolios,
  OperationsReport,
  SetValueHistory,
  StoreClock,
} from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import type { Client } from 'pg';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { printTable, spreadOf } from '../measure/figures.ts';
import { accountWith, inventSets } from './collection.ts';

const EDITS = 200;
const READS = 20;
const PORTS = { book: AccountBook, brickfolios: Brickfolios, storeClock: StoreClock };

/**
 * What an owner's edit of one holding costs in collections of 100 and 10,000, in time and in bytes of write-ahead log,
 * and how long the overview of each takes. By the account area's use cases and its database role, without HTTP.
 */
export async function benchBook(): Promise<void> {
  const server = await BenchServer.start();
  const url = await server.freshDatabase();
  const database = Database.open({ url, applicationName: 'bench', role: 'brickmarket_account', pipelined: true });
  try {
    const stores = new Stores(database);
    const sets = new ValuedSetCache(stores.get(SetValueHistory), stores.get(OperationsReport));
    const area = { ...stores.pick(PORTS), sets };
    await withClient(url, async (client) => {
      await inventSets(client);
      const rows: string[][] = [];
      for (const holdings of [100, 10_000]) {
        await accountWith(client, holdings);
        // A checkpoint in the middle would add whole pages to the log of some edits and not of others.
        await client.query('VACUUM ANALYZE');
        await client.query('CHECKPOINT');
        rows.push(...(await measure(area, client, holdings)));
      }
      printTable(['what', 'holdings', 'p50 ms', 'spread ms', 'log bytes'], rows);
    });
  } finally {
    await database.close();
    await server.stop();
  }
}

async function measure(area: BookArea, client: Client, holdings: number): Promise<string[][]> {
  const accountId = await one(client, `SELECT id AS n FROM access.account WHERE email = '${holdings}@bench.example'`);
  const found = await client.query<{ id: number; version: number }>(
    `SELECT id, version FROM portfolio.holding
     WHERE account_id = $1 AND status <> 'sold' ORDER BY id % 97, id LIMIT $2`,
    [accountId, EDITS],
  );
  const edit = async ({ id, version }: { id: number; version: number }): Promise<void> => {
    await editHolding(area, accountId, { id, version }, { purchasePriceCents: 100 + (id % 900) });
  };
  const [first, ...rest] = found.rows;
  await edit(first!);
  const before = await logPosition(client);
  const edits: number[] = [];
  for (const lot of rest) edits.push(await timed(() => edit(lot)));
  const bytes = Math.round(((await logPosition(client)) - before) / rest.length);
  const reads: number[] = [];
  for (let read = 0; read <= READS; read++) reads.push(await timed(() => readOwnOverview(area, accountId, '1y')));
  return [
    rowOf('edit of one holding', holdings, edits, String(bytes)),
    rowOf('overview, first', holdings, reads.slice(0, 1), ''),
    rowOf('overview', holdings, reads.slice(1), ''),
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function rowOf(name: string, holdings: number, measured: readonly number[], bytes: string): string[] {
  const { median, min, max } = spreadOf(measured);
  return [name, String(holdings), median.toFixed(1), `${min.toFixed(1)} to ${max.toFixed(1)}`, bytes];
}

function logPosition(client: Client): Promise<number> {
  return one(client, `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS n`);
}

async function one(client: Client, text: string): Promise<number> {
  return (await client.query<{ n: number }>(text)).rows[0]!.n;
}
