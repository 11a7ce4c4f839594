import { type Spread, spreadOf } from '../measure/figures.ts';
import { undisturbed } from '../measure/undisturbed.ts';
import { load, type LoadResult, type Measurable, type Target } from './load.ts';

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
  readonly serverUs: Spread;
  readonly postgresUs: Spread;
  readonly stolenShare: Spread;
}

/** A server under the name it has in tables. */
export interface Contender extends Measurable {
  readonly name: string;
  stop(): Promise<void>;
}

/** For so long a server is asked before the first round that counts: V8 compiles for about as long. */
const WARM_UP_SECONDS = 10;
/** What each server was last warmed up with. */
const warm = new WeakMap<Contender, Target>();

/** Measures everyone once, then everyone again: what disturbs the machine disturbs all of them. */
export async function interleave(
  servers: readonly Contender[],
  target: Target,
  connections: number,
  { seconds, repeats }: Rounds,
): Promise<ReadonlyMap<string, Measured>> {
  const results = new Map<string, LoadResult[]>(servers.map(({ name }) => [name, []]));
  for (const server of servers.filter((one) => warm.get(one) !== target)) {
    await load(server, target, connections, WARM_UP_SECONDS);
    warm.set(server, target);
  }
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const server of servers)
      results.get(server.name)!.push(await undisturbed(() => load(server, target, connections, seconds)));
  }
  return new Map([...results].map(([name, list]) => [name, measuredOf(list)]));
}

/** What `cellsOf` fills in; the name says what it is compared with. */
export function headingsOf(reference: string): string[] {
  return [
    'requests/s',
    'spread',
    `of ${reference}`,
    'p50 ms',
    'p99 ms',
    'p99/p50',
    'server us',
    'postgres us',
    'refused',
    'steal',
  ];
}

/**
 * A row of a table: requests a second, their spread, their share of another's, the times, the processor time of one
 * request, how many were refused, and the most that the host took away during a measurement.
 */
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
    result.serverUs.median.toFixed(0),
    result.postgresUs.median.toFixed(0),
    `${(100 * result.refusedShare.median).toFixed(1)} %`,
    `${(100 * result.stolenShare.max).toFixed(1)} %`,
  ];
}

function measuredOf(list: readonly LoadResult[]): Measured {
  const spread = (figure: keyof LoadResult): Spread => spreadOf(list.map((result) => result[figure]));
  return {
    requestsPerSecond: spread('requestsPerSecond'),
    p50Ms: spread('p50Ms'),
    p99Ms: spread('p99Ms'),
    refusedShare: spread('refusedShare'),
    serverUs: spread('serverUs'),
    postgresUs: spread('postgresUs'),
    stolenShare: spread('stolenShare'),
  };
}
