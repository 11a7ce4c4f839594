import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { serverPid } from '../http/market.ts';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { measureCommand, measureConfigured } from '../measure/command.ts';
import { printTable, spreadOf } from '../measure/figures.ts';
import { machineTime, processorMicroseconds, stolenShare } from '../measure/processor-time.ts';
import { peakMegabytes } from '../measure/server-process.ts';
import { AS_OF, daysBefore, ITEMS, sellMarket } from './sold-market.ts';

const MILLION = 1_000_000;
const ROUNDS = 3;
const CORES = availableParallelism();
/** As many sales as no market here has: it is valued as a whole. */
const UNDIVIDED: NodeJS.ProcessEnv = { VALUATION_SHARD_SALES: '99999999' };
/** A helper that does not become idle must fail the benchmark, not block it. */
const IDLE_TIMEOUT_MS = 120_000;

/** One full valuation by so many workers. */
interface Measured {
  readonly seconds: number;
  /** Processor time of all workers, and of PostgreSQL, in seconds. */
  readonly workers: number;
  readonly postgres: number;
  readonly stolenShare: number;
  /** Of the worker that learns and publishes. */
  readonly peakMb: number;
  /** Of a worker that helps; 0 without one. */
  readonly helperMb: number;
  /** Seconds in which one process learns, all value, and one process publishes; 0 for the first as a whole. */
  readonly learning: number;
  readonly valuing: number;
  readonly publishing: number;
}

/** A market of a few million sales, valued as a whole, in shards by one worker, and by two, in turn. */
export async function benchWorkers(sales: number): Promise<void> {
  const server = await BenchServer.start();
  try {
    const url = await server.freshDatabase();
    await withClient(url, async (client) => {
      process.stderr.write(`inventing ${sales} sales\n`);
      await sellMarket(client, sales);
      await keepOthersAway(client);
      // Not measured: the first run computes a year of past values.
      await measureCommand(url, 'value', '--as-of', daysBefore(3 * ROUNDS));
      const [whole, one, two]: [Measured[], Measured[], Measured[]] = [[], [], []];
      // Each run is of another day: one of the same day would find few values to write.
      for (let round = 0, day = 3 * ROUNDS; round < ROUNDS; round++) {
        whole.push(await measure(url, client, 1, daysBefore(--day), UNDIVIDED));
        one.push(await measure(url, client, 1, daysBefore(--day)));
        two.push(await measure(url, client, 2, daysBefore(--day)));
      }
      process.stdout.write(`${sales} sales of ${ITEMS} items, a full valuation; ${ROUNDS} rounds, medians\n`);
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
        [row('1, as a whole', whole), row('1', one), row('2', two)],
      );
      const [seconds, valuing] = (['seconds', 'valuing'] as const).map(
        (name) => medianOf(one, name) / medianOf(two, name),
      );
      // Both cores busy all the time, with the work that one worker and PostgreSQL did.
      const most = spreadOf(one.map((run) => (CORES * run.seconds) / (run.workers + run.postgres))).median;
      process.stdout.write(
        `two workers: ${seconds!.toFixed(2)} times as fast as one (the goal is 1.4), valuing alone ` +
          `${valuing!.toFixed(2)} times; ${CORES} cores busy all the time would be ${most.toFixed(2)}\n`,
      );
      const divided = medianOf(one, 'seconds') / medianOf(whole, 'seconds');
      process.stdout.write(
        `in shards by one worker: ${divided.toFixed(2)} times as long as a whole (the goal is at most 1.5)\n`,
      );
    });
  } finally {
    await server.stop();
  }
}

/** Nothing but the valuation is due: the clock stands still, and there is a report of how good the values are. */
async function keepOthersAway(client: Client): Promise<void> {
  await setClock(client, daysBefore(3 * ROUNDS));
  await client.query(`INSERT INTO market.backtest (ran_at, report) VALUES ('${AS_OF}T12:00:00Z', '{}')`);
}

