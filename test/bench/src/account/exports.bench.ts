import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { accountWith, inventSets } from '../brickfolio/collection.ts';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { percentilesOf, printTable, spreadOf } from '../measure/figures.ts';
import { type ServerProcess } from '../measure/server-process.ts';
import { signInByLink, startAccountArea } from './account-area.ts';

const EXPORTERS = 20;
const HOLDINGS = 60_000;
const CLIENTS = 40;
const VISITOR = 'visitor@bench.example';
const ROUNDS = 5;
const SECONDS = 5;
const SETTLE_MS = 2_000;
const THINKING_MS = 20;
const PAGES = ['holdings?limit=50', 'keys', 'ledger'] as const;

/**
 * What a person with 100 holdings notices of 20 others who export 60,000 each, two at a time, again and again: times of
 * what the pages read, alone and beside them, in rounds in turn.
 */
export async function benchExports(): Promise<void> {
  const server = await BenchServer.start();
  const databaseUrl = await server.freshDatabase();
  const emails = Array.from({ length: EXPORTERS }, (_, n) => `exporter-${n}@bench.example`);
  await withClient(databaseUrl, async (client) => {
    await inventSets(client);
    for (const email of emails) await accountWith(client, HOLDINGS, email);
    await accountWith(client, 100, VISITOR);
    await client.query('VACUUM ANALYZE');
  });
  const area = await startAccountArea(databaseUrl);
  try {
    const cookie = await signInByLink(databaseUrl, area.url, VISITOR);
    const sessions: string[] = [];
    for (const email of emails) sessions.push(await signInByLink(databaseUrl, area.url, email));
    const alone = PAGES.map((): number[] => []);
    const beside = PAGES.map((): number[] => []);
    let told = '';
    await timesOf(area, cookie);
    for (let round = 0; round < ROUNDS; round++) {
      const own = await timesOf(area, cookie);
      const exporters = await Exporters.start(`${area.url}/api/export/collection.csv`, sessions);
      await pause(SETTLE_MS);
      const noticed = await timesOf(area, cookie);
      told = await exporters.stop();
      await pause(SETTLE_MS);
      for (const index of PAGES.keys()) {
        alone[index]!.push(percentilesOf(own[index]!).p99);
        beside[index]!.push(percentilesOf(noticed[index]!).p99);
      }
    }
    process.stdout.write(
      `p99 of one person's pages, ms, beside ${CLIENTS} exports of ${HOLDINGS} holdings by others: median (range) of ` +
        `${ROUNDS} rounds; the last round's exporters were answered ${told}\n\n`,
    );
    printTable(
      ['page', 'alone', 'beside them', 'times alone'],
      PAGES.map((page, index) => [
        page,
        inWords(alone[index]!),
        inWords(beside[index]!),
        inWords(beside[index]!.map((p99, round) => p99 / alone[index]![round]!)),
      ]),
    );
  } finally {
    await area.stop();
    await server.stop();
  }
}

/** Others who export, in a process of their own. */
class Exporters {
  private constructor(private readonly child: ReturnType<typeof fork>) {}

  static async start(url: string, sessions: readonly string[]): Promise<Exporters> {
    const script = new URL('./exporters.process.js', import.meta.url);
    const child = fork(script, [url, sessions.join('\n'), String(CLIENTS)]);
    // As if it ran on another machine: it must not take the processor from the account area.
    setPriority(child.pid!, constants.priority.PRIORITY_LOW);
    await once(child, 'message');
    return new Exporters(child);
  }

  /** What they were answered: how often with which status. */
  async stop(): Promise<string> {
    const message = once(this.child, 'message');
    const ended = once(this.child, 'exit');
    this.child.send('stop');
    const [{ answers }] = (await message) as [{ answers: Record<string, number> }];
    await ended;
    return Object.entries(answers)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ');
  }
}

/** The times of each page, which are asked for in turn. */
async function timesOf(area: ServerProcess, cookie: string): Promise<readonly number[][]> {
  const times = PAGES.map((): number[] => []);
  const end = performance.now() + SECONDS * 1_000;
  for (let asked = 0; performance.now() < end; asked++) {
    await pause(THINKING_MS);
    const index = asked % PAGES.length;
    const begun = performance.now();
    const response = await fetch(`${area.url}/api/${PAGES[index]}`, { headers: { cookie } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${PAGES[index]}: ${response.status}`);
    times[index]!.push(performance.now() - begun);
  }
  return times;
}

function inWords(values: readonly number[]): string {
  const { median, min, max } = spreadOf(values);
  return `${median.toFixed(1)} (${min.toFixed(1)} to ${max.toFixed(1)})`;
}
