import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { epochDayOf } from '@brickmarket/domain';
import { importBrickfolio } from '@brickmarket/operations';
import { ForecastCache } from '@brickmarket/operations/sets';
import { commitImport, type ImportArea, stageImport, undoImport } from '@brickmarket/operations/staged-import';
import { readSellList, type ResaleArea, SellingPriceCache, VersionedCache } from '@brickmarket/operations/resale';
import {
  type AheadArea,
  type BookArea,
  changeBook,
  readOwnOverview,
  readYearAhead,
  undoEdit,
  type MarketArea,
  readMarketIndex,
  ThemeMoveCache,
  ValuedSetCache,
} from '@brickmarket/operations/portfolio';
import {
  AccountBook,
  AccountStore,
  Brickfolios,
  DATA_KINDS,
  ForecastStore,
  ItemChanges,
  ItemDirectory,
  MonthHistory,
  SystemStatus,
  SellingFees,
  SellingPrices,
  SetCatalog,
  SetValueHistory,
  StagedImports,
  StoreClock,
  ThemeMoves,
  ValuedListings,
} from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import type { Client } from 'pg';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { printTable, spreadOf } from '../measure/figures.ts';
import { processorMicroseconds } from '../measure/processor-time.ts';
import { accountWith, inventSets } from './collection.ts';

const EDITS = 200;
const READS = 20;
const FIRSTS = 5;
const SEVERAL = 1_000;
const BULKS = 5;
const ROWS = 10_000;
const PORTS = { book: AccountBook, storeClock: StoreClock };
const RESALE_PORTS = {
  ...PORTS,
  brickfolios: Brickfolios,
  fees: SellingFees,
  catalog: SetCatalog,
  months: MonthHistory,
};
const SELL_PAGE = { order: 'margin', limit: 25, offset: 0 } as const;
const IMPORT_PORTS = { imports: StagedImports, items: ItemDirectory, ...PORTS };
const CLI_PORTS = { accounts: AccountStore, items: ItemDirectory, book: AccountBook, clock: StoreClock };

/**
 * What an owner's edit of one holding costs in collections of 100 and 10,000, in time and in bytes of write-ahead log,
 * how long the overview of each and the list of what to sell take, a thousand holdings edited at once, and an import of
 * 10,000 rows next to 10,000 holdings. By the account area's use cases and its database role, without HTTP; the command
 * line's as the owner of the tables.
 */
export async function benchBook(): Promise<void> {
  const server = await BenchServer.start();
  const url = await server.freshDatabase();
  const database = Database.open({ url, applicationName: 'bench', role: 'brickmarket_account', pipelined: true });
  try {
    const stores = new Stores(database);
    await withClient(url, async (client) => {
      await inventSets(client);
      await listEverything(client);
      await learnSomething(client);
      const rows: string[][] = [];
      for (const holdings of [100, 10_000]) {
        await accountWith(client, holdings);
        // A checkpoint in the middle would add whole pages to the log of some edits and not of others.
        await client.query('VACUUM ANALYZE');
        await client.query('CHECKPOINT');
        rows.push(...(await measure(() => startedArea(stores), client, holdings)));
      }
      rows.push(...(await measureImports(stores.pick(IMPORT_PORTS), url, client)));
      printTable(['what', 'holdings', 'p50 ms', 'spread ms', 'log bytes', 'processor ms with PostgreSQL'], rows);
    });
  } finally {
    await database.close();
    await server.stop();
  }
}

/** At least as many as the stages of a set's life, and the classes of its price over list price. */
const STAGES_AND_CLASSES = 16;

/** As where forecasts have earned being shown: otherwise no set is looked up for the year ahead. */
async function learnSomething(client: Client): Promise<void> {
  const range = [-0.2, 0.05, 0.3];
  const table = Array.from({ length: STAGES_AND_CLASSES }, () => Array(STAGES_AND_CLASSES).fill(range));
  const changes = { refusal: null, origins: [], table };
  const learned = { prices: { 6: changes, 12: changes }, sales: { refusal: 'too-short', origins: [], table: null } };
  await client.query('INSERT INTO market.forecast (learned_at, forecast) VALUES (now(), $1)', [
    JSON.stringify({ through: '2026-01', conditions: { sealed: learned, used: learned } }),
  ]);
}

