import { type Spread, spreadOf } from '../measure/spread.ts';
import type { ServerProcess } from '../measure/server-process.ts';
import { load, type LoadResult, type Target } from './load.ts';

/** How long each measurement takes, and how often it is repeated. */
export interface Rounds {
  readonly seconds: number;
  readonly repeats: number;
}

/** What repeated loads say of one server. */
export interface Measured {
  readonly requestsPerSecond: Spread;
  readonly p50Ms: Spread;
  readonly p99Ms: Spread;
  readonly refusedShare: Spread;
}

const WARM_UP_SECONDS = 2;

/** Measures everyone once, then everyone again: what disturbs the machine disturbs all of them. */
export async function interleave(
  servers: readonly ServerProcess[],
  target: Target,
  connections: number,
  { seconds, repeats }: Rounds,
): Promise<ReadonlyMap<string, Measured>> {
  const results = new Map<string, LoadResult[]>(servers.map(({ name }) => [name, []]));
  for (const server of servers) await load(server.url, target, connections, Math.min(WARM_UP_SECONDS, seconds));
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const server of servers) results.get(server.name)!.push(await load(server.url, target, connections, seconds));
  }
  return new Map([...results].map(([name, list]) => [name, measuredOf(list)]));
}

/** What `cellsOf` fills in; the name says what it is compared with. */
export function headingsOf(reference: string): string[] {
  return ['requests/s', 'spread', `of ${reference}`, 'p50 ms', 'p99 ms', 'p99/p50', 'refused'];
}

/** A row of a table: requests a second, their spread, their share of another's, the times, and how many were refused. */
export function cellsOf(result: Measured, reference: Measured): string[] {
  const { median, min, max } = result.requestsPerSecond;
  const [p50, p99] = [result.p50Ms.median, result.p99Ms.median];
  return [
    median.toFixed(0),
    `${min.toFixed(0)} to ${max.toFixed(0)}`,
    `${((100 * median) / reference.requestsPerSecond.median).toFixed(0)} %`,
    p50.toFixed(2),
    p99.toFixed(2),
    (p99 / p50).toFixed(1),
    `${(100 * result.refusedShare.median).toFixed(1)} %`,
  ];
}

function measuredOf(list: readonly LoadResult[]): Measured {
  return {
    requestsPerSecond: spreadOf(list.map((result) => result.requestsPerSecond)),
    p50Ms: spreadOf(list.map((result) => result.p50Ms)),
    p99Ms: spreadOf(list.map((result) => result.p99Ms)),
    refusedShare: spreadOf(list.map((result) => result.refusedShare)),
  };
}
