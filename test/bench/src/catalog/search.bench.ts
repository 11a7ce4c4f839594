import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hashOfApiKey } from '@brickmarket/persistence-ports';
import { type Identity, IdentityIndex } from '@brickmarket/catalog-search';
import type { Client } from 'pg';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { longestTickMs, residentMegabytes, type ServerProcess, startService } from '../measure/server-process.ts';
import { percentilesOf, printTable } from '../measure/figures.ts';
import { timeThinkingClients } from '../measure/thinking-clients.ts';
import { inventDump } from './catalog-import.bench.ts';

const CONNECTIONS = 64;
const SECONDS = 10;
const RATES = [250, 500, 1_000];
const QUESTIONS = 5_000;
const REBUILDS = 7;
const run = promisify(execFile);

/**
 * Words, beginnings of numbers, and any two neighbouring characters, as they occur; and what people type by mistake.
 */
const TYPICAL_QUESTIONS = `
SELECT q FROM (
  SELECT regexp_split_to_table(title, '\\s+') AS q FROM catalog.lego_set
  UNION SELECT left(set_number, 3) FROM catalog.lego_set
  UNION SELECT substr(title, 1 + length(title) / 2, 2) FROM catalog.lego_set
  UNION SELECT unnest(ARRAY['-1', '%%', '__', 'e ', '''"', '🧱🧱', 'CAFÉ', repeat('x', 100)])
) AS words WHERE length(trim(q)) BETWEEN 2 AND 100 ORDER BY md5(q) LIMIT ${QUESTIONS}`;

/**
 * What a search takes at 64 connections that ask at a steady rate, every question new at first; and what a changed
 * catalogue costs.
 */
export async function benchSearch(dump: string | undefined): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'brickmarket-bench-search-'));
  const server = await BenchServer.start();
  try {
    const url = await server.freshDatabase();
    await run(
      process.execPath,
      ['apps/cli/dist/bundle/main.js', 'import', 'catalog', dump ?? (await inventDump(scratch))],
      {
        env: { PATH: process.env['PATH'], DATABASE_URL: url },
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    const { key, questions, identities } = await withClient(url, prepare);
    const service = await startService('service', { DATABASE_URL: url, METRICS_PORT: '0' });
    try {
      const search = (q: string): Promise<number> => timeSearch(service, key, q);
      await search('warm');
      process.stdout.write(`${identities.length} sets, ${questions.length} different questions, pages of 50\n`);
      await inMemory(identities, questions);
      await atSteadyRates(service, key, questions);
      await afterChanges(url, service, search);
    } finally {
      await service.stop();
    }
  } finally {
    await server.stop();
    await rm(scratch, { recursive: true });
  }
}

async function prepare(
  client: Client,
): Promise<{ key: string; questions: readonly string[]; identities: readonly Identity[] }> {
  const key = `bmk_${randomBytes(24).toString('hex')}`;
  await client.query(
    `WITH owner AS (INSERT INTO access.account (email, plan) VALUES ('bench@example.com', 'reseller') RETURNING id)
    INSERT INTO access.api_key (account_id, key_hash, name, last4, daily_limit) SELECT id, $1, 'bench', $2, 1000000000
      FROM owner`,
    [hashOfApiKey(key), key.slice(-4)],
  );
  await client.query('VACUUM ANALYZE');
  const questions = (await client.query<{ q: string }>(TYPICAL_QUESTIONS)).rows.map(({ q }) => q);
  const { rows } = await client.query<Identity>('SELECT set_number AS number, title AS name FROM catalog.lego_set');
  return { key, questions, identities: rows };
}

/** Every question once, without anything around it. */
async function inMemory(identities: readonly Identity[], questions: readonly string[]): Promise<void> {
  const everything = async function* (): AsyncGenerator<readonly Identity[]> {
    yield identities;
  };
  const index = new IdentityIndex(everything, (identity) => identity);
  await index.list(1);
  const times: number[] = [];
  for (const q of questions) {
    const begun = performance.now();
    await index.search(q, 50, 0, 1);
    times.push(performance.now() - begun);
  }
  const { p50, p99, max } = percentilesOf(times);
  printTable(
    ['in memory, each for the first time', 'p50 ms', 'p99 ms', 'most ms'],
    [['search', p50.toFixed(3), p99.toFixed(2), max.toFixed(1)]],
  );
}

/** Beside a route that looks up nothing: what that takes is not the search. */
async function atSteadyRates(service: ServerProcess, key: string, questions: readonly string[]): Promise<void> {
  const rows: string[][] = [];
  let asked = 0;
  const measure = async (what: string, rate: number, nextPath: () => string): Promise<void> => {
    await longestTickMs(service);
    const times = await timeThinkingClients(
      () => service.url + nextPath(),
      { authorization: `Bearer ${key}` },
      { clients: CONNECTIONS, requestsPerSecond: rate, seconds: SECONDS },
    );
    const { p50, p99, max } = percentilesOf(times);
    rows.push([
      what,
      (times.length / SECONDS).toFixed(0),
      p50.toFixed(2),
      p99.toFixed(2),
      max.toFixed(1),
      (await longestTickMs(service)).toFixed(0),
      String(await residentMegabytes(service.pid)),
    ]);
  };
  for (const rate of RATES) {
    await measure('themes', rate, () => '/api/v1/catalog/themes');
    await measure('search', rate, () => pathOf(questions[asked++ % questions.length]!));
  }
  printTable(
    [`${CONNECTIONS} connections`, 'requests/s', 'p50 ms', 'p99 ms', 'most ms', 'longest tick ms', 'resident MB'],
    rows,
  );
}

/** Each change is followed by a search, which waits for the index of the new catalogue. */
async function afterChanges(
  url: string,
  service: ServerProcess,
  search: (q: string) => Promise<number>,
): Promise<void> {
  await longestTickMs(service);
  const times = await withClient(url, async (client) => {
    const measured: number[] = [];
    for (let change = 0; change < REBUILDS; change++) {
      await client.query(`UPDATE ops.data_kind SET version = version + 1 WHERE kind = 'catalog'`);
      measured.push(await search(`change ${change}`));
    }
    return measured;
  });
  const { p50, min, max } = percentilesOf(times);
  printTable(
    ['search after a change of the catalogue', 'median ms', 'spread', 'longest tick ms'],
    [
      [
        `${REBUILDS} changes`,
        p50.toFixed(0),
        `${min.toFixed(0)} to ${max.toFixed(0)}`,
        (await longestTickMs(service)).toFixed(0),
      ],
    ],
  );
}

async function timeSearch(service: ServerProcess, key: string, q: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(service.url + pathOf(q), { headers: { authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${q}: ${response.status}`);
  return performance.now() - begun;
}

function pathOf(q: string): string {
  return `/api/v1/catalog/sets/search?q=${encodeURIComponent(q)}`;
}
