import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCallers } from '../http/callers.ts';
import { load, type Measurable, type Target } from '../http/load.ts';
import { readNames, serverPid } from '../http/market.ts';
import { routeTargets } from '../http/routes.ts';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { measureCommand, type MeasuredCommand } from '../measure/command.ts';
import { printTable, spreadOf } from '../measure/figures.ts';
import { processorMicroseconds } from '../measure/processor-time.ts';
import { type ServerProcess, startService } from '../measure/server-process.ts';
import { LIST_AT_RETAILERS } from '../retail/retail-watch.bench.ts';
import { AS_OF, sellMarket, sellToOnePercent } from '../valuation/sold-market.ts';
import { writeCollection, writeObservations, writeSales } from './feeds.ts';

export interface MarketSize {
  readonly accounts: number;
  readonly sales: number;
  /** The catalogue, the same in both markets: it does not grow with the callers. */
  readonly sets: number;
}

export interface LargeMarketOptions {
  readonly small: MarketSize;
  readonly large: MarketSize;
  readonly seconds: number;
  readonly repeats: number;
  /** Rows of each imported file. */
  readonly importRows: number;
}

/** A cost in the small and in the large market, in the same unit. */
interface Cost {
  readonly what: string;
  readonly unit: string;
  readonly small: number;
  readonly large: number;
}

const MINIFIGS = 10_000;
const MOST_KEYS = 1_000;
const COLLECTION_ROWS = 10_000;
const CONNECTIONS = 64;
/** So many first reads at a time: all callers at once would be kept waiting for the values of all sets they hold. */
const FIRST_READS_AT_A_TIME = 8;
const FIRST_READ_ROUTE = 'GET /brickfolio';
const MOST_GROWTH = 1.5;
const WARM_UP_SECONDS = 2;

interface FilledMarket {
  readonly url: string;
  readonly size: MarketSize;
  /** An account that imports a large collection. It asks for nothing: its answers would be most of what is measured. */
  readonly collector: string;
  readonly postgresPid: number;
  readonly targets: ReadonlyMap<string, Target>;
}

/**
 * Imports, valuations and all routes in a small and in a large market, side by side: what one sale, one row and one
 * request cost may hardly depend on how much there is.
 */
export async function benchLargeMarket(options: LargeMarketOptions, say: (line: string) => void): Promise<unknown> {
  const server = await BenchServer.start();
  const folder = await mkdtemp(join(tmpdir(), 'brickmarket-bench-large-'));
  try {
    const batch: Cost[][] = [];
    const markets: FilledMarket[] = [];
    for (const size of [options.small, options.large]) {
      const market = await fill(server, size, say);
      markets.push(market);
      batch.push(await measureBatchWork(market, folder, options.importRows, say));
    }
    const merged = batch[0]!.map((cost, n): Cost => ({ ...cost, large: batch[1]![n]!.large }));
    const routes = await measureRoutes(markets, options, say);
    const sizes = [options.small, options.large].map(sizeInWords);
    process.stdout.write(`small: ${sizes[0]}\nlarge: ${sizes[1]}\n`);
    const costs = [...merged, ...routes];
    printTable(['', 'unit', 'small', 'large', 'times', `at most ${MOST_GROWTH}`], costs.map(rowOf));
    return { ...options, costs };
  } finally {
    await rm(folder, { recursive: true });
    await server.stop();
  }
}

function sizeInWords({ accounts, sales, sets }: MarketSize): string {
  return `${accounts} accounts with ${accounts * 100} holdings, ${sales} sales, ${sets} sets`;
}

async function fill(server: BenchServer, size: MarketSize, say: (line: string) => void): Promise<FilledMarket> {
  say(`filling: ${sizeInWords(size)}`);
  const url = await server.freshDatabase();
  const [keys, postgresPid] = await withClient(url, async (client) => {
    await sellMarket(client, { sales: size.sales, sets: size.sets, items: size.sets + MINIFIGS });
    await client.query(LIST_AT_RETAILERS);
    return [await addCallers(client, size.accounts + 1), await serverPid(client)];
  });
  const some = keys.slice(0, -1).filter((_, n) => n % Math.ceil(size.accounts / MOST_KEYS) === 0);
  const targets = routeTargets({ keys: some, ...(await readNames(url)) });
  return { url, size, collector: `caller-${keys.length}@bench.example`, postgresPid, targets };
}