/** With nothing in memory, as after a start or a valuation. */
function startedArea(stores: Stores): ResaleArea & MarketArea & AheadArea {
  const report = stores.get(SystemStatus);
  const changes = stores.get(ItemChanges);
  return {
    ...stores.pick(RESALE_PORTS),
    themes: new ThemeMoveCache(stores.get(ThemeMoves), report),
    forecasts: new ForecastCache(stores.get(ForecastStore), report),
    sets: new ValuedSetCache(stores.get(SetValueHistory), { report, changes }),
    prices: new SellingPriceCache(stores.get(SellingPrices), { report, changes }),
    listings: stores.get(ValuedListings),
    ranked: new VersionedCache(report, DATA_KINDS, 1),
    retailStaleDays: 30,
  };
}

async function measure(
  start: () => ResaleArea & MarketArea & AheadArea,
  client: Client,
  holdings: number,
): Promise<string[][]> {
  const area = start();
  const accountId = await one(client, `SELECT id AS n FROM access.account WHERE email = '${holdings}@bench.example'`);
  const found = await client.query<{ id: number; version: number }>(
    `SELECT id, version FROM portfolio.holding
     WHERE account_id = $1 AND status <> 'sold' ORDER BY id % 97, id LIMIT $2`,
    [accountId, EDITS],
  );
  const edit = async ({ id, version }: { id: number; version: number }): Promise<void> => {
    const facts = { purchasePriceCents: 100 + (id % 900) };
    await changeBook(area, accountId, { do: 'edit', holding: { id, version }, facts });
  };
  const [first, ...rest] = found.rows;
  await edit(first!);
  const before = await logPosition(client);
  const edits: number[] = [];
  for (const lot of rest) edits.push(await timed(() => edit(lot)));
  const bytes = Math.round(((await logPosition(client)) - before) / rest.length);
  const measureFirst = async (name: string, read: () => Promise<unknown>): Promise<string[]> => {
    const processor = processorMicroseconds(process.pid);
    const times = await timesOf(FIRSTS, read);
    const used = Math.round((processorMicroseconds(process.pid) - processor) / 1000 / FIRSTS);
    return rowOf(`${name}, first`, holdings, times, '', String(used));
  };
  const firsts = [
    await measureFirst('overview', () => readOwnOverview(start(), accountId, '1y')),
    await measureFirst('overview with its year ahead', async () => {
      const started = start();
      await readOwnOverview(started, accountId, '1y');
      await readYearAhead(started, accountId);
    }),
    await measureFirst('beside the market', () => readMarketIndex(start(), accountId, '1y')),
    await measureFirst('what to sell', () => readSellList(start(), accountId, SELL_PAGE)),
  ];
  await readOwnOverview(area, accountId, '1y');
  await readSellList(area, accountId, SELL_PAGE);
  return [
    rowOf('edit of one holding', holdings, edits, String(bytes)),
    ...firsts,
    rowOf('overview', holdings, await timesOf(READS, () => readOwnOverview(area, accountId, '1y')), ''),
    rowOf('what to sell', holdings, await timesOf(READS, () => readSellList(area, accountId, SELL_PAGE)), ''),
    ...(holdings < SEVERAL ? [] : await measureSeveral(area, client, accountId, holdings)),
  ];
}

/** One edit of a thousand holdings and its undo, and the list as it is shown meanwhile. */
async function measureSeveral(
  area: BookArea,
  client: Client,
  accountId: number,
  holdings: number,
): Promise<string[][]> {
  const [edits, undos, pages, sums]: number[][] = [[], [], [], []];
  const filter = { brickfolioId: null, theme: null, condition: null, status: 'unsold', text: null } as const;
  const page = { ...filter, order: 'percent', descending: true, limit: 50, offset: 0 } as const;
  const today = epochDayOf(await area.storeClock.now());
  const before = await logPosition(client);
  for (let bulk = 0; bulk < BULKS; bulk++) {
    const { rows: lots } = await client.query<{ id: number; version: number }>(
      `SELECT id, version FROM portfolio.holding
       WHERE account_id = $1 AND status <> 'sold' ORDER BY id % 97, id LIMIT $2`,
      [accountId, SEVERAL],
    );
    const facts = { notes: `bulk ${bulk}`, purchasePriceCents: 100 + bulk };
    let id = 0;
    const command = { do: 'several', holdings: lots, then: { do: 'edit', facts } } as const;
    edits!.push(await timed(async () => ({ id } = await changeBook(area, accountId, command))));
    undos!.push(await timed(() => undoEdit(area, accountId, id)));
    pages!.push(await timed(() => area.book.listHoldings(accountId, { ...page, today })));
    sums!.push(await timed(() => area.book.addUpHoldings(accountId, filter, today)));
  }
  const bytes = Math.round(((await logPosition(client)) - before) / (2 * BULKS));
  return [
    rowOf(`edit of ${SEVERAL} holdings at once`, holdings, edits!, String(bytes)),
    rowOf('its undo', holdings, undos!, ''),
    rowOf('page of the list, by percent', holdings, pages!, ''),
    rowOf('totals of the list', holdings, sums!, ''),
  ];
}

