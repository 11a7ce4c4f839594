import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { percentilesOf, printTable } from '../measure/figures.ts';
import { type ServerProcess, startService } from '../measure/server-process.ts';
import { HELD_SETS, openAccount } from '../retail/retail-watch.bench.ts';

const CONNECTIONS = 200;
/** Whose rows make 354 kB. */
const HELD = 665;
const SETTLE_MS = 1_000;
/** Between two requests of the other account, which is far from busy. */
const THINKING_MS = 8;
const RETAIL_WATCH = '/api/v1/brickfolio/retail-watch';
const THEMES = '/api/v1/catalog/themes';

interface Flooded {
  readonly perSecond: Readonly<Record<string, number>>;
}

/** An account that floods the service with requests for a large answer, until it is stopped. */
class Flood {
  private readonly startedAt = performance.now();

  private constructor(private readonly child: ChildProcess) {}

  static async start(url: string, key: string, hangUpAfterMs?: number): Promise<Flood> {
    const more = hangUpAfterMs === undefined ? [] : [String(hangUpAfterMs)];
    const child = fork(new URL('./flood.process.js', import.meta.url), [url, key, String(CONNECTIONS), ...more]);
    // As if it ran on another machine: it must not take the processor from the service.
    setPriority(child.pid!, constants.priority.PRIORITY_LOW);
    await once(child, 'message');
    return new Flood(child);
  }

  async stop(): Promise<Flooded> {
    const message = once(this.child, 'message');
    const ended = once(this.child, 'exit');
    this.child.send('stop');
    const [{ answers }] = (await message) as [{ answers: Record<string, number> }];
    await ended;
    const seconds = (performance.now() - this.startedAt) / 1_000;
    return { perSecond: Object.fromEntries(Object.entries(answers).map(([name, n]) => [name, n / seconds])) };
  }
}

/**
 * What another account notices of one that asks for 354 kB on 200 connections, or hangs up after 5 ms each time, and
 * what that one gets when it is alone. With a folder, beside the build in another checkout, in turn.
 */
export async function benchFairness(seconds: number, against: string | undefined): Promise<void> {
  const server = await BenchServer.start();
  const url = await server.freshDatabase();
  const [flooding, other] = await withClient(url, async (client) => {
    for (const statement of HELD_SETS) await client.query(statement);
    const keys = [await openAccount(client, 'flood', HELD), await openAccount(client, 'other', 100)] as const;
    await client.query('VACUUM ANALYZE');
    return keys;
  });
  const builds = [
    ['this build', undefined],
    ...(against === undefined
      ? []
      : ([['the other build', resolve(against, 'apps/api/dist/bundle/main.js')]] as const)),
  ] as const;
  const rows: string[][] = [];
  for (const [name, script] of builds) {
    // Migrated already, and not by an older build.
    const service = await startService(name, { DATABASE_URL: url, MIGRATE_ON_START: 'false' }, script);
    try {
      rows.push(...(await measure(name, service, { flooding, other }, seconds)));
    } finally {
      await service.stop();
    }
  }
  await server.stop();
  process.stdout.write(`GET /catalog/themes of one account, ms, beside ${CONNECTIONS} connections of another\n\n`);
  printTable(['build', 'beside', 'p50', 'p99', 'p99 / alone', 'refused', 'answers to the other, a second'], rows);
}

async function measure(
  name: string,
  service: ServerProcess,
  keys: { readonly flooding: string; readonly other: string },
  seconds: number,
): Promise<readonly string[][]> {
  const ask = () => timesOf(`${service.url}${THEMES}`, keys.other, seconds);
  await ask();
  const first = await ask();
  const alone = percentilesOf(first.times);
  const rows = [[name, 'nobody', alone.p50.toFixed(1), alone.p99.toFixed(1), '', String(first.refused), '']];
  for (const [beside, hangUpAfterMs] of [
    ['a flood of retail-watch', undefined],
    ['one that hangs up after 5 ms', 5],
  ] as const) {
    const flood = await Flood.start(`${service.url}${RETAIL_WATCH}`, keys.flooding, hangUpAfterMs);
    await pause(SETTLE_MS);
    const { times, refused } = await ask();
    const { p50, p99 } = percentilesOf(times);
    const figures = [p50, p99, p99 / alone.p99].map((figure) => figure.toFixed(1));
    rows.push([name, beside, ...figures, String(refused), told(await flood.stop())]);
  }
  const flood = await Flood.start(`${service.url}${RETAIL_WATCH}`, keys.flooding);
  await pause(seconds * 1_000);
  rows.push([name, '(the flood alone)', '', '', '', '', told(await flood.stop())]);
  return rows;
}

/** The times of all answers, and how many of them were refusals. */
async function timesOf(url: string, key: string, seconds: number): Promise<{ times: number[]; refused: number }> {
  const times: number[] = [];
  let refused = 0;
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    await pause(THINKING_MS);
    const begun = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    times.push(performance.now() - begun);
    if (!response.ok) refused++;
  }
  return { times, refused };
}

function told({ perSecond }: Flooded): string {
  return Object.entries(perSecond)
    .map(([answer, rate]) => `${answer}: ${rate.toFixed(0)}`)
    .join(', ');
}
