import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { load, type LoadResult } from '../http/load.ts';
import { type BenchMarket, buildMarket } from '../http/market.ts';
import { routeTargets, SET_ROUTE } from '../http/routes.ts';
import { environmentOf } from '../http/servers.ts';
import { withClient } from '../measure/bench-server.ts';
import { percentilesOf, printTable } from '../measure/figures.ts';
import { startService } from '../measure/server-process.ts';
import { MachineWatch } from './machine-watch.ts';
import { lengthOf, overlapOf, type Recording, type Span } from './recording.ts';

export interface StallsOptions {
  readonly sets: number;
  readonly seconds: number;
  readonly repeats: number;
}

/** The service as separate modules: a bundle has a database driver of its own, whose statements nobody can record. */
const UNBUNDLED = resolve('apps/api/dist/main.js');
const CONNECTIONS = 64;
const WARM_UP_SECONDS = 10;
/** An answer that took this long stood still somewhere. */
const SLOW_MS = 30;

interface Variant {
  readonly name: string;
  readonly nodeOptions: readonly string[];
  /** Whether a charge is on disk before it is answered. */
  readonly synchronousCommit: 'on' | 'off';
}

/** The service as it is, and twice without one of the suspects. */
const VARIANTS: readonly Variant[] = [
  { name: 'as it is', nodeOptions: [], synchronousCommit: 'on' },
  { name: 'young generation of 64 MB', nodeOptions: ['--max-semi-space-size=64'], synchronousCommit: 'on' },
  { name: 'without waiting for the disk', nodeOptions: [], synchronousCommit: 'off' },
];

interface Round {
  readonly load: LoadResult;
  readonly recording: Recording;
  readonly stalls: readonly Stall[];
  readonly longestPauseMs: number;
}

/** Slow answers that lay beside each other, and what else lay there longest. */
interface Stall extends Span {
  readonly answers: number;
}

/**
 * Where GET /set stands still at 64 connections and 1,000 keys: times of answers, of the event loop, of garbage
 * collections and of statements, and what each stall fell together with.
 */
export async function benchStalls(options: StallsOptions, say: (line: string) => void): Promise<void> {
  say(`building a market of ${options.sets} sets`);
  const market = await buildMarket(options.sets, 1);
  const folder = await mkdtemp(join(tmpdir(), 'brickmarket-bench-stalls-'));
  try {
    const rounds = new Map<string, Round[]>(VARIANTS.map(({ name }) => [name, []]));
    for (let repeat = 0; repeat < options.repeats; repeat++) {
      for (const variant of VARIANTS) {
        say(`${variant.name}, round ${repeat + 1}`);
        rounds.get(variant.name)!.push(await measure(market, variant, options.seconds, join(folder, 'recording')));
      }
    }
    printTimes(rounds);
    printCauses(rounds);
  } finally {
    await rm(folder, { recursive: true });
    await market.remove();
  }
}

async function measure(market: BenchMarket, variant: Variant, seconds: number, file: string): Promise<Round> {
  const target = routeTargets(market).get(SET_ROUTE)!;
  const role = new URL(market.apiUrl).username;
  await withClient(market.ownerUrl, (client) =>
    client.query(`ALTER ROLE ${role} SET synchronous_commit = ${variant.synchronousCommit}`),
  );
  const recorder = `--import=${new URL('record-stalls.js', import.meta.url).href}`;
  const environment = {
    ...environmentOf(market),
    NODE_OPTIONS: [recorder, ...variant.nodeOptions].join(' '),
    RECORDING_FILE: file,
  };
  const service = await startService(variant.name, environment, UNBUNDLED);
  const measurable = { ...service, postgresPid: market.postgresPid };
  let watch: MachineWatch | null = null;
  let result: LoadResult;
  try {
    await load(measurable, target, CONNECTIONS, WARM_UP_SECONDS);
    watch = await MachineWatch.start(market.ownerUrl);
    process.kill(service.pid, 'SIGUSR2');
    result = await load(measurable, target, CONNECTIONS, seconds);
  } finally {
    await watch?.stop();
    await service.stop();
  }
  const recording = JSON.parse(await readFile(file, 'utf8')) as Recording;
  const longestPauseMs = Math.max(0, ...watch.pauses.map(lengthOf));
  return { load: result, recording, stalls: stallsOf(recording, watch), longestPauseMs };
}

function stallsOf(recording: Recording, watch: MachineWatch): Stall[] {
  const slow = recording.requests.filter((request) => lengthOf(request) >= SLOW_MS).sort((a, b) => a.start - b.start);
  const stalls: { start: number; end: number; answers: number }[] = [];
  for (const { start, end } of slow) {
    const last = stalls.at(-1);
    if (last === undefined || start > last.end) stalls.push({ start, end, answers: 1 });
    else {
      last.end = Math.max(last.end, end);
      last.answers++;
    }
  }
  return stalls.map((stall) => ({ ...stall, what: causeOf({ ...stall, what: '' }, recording, watch) }));
}