/** Every set with a box, listed by a retailer with an offer through fulfilment: the most that what to sell looks at. */
async function listEverything(client: Client): Promise<void> {
  await client.query(`
UPDATE catalog.lego_set SET box_width_mm = 480, box_height_mm = 378, box_depth_mm = 94, box_weight_g = 2150;
INSERT INTO retail.listing (set_id) SELECT id FROM catalog.lego_set;
INSERT INTO retail.price_state (
  set_id, retailer, price_cents, lowest_fba_cents, at_lowest, flip_1p_to_3p, last_checked_at
)
SELECT id, 'retailer_a', 5000 + id % 5000, 7000 + id % 5000, false, false, now() FROM catalog.lego_set`);
}

/** A file of as many rows as there are holdings, none of which is there yet; then the same again. */
async function measureImports(area: ImportArea, url: string, client: Client): Promise<string[][]> {
  const email = `${ROWS}@bench.example`;
  const accountId = await one(client, `SELECT id AS n FROM access.account WHERE email = '${email}'`);
  const folder = await mkdtemp(join(tmpdir(), 'bench-book-'));
  const owner = Database.open({ url, applicationName: 'bench-cli' });
  try {
    const path = join(folder, 'collection.csv');
    const lines = Array.from(
      { length: ROWS },
      (_, row) => `${10_001 + ((row * 7_877) % 20_000)}-1,1,sealed,${row % 97}.25,2019-0${1 + (row % 9)}-11`,
    );
    await writeFile(path, ['set_number,quantity,condition,purchase_price_usd,purchase_date', ...lines].join('\n'));
    const file = { path, name: 'collection.csv', condition: undefined, dateFormat: undefined };
    const stage = async (): Promise<number> => {
      const id = await area.imports.begin(accountId, file.name);
      await stageImport(area, accountId, id, file);
      return id;
    };
    const step = async (name: string, work: () => Promise<unknown>): Promise<string[]> => {
      const before = await logPosition(client);
      const processor = processorMicroseconds(process.pid);
      const ms = await timed(work);
      const used = Math.round((processorMicroseconds(process.pid) - processor) / 1000);
      return rowOf(name, ROWS, [ms], String(Math.round((await logPosition(client)) - before)), String(used));
    };
    let id = 0;
    const rows = [
      await step('import: read and preview', async () => (id = await stage())),
      await step('import: commit', () => commitImport(area, accountId, id)),
      await step('import: the same again, preview', stage),
      await step('import: undo', () => undoImport(area, accountId, id)),
    ];
    const stores = new Stores(owner).pick(CLI_PORTS);
    for (const name of ['command line: import', 'command line: the same again'])
      rows.push(await step(name, () => importBrickfolio(stores, path, { account: email })));
    return rows;
  } finally {
    await owner.close();
    await rm(folder, { recursive: true });
  }
}

async function timesOf(runs: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await timed(work));
  return times;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function rowOf(name: string, holdings: number, measured: readonly number[], bytes: string, used = ''): string[] {
  const { median, min, max } = spreadOf(measured);
  return [name, String(holdings), median.toFixed(1), `${min.toFixed(1)} to ${max.toFixed(1)}`, bytes, used];
}

function logPosition(client: Client): Promise<number> {
  return one(client, `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS n`);
}

async function one(client: Client, text: string): Promise<number> {
  return (await client.query<{ n: number }>(text)).rows[0]!.n;
}
