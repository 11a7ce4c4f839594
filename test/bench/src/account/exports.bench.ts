import { setTimeout as pause } from 'node:timers/promises';
import { accountWith, inventSets } from '../brickfolio/collection.ts';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { Crowd } from '../measure/crowd.ts';
import { percentilesOf, printTable, rangeText } from '../measure/figures.ts';
import type { ServerProcess } from '../measure/server-process.ts';
import { signInByLink, startAccountArea } from './account-area.ts';

const EXPORTING = new URL('./exporters.process.js', import.meta.url);
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
    let answers: Readonly<Record<string, number>> = {};
    const exportUrl = `${area.url}/api/export/collection.csv`;
    await timesOf(area, cookie);
    for (let round = 0; round < ROUNDS; round++) {
      const own = await timesOf(area, cookie);
      const exporters = await Crowd.start(EXPORTING, [exportUrl, sessions.join('\n'), String(CLIENTS)]);
      await pause(SETTLE_MS);
      const noticed = await timesOf(area, cookie);
      answers = await exporters.stop();
      await pause(SETTLE_MS);
      for (const index of PAGES.keys()) {
        alone[index]!.push(percentilesOf(own[index]!).p99);
        beside[index]!.push(percentilesOf(noticed[index]!).p99);
      }
    }
    process.stdout.write(
      `p99 of one person's pages, ms, beside ${CLIENTS} exports of ${HOLDINGS} holdings by others: median (range) of ` +
        `${ROUNDS} rounds; the answers to the last round's: ${JSON.stringify(answers)}\n\n`,
    );
    printTable(
      ['page', 'alone', 'beside them', 'times alone'],
      PAGES.map((page, index) => [
        page,
        rangeText(alone[index]!),
        rangeText(beside[index]!),
        rangeText(beside[index]!.map((p99, round) => p99 / alone[index]![round]!)),
      ]),
    );
  } finally {
    await area.stop();
    await server.stop();
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
