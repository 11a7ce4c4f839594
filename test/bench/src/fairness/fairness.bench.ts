import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { Crowd } from '../measure/crowd.ts';
import { percentilesOf, printTable, rangeText } from '../measure/figures.ts';
import { type ServerProcess, startService } from '../measure/server-process.ts';
import { HELD_SETS, openAccount } from '../retail/retail-watch.bench.ts';

const CONNECTIONS = 200;
/** Whose rows make 354 kB. */
const HELD = 665;
const SETTLE_MS = 2_000;
const SECONDS = 5;
/** Between two requests of the other account, which is far from busy. */
const THINKING_MS = 8;
const RETAIL_WATCH = '/api/v1/brickfolio/retail-watch';
const THEMES = '/api/v1/catalog/themes';

/** An account that floods the service with requests for a large answer, until it is stopped. */
class Flood {
  private readonly startedAt = performance.now();

  private constructor(private readonly crowd: Crowd) {}

  static async start(url: string, key: string, hangUpAfterMs?: number): Promise<Flood> {
    const more = hangUpAfterMs === undefined ? [] : [String(hangUpAfterMs)];
    const script = new URL('./flood.process.js', import.meta.url);
    return new Flood(await Crowd.start(script, [url, key, String(CONNECTIONS), ...more]));
  }

  /** How often it got each answer, a second. */
  async stop(): Promise<string> {
    const answers = await this.crowd.stop();
    const seconds = (performance.now() - this.startedAt) / 1_000;
    return Object.entries(answers)
      .map(([answer, count]) => `${answer}: ${(count / seconds).toFixed(0)}`)
      .join(', ');
  }
}

const FLOODS = [
  ['a flood of retail-watch', undefined],
  ['one that hangs up after 5 ms', 5],
] as const;

interface Keys {
  readonly flooding: string;
  readonly other: string;
}

/** What was noticed beside somebody, a figure for each round. */
class Noticed {
  readonly p50: number[] = [];
  readonly p99: number[] = [];
  /** The p99 as a multiple of the one alone, of the same round. */
  readonly timesAlone: number[] = [];
  refused = 0;
  toldFlood = '';

  cells(): string[] {
    const ratio = this.timesAlone.length === 0 ? '' : rangeText(this.timesAlone);
    return [rangeText(this.p50), rangeText(this.p99), ratio, String(this.refused), this.toldFlood];
  }
}

/**
 * What another account notices of one that asks for 354 kB on 200 connections, or hangs up after 5 ms each time, and
 * what that one gets when it is alone: medians and range of rounds in which each is measured in turn. With a folder,
 * beside the build in another checkout.
 */
export async function benchFairness(rounds: number, against: string | undefined): Promise<void> {
  const server = await BenchServer.start();
  const url = await server.freshDatabase();
  const keys = await withClient(url, async (client) => {
    for (const statement of HELD_SETS) await client.query(statement);
    const opened = {
      flooding: await openAccount(client, 'flood', HELD),
      other: await openAccount(client, 'other', 100),
    };
    await client.query('VACUUM ANALYZE');
    return opened;
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
      comeFirst();
      rows.push(...(await measure(name, service, keys, rounds)));
    } finally {
      setPriority(constants.priority.PRIORITY_NORMAL);
      await service.stop();
    }
  }
  await server.stop();
  process.stdout.write(
    `GET /catalog/themes of one account, ms, beside ${CONNECTIONS} connections of another; ` +
      `median (range) of ${rounds} rounds of ${SECONDS} s\n\n`,
  );
  printTable(['build', 'beside', 'p50', 'p99', 'p99 / alone', 'refused', 'answers to the other, a second'], rows);
}

/** Whoever measures runs as if on a machine of its own, too, where that is allowed. */
function comeFirst(): void {
  try {
    setPriority(constants.priority.PRIORITY_HIGH);
  } catch {
    process.stderr.write('no right to a high priority: the times have what the client itself has waited\n');
  }
}

async function measure(name: string, service: ServerProcess, keys: Keys, rounds: number): Promise<string[][]> {
  const ask = () => timesOf(`${service.url}${THEMES}`, keys.other);
  await ask();
  const alone = new Noticed();
  const beside = FLOODS.map(() => new Noticed());
  for (let round = 0; round < rounds; round++) {
    const own = await ask();
    alone.refused += own.refused;
    const { p50, p99: p99Alone } = percentilesOf(own.times);
    alone.p50.push(p50);
    alone.p99.push(p99Alone);
    for (const [index, [, hangUpAfterMs]] of FLOODS.entries()) {
      const flood = await Flood.start(`${service.url}${RETAIL_WATCH}`, keys.flooding, hangUpAfterMs);
      await pause(SETTLE_MS);
      const asked = await ask();
      const noticed = beside[index]!;
      noticed.toldFlood = await flood.stop();
      noticed.refused += asked.refused;
      const found = percentilesOf(asked.times);
      noticed.p50.push(found.p50);
      noticed.p99.push(found.p99);
      noticed.timesAlone.push(found.p99 / p99Alone);
      // What it left to be done is not to be noticed by whoever is measured next.
      await pause(SETTLE_MS);
    }
  }
  const flood = await Flood.start(`${service.url}${RETAIL_WATCH}`, keys.flooding);
  await pause(SECONDS * 1_000);
  return [
    [name, 'nobody', ...alone.cells()],
    ...FLOODS.map(([flooder], index) => [name, flooder, ...beside[index]!.cells()]),
    [name, '(the flood alone)', '', '', '', '', await flood.stop()],
  ];
}

/** The times of all answers, and how many of them were refusals. */
async function timesOf(url: string, key: string): Promise<{ times: number[]; refused: number }> {
  const times: number[] = [];
  let refused = 0;
  const end = performance.now() + SECONDS * 1_000;
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