async function setClock(client: Client, day: string): Promise<void> {
  await client.query(
    `CREATE OR REPLACE FUNCTION access.clock() RETURNS timestamptz LANGUAGE sql STABLE
     AS $$SELECT timestamptz '${day}T12:00:00Z'$$`,
  );
}

/** The worker that runs `value` learns, values and publishes; the others are `work` processes with nothing to do. */
async function measure(
  url: string,
  client: Client,
  workers: number,
  asOf: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<Measured> {
  const helpers = await Promise.all(Array.from({ length: workers - 1 }, () => startHelper(url, client)));
  try {
    // Not earlier: a helper that starts on a new day values what has changed since the day before.
    await setClock(client, asOf);
    const postgres = await serverPid(client);
    const used = () => ({
      machine: machineTime(),
      helpers: helpers.reduce((sum, { pid }) => sum + processorMicroseconds(pid!), 0),
      postgres: processorMicroseconds(postgres),
    });
    const before = used();
    const { ms, processorUs, peakMb, steps } = await measureConfigured(
      url,
      settings,
      'value',
      '--as-of',
      asOf,
      '--all',
    );
    const after = used();
    const secondsOf = (step: string): number => (steps.get(step) ?? 0) / 1_000;
    return {
      seconds: ms / 1_000,
      workers: (processorUs + after.helpers - before.helpers) / MILLION,
      postgres: (after.postgres - before.postgres) / MILLION,
      stolenShare: stolenShare(before.machine, after.machine),
      peakMb,
      learning: secondsOf('Learning the market'),
      valuing: secondsOf('Valuing'),
      publishing: secondsOf('Writing values'),
      helperMb: Math.max(0, ...(await Promise.all(helpers.map(({ pid }) => peakMegabytes(pid!))))),
    };
  } finally {
    for (const helper of helpers) await stopHelper(helper);
  }
}

async function startHelper(url: string, client: Client): Promise<ChildProcess> {
  const helper = spawn(process.execPath, ['apps/cli/dist/main.js', 'work'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: url, BRICKMARKET_DEMO: 'off' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const deadline = performance.now() + IDLE_TIMEOUT_MS;
  for (let hasBegun = false, isIdle = false; !hasBegun || !isIdle; await pause(50)) {
    const { rows } = await client.query<{ workers: number; jobs: number }>(
      `SELECT (SELECT count(*) FROM pg_stat_activity
               WHERE datname = current_database() AND application_name = 'brickmarket-worker')::integer AS workers,
         (SELECT count(*) FROM graphile_worker.jobs)::integer AS jobs`,
    );
    hasBegun ||= rows[0]!.jobs > 0;
    isIdle = rows[0]!.workers > 0 && rows[0]!.jobs === 0;
    if (performance.now() > deadline) throw new Error('the helper does not become idle');
  }
  return helper;
}

async function stopHelper(helper: ChildProcess): Promise<void> {
  const exited = once(helper, 'exit');
  helper.kill('SIGTERM');
  await exited;
}

function medianOf(measured: readonly Measured[], name: keyof Measured): number {
  return spreadOf(measured.map((one) => one[name])).median;
}

function row(workers: string, measured: readonly Measured[]): string[] {
  const { median, min, max } = spreadOf(measured.map(({ seconds }) => seconds));
  const cores = spreadOf(measured.map((one) => (one.workers + one.postgres) / one.seconds)).median;
  return [
    workers,
    `${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`,
    ...(['learning', 'valuing', 'publishing'] as const).map((step) => medianOf(measured, step).toFixed(2)),
    medianOf(measured, 'workers').toFixed(2),
    medianOf(measured, 'postgres').toFixed(2),
    cores.toFixed(2),
    `${(100 * Math.max(...measured.map((one) => one.stolenShare))).toFixed(1)} %`,
    String(medianOf(measured, 'peakMb')),
    String(medianOf(measured, 'helperMb')),
  ];
}