/** Returns costs whose two sides are both those of this market. */
async function measureBatchWork(
  { url, size, collector, postgresPid }: FilledMarket,
  folder: string,
  rows: number,
  say: (line: string) => void,
): Promise<Cost[]> {
  const costs: Cost[] = [];
  const add = (what: string, unit: string, value: number): void =>
    void costs.push({ what, unit, small: value, large: value });
  /** Runs a command; returns what it took, and the processor time of it and of PostgreSQL together. */
  const measure = async (...args: string[]): Promise<MeasuredCommand & { readonly bothUs: number }> => {
    say(args.slice(0, 2).join(' '));
    const before = processorMicroseconds(postgresPid);
    const measured = await measureCommand(url, ...args);
    return { ...measured, bothUs: measured.processorUs + processorMicroseconds(postgresPid) - before };
  };
  const value = (...flags: string[]) => measure('value', '--as-of', AS_OF, ...flags);

  const first = await value();
  add('first valuation, with 52 weeks of past values', 'us a sale', (1_000 * first.ms) / size.sales);
  add('its peak memory', 'MB', first.peakMb);
  const full = await value('--all');
  add('full valuation', 'us a sale', (1_000 * full.ms) / size.sales);
  add('full valuation', 's', full.ms / 1_000);
  add('its peak memory', 'MB', full.peakMb);
  await withClient(url, (client) => sellToOnePercent(client, 0, size.sets + MINIFIGS));
  const changed = await value();
  add('valuation after 1 % of the items changed', 'us a sale of them', (1_000 * changed.ms) / (size.sales / 100));
  await measure('months', 'finalize');

  const imports = [
    ['sales', rows, await writeSales(join(folder, 'sales.csv'), rows, size.sets)],
    ['retail-prices', rows, await writeObservations(join(folder, 'retail.csv'), rows, size.sets)],
    ['brickfolio', COLLECTION_ROWS, await writeCollection(join(folder, 'mine.csv'), COLLECTION_ROWS, size.sets)],
  ] as const;
  for (const [kind, count, file] of imports) {
    const owner = kind === 'brickfolio' ? ['--account', collector] : [];
    const { ms, bothUs } = await measure('import', kind, file, ...owner);
    add(`import ${kind}, ${count} rows`, 'us a row', (1_000 * ms) / count);
    add('the same, processor time with PostgreSQL', 'us a row', bothUs / count);
  }
  return costs;
}

/** All routes of both markets in turn, with a service for each. */
async function measureRoutes(
  markets: readonly FilledMarket[],
  { seconds, repeats }: LargeMarketOptions,
  say: (line: string) => void,
): Promise<Cost[]> {
  const services: ServerProcess[] = [];
  try {
    for (const { url } of markets)
      services.push(await startService('service', { DATABASE_URL: url, METRICS_PORT: '0' }));
    const servers = services.map((service, n): Measurable => ({ ...service, postgresPid: markets[n]!.postgresPid }));
    say(`${FIRST_READ_ROUTE}, first read`);
    const first: Pick<Cost, 'small' | 'large'> = {
      small: await firstRead(servers[0]!, markets[0]!),
      large: await firstRead(servers[1]!, markets[1]!),
    };
    const costs: Cost[] = [{ what: `${FIRST_READ_ROUTE}, first read`, unit: 'us a request', ...first }];
    for (const route of markets[0]!.targets.keys()) {
      say(route);
      const ask = async (n: number, time: number): Promise<number> => {
        const { requestsPerSecond } = await load(servers[n]!, markets[n]!.targets.get(route)!, CONNECTIONS, time);
        return 1e6 / requestsPerSecond;
      };
      const measured: [number[], number[]] = [[], []];
      for (const n of [0, 1]) await ask(n, WARM_UP_SECONDS);
      for (let repeat = 0; repeat < repeats; repeat++) for (const n of [0, 1]) measured[n]!.push(await ask(n, seconds));
      const [small, large] = measured.map((list) => spreadOf(list).median) as [number, number];
      if (!Number.isFinite(small + large)) throw new Error(`${route} was not answered within ${seconds} s`);
      costs.push({ what: route, unit: 'us a request', small, large });
    }
    return costs;
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

/** What an account's first read takes after a start or a valuation: the values of its sets are not in memory yet. */
async function firstRead({ url }: Measurable, { targets }: FilledMarket): Promise<number> {
  const { paths, keys } = targets.get(FIRST_READ_ROUTE)!;
  const callers = keys.values();
  const ask = async (): Promise<void> => {
    for (const key of callers) {
      const answer = await fetch(url + paths[0]!, { headers: { authorization: `Bearer ${key}` } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${paths[0]} was answered ${answer.status}`);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: FIRST_READS_AT_A_TIME }, ask));
  return (1_000 * (performance.now() - startedAt)) / keys.length;
}

/** Seconds and memory of a whole run say how large it is; only costs of one thing have a limit. */
function rowOf({ what, unit, small, large }: Cost): string[] {
  const times = large / small;
  const verdict = unit.startsWith('us ') ? (times <= MOST_GROWTH ? 'yes' : 'NO') : '';
  const digits = unit.startsWith('us ') ? 1 : 0;
  return [what, unit, small.toFixed(digits), large.toFixed(digits), times.toFixed(2), verdict];
}
