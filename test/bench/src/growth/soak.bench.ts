import { closeSync, fstatSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { printTable } from '../measure/figures.ts';
import { residentMegabytes } from '../measure/server-process.ts';
import { growMarket } from './grown-market.ts';
import { mixedLoad, whileSetsChange } from './mixed-load.ts';
import { type Services, startServices, stopServices } from './services.ts';

const SIZE = { sets: 8_000, sales: 200_000, accounts: 2_000, holdings: 5_000 };
const REST_SECONDS = 30;
const HEADINGS = ['minute', 'API MB', 'account MB', 'handles', 'dead rows', 'log MB', 'answers', '5xx'];

/**
 * What grows under mixed load while a source changes a set each second, clients hang up, and unknown keys come from new
 * addresses: at the start, every minute, and after a rest.
 */
export async function benchSoak(minutes: number, say: (line: string) => void): Promise<void> {
  const server = await BenchServer.start();
  const folder = mkdtempSync(join(tmpdir(), 'brickmarket-bench-soak-'));
  const log = openSync(join(folder, 'log'), 'a');
  const rows: string[][] = [];
  try {
    const url = await server.freshDatabase();
    await withClient(url, async (client) => {
      const access = await growMarket(client, SIZE);
      const services = await startServices(url, log);
      const note = async (minute: string, statuses: ReadonlyMap<number, number>): Promise<void> => {
        rows.push([minute, ...(await state(services, client, log)), ...answersOf(statuses)]);
        say(
          rows
            .at(-1)!
            .map((cell, index) => `${HEADINGS[index]} ${cell}`)
            .join(', '),
        );
      };
      try {
        await note('start', new Map());
        await whileSetsChange(url, SIZE.sets, async () => {
          for (let minute = 1; minute <= minutes; minute++)
            await note(String(minute), (await mixedLoad(services, access, 60, true)).statuses);
        });
        await sleep(REST_SECONDS * 1_000);
        await note('after rest', new Map());
      } finally {
        await stopServices(services);
      }
    });
    printTable(HEADINGS, rows);
  } finally {
    closeSync(log);
    rmSync(folder, { recursive: true });
    await server.stop();
  }
}

async function state({ api, account }: Services, client: Client, log: number): Promise<string[]> {
  const handles = [api, account].reduce((sum, { pid }) => sum + readdirSync(`/proc/${pid}/fd`).length, 0);
  const { rows } = await client.query<{ dead: string }>(
    'SELECT sum(n_dead_tup)::text AS dead FROM pg_stat_user_tables',
  );
  return [
    String(await residentMegabytes(api.pid)),
    String(await residentMegabytes(account.pid)),
    String(handles),
    rows[0]!.dead,
    (fstatSync(log).size / 1e6).toFixed(1),
  ];
}

function answersOf(statuses: ReadonlyMap<number, number>): string[] {
  const sum = (wanted: (status: number) => boolean): string =>
    String([...statuses].reduce((all, [status, count]) => all + (wanted(status) ? count : 0), 0));
  return [sum(() => true), sum((status) => status >= 500)];
}
