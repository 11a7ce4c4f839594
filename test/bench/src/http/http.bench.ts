import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Spread, spreadOf } from '../measure/spread.ts';
import { printTable } from '../measure/table.ts';
import { type ServerProcess, startServer, startService } from '../measure/server-process.ts';
import { generator, load, type LoadResult, type Target } from './load.ts';
import { type BenchMarket, buildMarket } from './market.ts';
import { routeTargets } from './routes.ts';

const SET_ROUTE = 'GET /set/{number}';
const OURS_IN_TWO = resolve('apps/api/dist/cluster/main.js');

export interface HttpBenchOptions {
  readonly sets: number;
  readonly years: number;
  readonly seconds: number;
  readonly repeats: number;
  readonly connections: readonly number[];
}

interface Measured {
  readonly requestsPerSecond: Spread;
  readonly p50Ms: Spread;
  readonly p99Ms: Spread;
}

/** Our service beside the floor, the plain version and the hand-written one, on the same market, repeats interleaved. */
export async function benchHttp(options: HttpBenchOptions, say: (line: string) => void): Promise<unknown> {
  say(`building a market of ${options.sets} sets`);
  const market = await buildMarket(options.sets, options.years);
  const bytesFolder = await mkdtemp(join(tmpdir(), 'brickmarket-bench-bytes-'));
  try {
    const contenders = await compareContenders(market, bytesFolder, options, say);
    const routes = await compareRoutes(market, bytesFolder, options, say);
    const processes = await compareProcesses(market, options, say);
    return { generator, contenders, routes, processes };
  } finally {
    await rm(bytesFolder, { recursive: true });
    await market.remove();
  }
}

/** GET /set/{number} by everyone, at each number of connections. */
async function compareContenders(market: BenchMarket, bytesFolder: string, options: HttpBenchOptions, say: (line: string) => void): Promise<unknown> {
  const target = routeTargets(market).get(SET_ROUTE)!;
  const ours = await startOurs(market);
  const contenders = [
    await startFloor(await captureBytes(ours, target, bytesFolder)),
    await startServer('hand-written', new URL('handwritten.server.js', import.meta.url), { DATABASE_URL: market.ownerUrl }),
    await startServer('plain', new URL('plain/plain.server.js', import.meta.url), { DATABASE_URL: market.ownerUrl }),
    ours,
  ];
  try {
    const results = [];
    for (const connections of options.connections) {
      say(`${SET_ROUTE} at ${connections} connections`);
      const measured = await interleave(contenders, () => target, connections, options);
      results.push({ connections, results: Object.fromEntries(measured) });
      const floor = measured.get('floor')!;
      printTable(
        [`${SET_ROUTE}, ${connections} connections`, 'requests/s', 'spread', 'of the floor', 'p50 ms', 'p99 ms'],
        [...measured].map(([name, result]) => [name, ...resultCells(result, floor)]),
      );
    }
    return results;
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()));
  }
}

/** Every route of ours beside a floor that returns the same bytes. */
async function compareRoutes(market: BenchMarket, bytesFolder: string, options: HttpBenchOptions, say: (line: string) => void): Promise<unknown> {
  const rows: string[][] = [];
  const results: Record<string, unknown> = {};
  for (const [route, target] of routeTargets(market)) {
    say(route);
    const ours = await startOurs(market);
    const floor = await startFloor(await captureBytes(ours, target, bytesFolder));
    try {
      const measured = await interleave([floor, ours], () => target, 64, options);
      const result = measured.get('ours')!;
      const residentMb = await residentMegabytes(ours.pid);
      results[route] = { ...Object.fromEntries(measured), residentMb };
      rows.push([route, ...resultCells(result, measured.get('floor')!), String(residentMb)]);
    } finally {
      await Promise.all([ours.stop(), floor.stop()]);
    }
  }
  printTable(['64 connections', 'requests/s', 'spread', 'of its floor', 'p50 ms', 'p99 ms', 'resident MB'], rows);
  return results;
}

/** One process against two behind one port. */
async function compareProcesses(market: BenchMarket, options: HttpBenchOptions, say: (line: string) => void): Promise<unknown> {
  say(`${SET_ROUTE} by one and by two processes`);
  const target = routeTargets(market).get(SET_ROUTE)!;
  const contenders = [await startOurs(market, 'one process'), await startOurs(market, 'two processes', OURS_IN_TWO)];
  try {
    const measured = await interleave(contenders, () => target, 64, options);
    printTable(
      [`${SET_ROUTE}, 64 connections`, 'requests/s', 'spread', 'of one process', 'p50 ms', 'p99 ms'],
      [...measured].map(([name, result]) => [name, ...resultCells(result, measured.get('one process')!)]),
    );
    return Object.fromEntries(measured);
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()));
  }
}

/** Measures everyone once, then everyone again: what disturbs the machine disturbs all of them. */
async function interleave(contenders: readonly ServerProcess[], targetOf: (contender: ServerProcess) => Target, connections: number, options: HttpBenchOptions): Promise<ReadonlyMap<string, Measured>> {
  const results = new Map<string, LoadResult[]>(contenders.map(({ name }) => [name, []]));
  for (const contender of contenders) await load(contender.url, targetOf(contender), connections, Math.min(2, options.seconds));
  for (let repeat = 0; repeat < options.repeats; repeat++) {
    for (const contender of contenders) results.get(contender.name)!.push(await load(contender.url, targetOf(contender), connections, options.seconds));
  }
  return new Map(
    [...results].map(([name, list]) => [
      name,
      {
        requestsPerSecond: spreadOf(list.map((result) => result.requestsPerSecond)),
        p50Ms: spreadOf(list.map((result) => result.p50Ms)),
        p99Ms: spreadOf(list.map((result) => result.p99Ms)),
      },
    ]),
  );
}

function resultCells(result: Measured, floor: Measured): string[] {
  const { median, min, max } = result.requestsPerSecond;
  return [
    median.toFixed(0),
    `${min.toFixed(0)} to ${max.toFixed(0)}`,
    `${((100 * median) / floor.requestsPerSecond.median).toFixed(0)} %`,
    result.p50Ms.median.toFixed(2),
    result.p99Ms.median.toFixed(2),
  ];
}

function startOurs(market: BenchMarket, name = 'ours', script?: string): Promise<ServerProcess> {
  return startService(name, { DATABASE_URL: market.ownerUrl, DATABASE_API_URL: market.apiUrl, PROCESSES: '2' }, script);
}

function startFloor(bytesFile: string): Promise<ServerProcess> {
  return startServer('floor', new URL('floor.server.js', import.meta.url), { BYTES_FILE: bytesFile });
}

/** What our service answers to the first request of a target, for the floor to repeat. */
async function captureBytes(ours: ServerProcess, target: Target, folder: string): Promise<string> {
  const response = await fetch(ours.url + target.paths[0]!, {
    headers: { authorization: `Bearer ${target.key}`, ...(target.body && { 'content-type': 'application/json' }) },
    ...(target.body && { method: 'POST', body: target.body }),
  });
  if (response.status !== 200) throw new Error(`${target.paths[0]}: ${response.status} ${await response.text()}`);
  const file = join(folder, 'bytes');
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  return file;
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
