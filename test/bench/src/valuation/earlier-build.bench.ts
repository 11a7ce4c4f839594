import { once } from 'node:events';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { type MeasuredCommand, measureCommandOf, programOf } from '../measure/command.ts';
import { printTable, spreadOf } from '../measure/figures.ts';
import { daysBefore, ITEMS, type Prices, sellMarket, sellToOnePercent, setClock } from './sold-market.ts';
import { startProcess, WarmValuations } from './warm-valuations.ts';

const ROUNDS = 3;
/** Incremental runs of each kind in a round: one takes no longer than a hiccup of the machine. */
const CHANGES = 5;
const CHANGES_BEFORE = 20;
/** Each full run is of another day: one of the same day would find few values to write. */
const FIRST_DAY = daysBefore(2 * ROUNDS);

/** A build and its market, with what its valuations took in milliseconds. */
interface Contender {
  readonly folder: string;
  readonly url: string;
  readonly worker: WarmValuations;
  /** By the command, by its own clock; in a worker, which has valued before. */
  readonly full: number[];
  readonly fullPeakMb: number[];
  readonly fullInWorker: number[];
  /** After one item in a hundred has changed: in the worker, by the command from start to end, and by its own clock. */
  readonly changedInWorker: number[];
  readonly changedByCommand: number[];
  readonly changedByItsClock: number[];
}

/** The same market valued by this build and by the one in a folder, in turn: in full, and after 1 % has changed. */
export async function benchEarlierBuild(sales: number, prices: Prices, folder: string): Promise<void> {
  const server = await BenchServer.start();
  try {
    const builds = [await open('.', await server.freshDatabase(), { sales, prices })];
    try {
      builds.push(await open(folder, await migratedBy(folder, await server.unmigratedDatabase()), { sales, prices }));
      await measureInTurn(builds);
    } finally {
      await Promise.all(builds.map(({ worker }) => worker.stop()));
    }
    process.stdout.write(
      `${sales} sales of ${ITEMS} items, prices ${prices}; ${ROUNDS} full runs, ${ROUNDS * CHANGES} after a change\n`,
    );
    report(builds[0]!, builds[1]!);
  } finally {
    await server.stop();
  }
}

/** The address, when the build in a folder has made its schema there. */
async function migratedBy(folder: string, url: string): Promise<string> {
  const [code] = await once(startProcess(url, null, [programOf(folder), 'db', 'migrate']), 'exit');
  if (code !== 0) throw new Error(`the build in ${folder} could not migrate its database`);
  return url;
}

async function open(
  folder: string,
  url: string,
  market: { readonly sales: number; readonly prices: Prices },
): Promise<Contender> {
  process.stderr.write(`inventing ${market.sales} sales for the build in ${folder}\n`);
  await withClient(url, (client) => sellMarket(client, market));
  const worker = WarmValuations.start(url, folder);
  // Not measured: the first run computes a year of past values.
  await worker.value({ asOf: FIRST_DAY, all: true });
  return {
    folder,
    url,
    worker,
    full: [],
    fullPeakMb: [],
    fullInWorker: [],
    changedInWorker: [],
    changedByCommand: [],
    changedByItsClock: [],
  };
}

async function measureInTurn(builds: readonly Contender[]): Promise<void> {
  let sold = 0;
  const sellToOthers = async (day: string): Promise<void> => {
    for (const { url } of builds) await withClient(url, (client) => sellToOnePercent(client, sold, ITEMS, day));
    sold++;
  };
  // Not measured: workers value changes every few minutes, so that what they run has been compiled.
  for (let change = 0; change < CHANGES_BEFORE; change++) {
    await sellToOthers(FIRST_DAY);
    for (const { worker } of builds) await worker.value({ asOf: FIRST_DAY, all: false });
  }
  for (let round = 0; round < ROUNDS; round++) {
    const [dayBefore, day] = [daysBefore(2 * (ROUNDS - round) - 1), daysBefore(2 * (ROUNDS - round) - 2)];
    for (const build of builds) {
      const { ms, peakMb } = await command(build, dayBefore, '--all');
      build.full.push(ms);
      build.fullPeakMb.push(peakMb);
    }
    for (const { worker, fullInWorker } of builds) fullInWorker.push((await worker.value({ asOf: day, all: true })).ms);
    for (let change = 0; change < CHANGES; change++) {
      // Neither is always the first.
      const inTurn = change % 2 === 0 ? builds : builds.toReversed();
      await sellToOthers(day);
      for (const { worker, changedInWorker } of inTurn)
        changedInWorker.push((await worker.value({ asOf: day, all: false })).ms);
      await sellToOthers(day);
      for (const build of inTurn) {
        const { ms, elapsedMs } = await command(build, day);
        build.changedByCommand.push(elapsedMs);
        build.changedByItsClock.push(ms);
      }
    }
  }
}

/** On that day, not later as of it: what is served from a day on is then written by one full run, as in life. */
async function command({ folder, url }: Contender, day: string, ...flags: string[]): Promise<MeasuredCommand> {
  await withClient(url, (client) => setClock(client, day));
  return measureCommandOf(folder, url, 'value', ...flags);
}

function report(ours: Contender, theirs: Contender): void {
  const line = (title: string, timesOf: (build: Contender) => readonly number[]): string[] => {
    const [our, their] = [spreadOf(timesOf(ours)), spreadOf(timesOf(theirs))];
    const shown = [our, their].map((spread) => {
      const [median, min, max] = [spread.median, spread.min, spread.max].map((ms) => ms.toFixed(0));
      return `${median} (${min} to ${max})`;
    });
    return [title, ...shown, (our.median / their.median).toFixed(2)];
  };
  printTable(
    ['ms, medians and spread', 'this build', theirs.folder, 'ratio'],
    [
      line('full run by the command, written back, by its own clock', ({ full }) => full),
      line('its peak memory, MB', ({ fullPeakMb }) => fullPeakMb),
      line('full run in a worker', ({ fullInWorker }) => fullInWorker),
      line('1 % of items changed, in a worker', ({ changedInWorker }) => changedInWorker),
      line('1 % of items changed, by the command from start to end', ({ changedByCommand }) => changedByCommand),
      line('the same by its own clock, without its start', ({ changedByItsClock }) => changedByItsClock),
    ],
  );
}
