import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { serverPid } from '../http/market.ts';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { measureCommand } from '../measure/command.ts';
import { CoreShare } from '../measure/core-share.ts';
import { printTable, spreadOf } from '../measure/figures.ts';
import { machineTime, processorMicroseconds, stolenShare } from '../measure/processor-time.ts';
import { peakMegabytes } from '../measure/server-process.ts';
import { MOST_ATTEMPTS, undisturbed } from '../measure/undisturbed.ts';
import { AS_OF, daysBefore, ITEMS, type Prices, sellMarket, setClock } from './sold-market.ts';
import type { MadeValuation } from './valuing.process.ts';
import { startProcess, stopProcess, WarmValuations } from './warm-valuations.ts';

const MILLION = 1_000_000;
const ROUNDS = 3;
const CORES = availableParallelism();
/** As many sales as no market here has: it is valued as a whole. */
const UNDIVIDED = 99_999_999;
/**
 * A helper that does not become idle must fail the benchmark, not block it. The months of tens of millions of sales
 * take a slow one minutes.
 */
const IDLE_TIMEOUT_MS = 600_000;
/** Nothing to do at so many checks in a row: a helper with a small part of a core starts slowly. */
const IDLE_CHECKS = 60;
/** By which workers show each other that they live. */
const WORKER_LOCK = 7_214_665;

/** One full valuation by so many workers. */
interface Measured {
  readonly seconds: number;
  /** Processor time of all workers, and of PostgreSQL, in seconds. */
  readonly workers: number;
  readonly postgres: number;
  readonly stolenShare: number;
  /** The worker that learns and publishes. */
  readonly peakMb: number;
  /** A worker that helps; 0 without one. */
  readonly helperMb: number;
  /** Seconds in which one process learns, all value, and one process publishes; 0 for the first as a whole. */
  readonly learning: number;
  readonly valuing: number;
  readonly publishing: number;
}

/** So many workers value a market. */
interface Contender {
  readonly name: string;
  readonly workers: number;
  /** Without it the default. */
  readonly shardSales: number | undefined;
  readonly measured: Measured[];
}

const newContender = (name: string, workers: number, shardSales?: number): Contender => ({
  name,
  workers,
  shardSales,
  measured: [],
});

/** A market of a few million sales, valued as a whole, in shards by one worker, and by two, in turn. */
export async function benchWorkers(sales: number, prices: Prices): Promise<void> {
  const [whole, one, two] = [newContender('1, as a whole', 1, UNDIVIDED), newContender('1', 1), newContender('2', 2)];
  await measureInTurn({ sales, prices }, [whole, one, two], null);
  const valuing = medianOf(one, 'valuing') / medianOf(two, 'valuing');
  // Both cores busy all the time, with the work that one worker and PostgreSQL did.
  const most = spreadOf(one.measured.map((run) => (CORES * run.seconds) / (run.workers + run.postgres))).median;
  process.stdout.write(
    `two workers: ${timesAsFast(two, one).toFixed(2)} times as fast as one, valuing alone ${valuing.toFixed(2)} ` +
      `times; ${CORES} cores busy all the time would be ${most.toFixed(2)}\n` +
      `in shards by one worker: ${(1 / timesAsFast(one, whole)).toFixed(2)} times as long as a whole ` +
      '(the goal is at most 1.5)\n',
  );
}

/**
 * The same by one to so many workers, each with a part of a core to itself and PostgreSQL with the rest: as if each had
 * a slow machine of its own, so that cores last on a machine that has few.
 */
export async function benchSlowWorkers(sales: number, prices: Prices, most: number, coresEach: number): Promise<void> {
  const contenders = Array.from({ length: most }, (_, at) => newContender(String(at + 1), at + 1));
  await measureInTurn({ sales, prices }, contenders, coresEach);
  for (const many of contenders.slice(1)) {
    const times = timesAsFast(many, contenders[0]!);
    process.stdout.write(
      `${many.workers} workers: ${times.toFixed(2)} times as fast as one, ${(times / many.workers).toFixed(2)} of ` +
        `${many.workers} (the goal is 0.7)\n`,
    );
  }
}

async function measureInTurn(
  market: { readonly sales: number; readonly prices: Prices },
  contenders: readonly Contender[],
  coresEach: number | null,
): Promise<void> {
  const { sales, prices } = market;
  const server = await BenchServer.start();
  try {
    const url = await server.freshDatabase();
    await withClient(url, async (client) => {
      process.stderr.write(`inventing ${sales} sales\n`);
      await sellMarket(client, market);
      // Each run is of another day: one of the same day would find few values to write.
      let day = 2 * ROUNDS * MOST_ATTEMPTS * contenders.length;
      await keepOthersAway(client, daysBefore(day));
      // Not measured: the first run computes a year of past values, and the first months that are due are published.
      await measureCommand(url, 'value', '--as-of', daysBefore(day));
      await measureCommand(url, 'months', 'finalize');
      for (let round = 0; round < ROUNDS; round++) {
        for (const one of contenders) {
          one.measured.push(
            await undisturbed(() => {
              const days = { warmUp: daysBefore(--day), measured: daysBefore(--day) };
              return measure(url, client, one, days, coresEach);
            }),
          );
        }
      }
    });
  } finally {
    await server.stop();
  }
  const share = coresEach === null ? '' : `, each worker with ${coresEach} of a core`;
  process.stdout.write(
    `${sales} sales of ${ITEMS} items, prices ${prices}, a full valuation${share}; ${ROUNDS} rounds, medians\n`,
  );
  printTable(
    [
      'workers',
      's',
      'learning',
      'valuing',
      'publishing',
      'processor s, workers',
      'PostgreSQL',
      'cores used',
      'stolen',
      'peak MB',
      'of a helper',
    ],
    contenders.map(row),
  );
}

