import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import type { Client } from 'pg';
import { hashOfApiKey } from '@brickmarket/persistence-ports';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { measureRun } from '../measure/command.ts';
import { printTable, spreadOf } from '../measure/figures.ts';
import { processorMicroseconds } from '../measure/processor-time.ts';
import { peakMegabytes, type ServerProcess } from '../measure/server-process.ts';
import { serverPid } from '../http/market.ts';
import { type GrownAccess, growMarket, type Size } from './grown-market.ts';
import { mixedLoad, percentile, whileSetsChange } from './mixed-load.ts';
import { type Ask, ask, type Services, startOne, startServices, stopServices } from './services.ts';

/** Shares of the largest size. */
const SIZES = [1 / 26, 8 / 26, 1];
const LARGEST: Size = { sets: 26_000, sales: 10_000_000, accounts: 20_000, holdings: 50_000 };
const READS = 7;
const CHARGES = { batches: 200, keys: 32 };
const IMPORT_ROWS = 1_000;
const LOAD_SECONDS = 15;

/** Rows of the issue, by what is asked. Those of a group are asked of a service that has just started. */
const PAGES: readonly (readonly (readonly [row: string, asked: Ask])[])[] = [
  [['6 movers', { of: 'account', path: '/account/api/sets/movers?days=30' }]],
  [['6 what to buy', { of: 'account', path: '/account/api/what-to-buy' }]],
  [['6 overview beside the market', { of: 'account', path: '/account/api/overview/market?period=1y' }]],
  [
    ['8 overview', { of: 'account', path: '/account/api/overview?period=1y' }],
    ['8 holdings', { of: 'account', path: '/account/api/holdings?limit=25' }],
    ['8 holdings by percent', { of: 'account', path: '/account/api/holdings?limit=25&sort=percent' }],
    ['8 totals of holdings', { of: 'account', path: '/account/api/holdings/totals' }],
    ['8 ledger', { of: 'account', path: '/account/api/ledger?limit=25' }],
    ['8 totals of the ledger', { of: 'account', path: '/account/api/ledger/totals' }],
    ['8 brickfolios', { of: 'account', path: '/account/api/brickfolios' }],
    ['8 retail-watch', { of: 'account', path: '/account/api/retail-watch?limit=25' }],
  ],
  [['8 API retail-watch', { of: 'api', path: '/api/v1/brickfolio/retail-watch' }]],
];

/** What one row of the table cost at one size; absent figures do not apply. */
interface Cost {
  readonly ms?: number;
  /** Processor time of the process and of PostgreSQL. */
  readonly cpuMs?: number;
  readonly mb?: number;
  readonly bytes?: number;
}

interface Measured {
  readonly size: Size;
  readonly load: number;
  readonly costs: Readonly<Record<string, Cost>>;
}

/** Time, processor time, memory and bytes of all that could grow, at three sizes, and the exponent of the growth. */
export async function benchGrowth(scale: number, file: string, say: (line: string) => void): Promise<void> {
  const measured: Measured[] = [];
  for (const share of SIZES) {
    const of = (count: number): number => Math.max(20, Math.round(count * share * scale));
    const { sets, sales, accounts, holdings } = LARGEST;
    const size = { sets: of(sets), sales: of(sales), accounts: of(accounts), holdings: of(holdings) };
    measured.push({ size, load: loadavg()[0]!, costs: await measureSize(size, say) });
    await writeFile(file, `${JSON.stringify({ scale, measured }, null, 1)}\n`);
  }
  print(measured);
  say(`written to ${file}`);
}