/** What lay beside a stall longest; what explains more comes first: a paused machine also makes a statement slow. */
function causeOf(stall: Span, recording: Recording, watch: MachineWatch): string {
  const beside = (spans: readonly Span[]): Span | null => {
    const [most] = spans
      .map((span) => ({ span, ms: overlapOf(span, stall) }))
      .filter(({ ms }) => ms >= SLOW_MS / 3)
      .sort((a, b) => b.ms - a.ms);
    return most?.span ?? null;
  };
  if (beside(watch.pauses)) return 'machine: an idle process waited as well';
  const collection = beside(recording.collections);
  if (collection) return `garbage collection, ${collection.what}`;
  const statement = beside(recording.statements);
  const tick = beside(recording.lateTicks);
  if (statement && (tick === null || overlapOf(statement, stall) > overlapOf(tick, stall)))
    return `statement ${statement.what}: ${watch.waitWithin(statement)}`;
  if (tick) return 'event loop at work';
  return 'several short waits one after the other';
}

function printTimes(rounds: ReadonlyMap<string, readonly Round[]>): void {
  const ofAll = (list: readonly Round[], figure: (round: Round) => readonly number[]): string => {
    const all = percentilesOf(list.flatMap(figure));
    return `${all.p50.toFixed(1)}, ${all.p99.toFixed(1)}, ${all.max.toFixed(0)}`;
  };
  const median = (list: readonly Round[], figure: (round: Round) => number): number =>
    percentilesOf(list.map(figure)).p50;
  printTable(
    [
      `${SET_ROUTE}, ${CONNECTIONS} connections; ms`,
      'requests/s',
      'at the caller: p50, p99',
      'p99/p50',
      'in the service: p50, p99, max',
      'event loop late: p50, p99, max',
      'admission: p50, p99, max',
      'garbage: share, longest',
      'idle process waited',
      'steal',
    ],
    [...rounds].map(([name, list]) => [
      name,
      median(list, (round) => round.load.requestsPerSecond).toFixed(0),
      (['p50Ms', 'p99Ms'] as const).map((at) => median(list, (round) => round.load[at]).toFixed(1)).join(', '),
      median(list, (round) => round.load.p99Ms / round.load.p50Ms).toFixed(1),
      ofAll(list, ({ recording }) => recording.requests.map(lengthOf)),
      (['p50', 'p99', 'max'] as const)
        .map((at) => median(list, (round) => round.recording.eventLoopDelayMs[at]).toFixed(1))
        .join(', '),
      ofAll(list, ({ recording }) => recording.statements.filter(({ what }) => what === 'admit_keys').map(lengthOf)),
      garbageOf(list),
      median(list, (round) => round.longestPauseMs).toFixed(0),
      `${(100 * Math.max(...list.map((round) => round.load.stolenShare))).toFixed(1)} %`,
    ]),
  );
}

function garbageOf(rounds: readonly Round[]): string {
  const collections = rounds.flatMap(({ recording }) => recording.collections.map(lengthOf));
  const measured = rounds.reduce((sum, { recording }) => sum + durationOf(recording.requests), 0);
  const share = collections.reduce((sum, ms) => sum + ms, 0) / measured;
  return `${(100 * share).toFixed(1)} %, ${Math.max(0, ...collections).toFixed(0)}`;
}

function durationOf(requests: readonly Span[]): number {
  return requests.length === 0 ? 0 : requests.at(-1)!.end - requests[0]!.start;
}

function printCauses(rounds: ReadonlyMap<string, readonly Round[]>): void {
  const rows = [...rounds].flatMap(([name, list]) => {
    const stalls = list.flatMap((round) => round.stalls);
    const slow = stalls.reduce((sum, { answers }) => sum + answers, 0);
    const all = list.reduce((sum, { recording }) => sum + recording.requests.length, 0);
    const causes = new Set(stalls.map(({ what }) => what));
    return [...causes]
      .map((cause) => [cause, stalls.filter(({ what }) => what === cause)] as const)
      .sort(([, a], [, b]) => sumOfAnswers(b) - sumOfAnswers(a))
      .map(([cause, ofCause]) => [
        name,
        cause,
        String(ofCause.length),
        `${sumOfAnswers(ofCause)} of ${slow}`,
        `${((100 * sumOfAnswers(ofCause)) / all).toFixed(2)} %`,
        Math.max(...ofCause.map(lengthOf)).toFixed(0),
      ]);
  });
  printTable(
    [`answers that took ${SLOW_MS} ms or more`, 'fell together with', 'stalls', 'slow answers', 'of all', 'longest ms'],
    rows,
  );
}

function sumOfAnswers(stalls: readonly Stall[]): number {
  return stalls.reduce((sum, { answers }) => sum + answers, 0);
}