/** Nothing but the valuation is due: the clock stands still, and there is a report of how good the values are. */
async function keepOthersAway(client: Client, day: string): Promise<void> {
  await setClock(client, day);
  await client.query(`INSERT INTO market.backtest (ran_at, report) VALUES ('${AS_OF}T12:00:00Z', '{}')`);
}

/**
 * The first worker learns, values and publishes; the others are `work` processes with nothing to do. All have valued a
 * market before: a worker runs for weeks.
 */
async function measure(
  url: string,
  client: Client,
  { workers, shardSales }: Contender,
  days: { readonly warmUp: string; readonly measured: string },
  coresEach: number | null,
): Promise<Measured> {
  const shares = Array.from({ length: workers }, (_, at) => (coresEach === null ? null : CoreShare.named(String(at))));
  const [own, ...others] = shares;
  const first = WarmValuations.start(url, '.', own);
  const helpers = others.map((share) => startProcess(url, share, ['apps/cli/dist/bundle/main.js', 'work']));
  const processes = [first.process, ...helpers];
  const value = async (asOf: string): Promise<MadeValuation> => {
    if (helpers.length > 0) await untilIdle(client, helpers.length);
    // Not earlier: a helper that starts on a new day values what has changed since the day before.
    await setClock(client, asOf);
    return first.value({ asOf, all: true, shardSales });
  };
  try {
    // Until each has valued as much as a whole market.
    for (let round = 0; round < workers; round++) await value(days.warmUp);
    // Not earlier: what is not measured need not be slow.
    for (const share of shares) share?.limit(coresEach!);
    const postgres = await serverPid(client);
    const used = () => ({
      machine: machineTime(),
      workers: processes.reduce((sum, { pid }) => sum + processorMicroseconds(pid!), 0),
      postgres: processorMicroseconds(postgres),
    });
    const before = used();
    const { ms, steps } = await value(days.measured);
    const after = used();
    const secondsOf = (step: string): number => (steps[step] ?? 0) / 1_000;
    const [firstMb, ...helperMb] = await Promise.all(processes.map(({ pid }) => peakMegabytes(pid!)));
    return {
      seconds: ms / 1_000,
      workers: (after.workers - before.workers) / MILLION,
      postgres: (after.postgres - before.postgres) / MILLION,
      stolenShare: stolenShare(before.machine, after.machine),
      peakMb: firstMb!,
      learning: secondsOf('Learning the market'),
      valuing: secondsOf('Valuing'),
      publishing: secondsOf('Writing values'),
      helperMb: Math.max(0, ...helperMb),
    };
  } finally {
    await Promise.all(processes.map(stopProcess));
    for (const share of shares) share?.remove();
  }
}

/** Waits until so many helpers have started and done what is due at their start. */
async function untilIdle(client: Client, helpers: number): Promise<void> {
  const deadline = performance.now() + IDLE_TIMEOUT_MS;
  for (let idleChecks = 0; idleChecks < IDLE_CHECKS; await pause(50)) {
    const { rows } = await client.query<{ workers: number; jobs: number }>(
      `SELECT
         (SELECT count(DISTINCT objid) FROM pg_locks WHERE classid = ${WORKER_LOCK} AND granted)::integer AS workers,
         (SELECT count(*) FROM graphile_worker.jobs)::integer AS jobs`,
    );
    idleChecks = rows[0]!.workers >= helpers && rows[0]!.jobs === 0 ? idleChecks + 1 : 0;
    if (performance.now() > deadline) throw new Error('the helpers do not become idle');
  }
}

function medianOf({ measured }: Contender, name: keyof Measured): number {
  return spreadOf(measured.map((run) => run[name])).median;
}

function timesAsFast(one: Contender, other: Contender): number {
  return medianOf(other, 'seconds') / medianOf(one, 'seconds');
}

function row(contender: Contender): string[] {
  const { name, measured } = contender;
  const { median, min, max } = spreadOf(measured.map(({ seconds }) => seconds));
  const cores = spreadOf(measured.map((one) => (one.workers + one.postgres) / one.seconds)).median;
  return [
    name,
    `${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`,
    ...(['learning', 'valuing', 'publishing'] as const).map((step) => medianOf(contender, step).toFixed(2)),
    medianOf(contender, 'workers').toFixed(2),
    medianOf(contender, 'postgres').toFixed(2),
    cores.toFixed(2),
    `${(100 * Math.max(...measured.map((one) => one.stolenShare))).toFixed(1)} %`,
    String(medianOf(contender, 'peakMb')),
    String(medianOf(contender, 'helperMb')),
  ];
}