async function measureSize(size: Size, say: (line: string) => void): Promise<Readonly<Record<string, Cost>>> {
  const server = await BenchServer.start();
  const begun = performance.now();
  const note = (text: string): void => say(`${((performance.now() - begun) / 1_000).toFixed(0)} s: ${text}`);
  const costs: Record<string, Cost> = {};
  try {
    const url = await server.freshDatabase();
    await withClient(url, async (client) => {
      note(`building ${size.sets} sets, ${size.sales} sales, ${size.accounts} accounts, ${size.holdings} holdings`);
      const access = await growMarket(client, size);
      const postgres = await serverPid(client);
      const command = async (row: string, ...args: string[]): Promise<void> => {
        note(row);
        const before = processorMicroseconds(postgres);
        const { elapsedMs, processorUs, peakMb } = await measureRun('.', url, ...args);
        const cpuMs = (processorMicroseconds(postgres) - before + processorUs) / 1_000;
        costs[row] = { ms: elapsedMs, cpuMs, mb: peakMb };
      };
      await command('1 first values', 'value', '--json');
      costs['2 months to check'] = { bytes: await bytesOf(client, 'market.month_recheck') };
      await command('1 months, first', 'months', 'finalize', '--json');
      await command('1 months, nothing new', 'months', 'finalize', '--json');
      await sellOne(client);
      await command('1 months, one late sale', 'months', 'finalize', '--json');
      costs['3 admission of a key'] = await admission(client, access);
      costs['4 routes of keys'] = { bytes: await bytesOf(client, 'access.route_usage') };
      await command('7 work --once', 'work', '--once', '--json');
      await command('7 work --once, again', 'work', '--once', '--json');
      await client.query('VACUUM ANALYZE');
      note('pages');
      for (const group of PAGES) {
        const { of } = group[0]![1];
        const service = await startOne(of, url);
        try {
          for (const [row, asked] of group) Object.assign(costs, await page(row, asked, service, access, postgres));
        } finally {
          await service.stop();
        }
      }
      note('import');
      const services = await startServices(url);
      try {
        costs[`10 preview of ${IMPORT_ROWS} rows`] = await preview(services, client, access, size, postgres);
        costs['5 rows and edits of an import'] = {
          bytes: (await bytesOf(client, 'portfolio.import_row')) + (await bytesOf(client, 'portfolio.edit')),
        };
        note('changes');
        await mixedLoad(services, access, LOAD_SECONDS / 3);
        const quiet = await mixedLoad(services, access, LOAD_SECONDS);
        const changed = await whileSetsChange(url, size.sets, () => mixedLoad(services, access, LOAD_SECONDS));
        for (const [name, { statuses, msByPath }] of Object.entries({ quiet, changed })) {
          costs[`9 p99, ${name}`] = { ms: percentile([...msByPath.values()].flat(), 0.99) };
          note(`${name}: ${JSON.stringify([...statuses])}`);
        }
      } finally {
        await stopServices(services);
      }
    });
    costs['3 admission of a key, 20 accounts'] = await withClient(await server.freshDatabase(), async (client) =>
      admission(client, await growMarket(client, { sets: 100, sales: 2_000, accounts: 20, holdings: 20 })),
    );
    return costs;
  } finally {
    await server.stop();
  }
}

async function sellOne(client: Client): Promise<void> {
  await client.query(`
WITH sale AS (
  INSERT INTO source.market_sale (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity)
  VALUES (1, 'late', 7, 'sealed', date '2024-02-03', 5000, 1) RETURNING item_id, sold_day
) INSERT INTO source.changed_item (item_id, sold_since) SELECT item_id, sold_day FROM sale
  ON CONFLICT (item_id) DO UPDATE SET mark = excluded.mark, sold_since = excluded.sold_since`);
}

/** Of PostgreSQL alone, in batches as under load. */
async function admission(client: Client, { callerKeys }: GrownAccess): Promise<Cost> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const charge = (batch: number): Promise<unknown> => {
    const hashes = Array.from({ length: CHARGES.keys }, (_, n) =>
      hashOfApiKey(callerKeys[(batch + n) % callerKeys.length]!),
    );
    const ones = hashes.map(() => 1);
    return client.query({
      name: 'admit',
      text: 'SELECT * FROM access.admit_keys($1, $2, $3, $4)',
      values: [hashes, ones, ones.map(String), ['reseller']],
    });
  };
  for (let batch = 0; batch < 20; batch++) await charge(batch);
  const before = processorMicroseconds(rows[0]!.pid);
  const begun = performance.now();
  for (let batch = 0; batch < CHARGES.batches; batch++) await charge(batch);
  const charged = CHARGES.batches * CHARGES.keys;
  return {
    ms: (performance.now() - begun) / charged,
    cpuMs: (processorMicroseconds(rows[0]!.pid) - before) / 1_000 / charged,
  };
}

async function page(
  row: string,
  asked: Ask,
  service: ServerProcess,
  access: GrownAccess,
  postgres: number,
): Promise<Record<string, Cost>> {
  const read = async (): Promise<Cost> => {
    const used = (): number => processorMicroseconds(service.pid) + processorMicroseconds(postgres);
    const before = used();
    const begun = performance.now();
    const status = await ask({ [asked.of]: service }, asked, access);
    if (status !== 200) throw new Error(`${asked.path}: ${status}`);
    return { ms: performance.now() - begun, cpuMs: (used() - before) / 1_000 };
  };
  const first = await read();
  const reads: Cost[] = [];
  for (let n = 0; n < READS; n++) reads.push(await read());
  const after = {
    ms: spreadOf(reads.map(({ ms }) => ms!)).median,
    cpuMs: reads.reduce((sum, { cpuMs }) => sum + cpuMs!, 0) / READS,
  };
  return { [`${row}, first`]: { ...first, mb: await peakMegabytes(service.pid) }, [row]: after };
}

/** From sending a file until its preview is ready. */
async function preview(
  { account }: Services,
  client: Client,
  { session, accountId }: GrownAccess,
  { sets }: Size,
  postgres: number,
): Promise<Cost> {
  const lines = Array.from({ length: IMPORT_ROWS }, (_, n) => `${1 + ((n * 7_877) % sets)}-1,1,sealed,12.25`);
  const used = (): number => processorMicroseconds(account.pid) + processorMicroseconds(postgres);
  const before = used();
  const begun = performance.now();
  const { status } = await fetch(`${account.url}/account/api/imports?name=collection.csv`, {
    method: 'POST',
    headers: {
      cookie: `__Host-brickmarket-session=${session}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/octet-stream',
    },
    body: ['set_number,quantity,condition,purchase_price_usd', ...lines].join('\n'),
  });
  if (status !== 202) throw new Error(`import: ${status}`);
  const state = 'SELECT state FROM portfolio.import_file WHERE account_id = $1 ORDER BY id DESC LIMIT 1';
  while ((await client.query<{ state: string }>(state, [accountId])).rows[0]!.state !== 'ready')
    if (performance.now() - begun > 120_000) throw new Error('the preview did not end within 120 s');
  return { ms: performance.now() - begun, cpuMs: (used() - before) / 1_000 };
}

async function bytesOf(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>('SELECT pg_total_relation_size($1)::float8 AS n', [table]);
  return rows[0]!.n;
}

const FIGURES = ['ms', 'cpuMs', 'mb', 'bytes'] as const;

function print(measured: readonly Measured[]): void {
  const [first, last] = [measured[0]!, measured.at(-1)!];
  const rows = Object.keys(last.costs).flatMap((row) =>
    FIGURES.flatMap((figure) => {
      const values = measured.map(({ costs }) => costs[row]?.[figure]);
      if (values.some((value) => value === undefined)) return [];
      const growth = Math.log(Math.max(values.at(-1)!, 0.001) / Math.max(values[0]!, 0.001));
      const exponent = growth / Math.log(last.size.sets / first.size.sets);
      return [[row, figure, ...values.map((value) => value!.toPrecision(3)), exponent.toFixed(2)]];
    }),
  );
  printTable(['row', 'figure', ...measured.map(({ size }) => `${size.sets} sets`), 'exponent'], rows);
  for (const { size, load } of measured)
    process.stdout.write(`${JSON.stringify(size)}, load of the machine before ${load.toFixed(1)}\n`);
}
