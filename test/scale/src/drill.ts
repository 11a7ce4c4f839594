import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hashOfApiKey } from '@brickmarket/persistence-ports';
import type { Client } from 'pg';
import { addCallers } from '../../bench/src/http/callers.ts';
import { withClient } from '../../bench/src/measure/bench-server.ts';
import { DocumentedContract, type OpenapiDocument } from '../../support/documented-contract.ts';
import { eventually, exitOf, messageOf } from '../../support/eventually.ts';
import { balanceOf, type ChargeBalance } from './charges.ts';
import { DatabaseCluster } from './database-cluster.ts';
import { DrillLoad, type DrillRoute } from './drill-load.ts';
import type { Programs } from './node-processes.ts';

export interface DrillResult {
  readonly date: string;
  readonly requests: number;
  /** Status 0: no answer. */
  readonly byStatus: Readonly<Record<string, number>>;
  readonly otherShape: number;
  readonly secondsWithoutAnswers: number;
  readonly longestWaitSeconds: number;
  readonly charges: ChargeBalance;
  readonly rejoinedAfterSeconds: number;
  /** What was not as it must be; empty when the drill is passed. */
  readonly failures: readonly string[];
}

export const CLI = resolve('apps/cli/dist/bundle/main.js');
const SERVICE = resolve('apps/api/dist/bundle/main.js');
const SERVICES = 2;
const STEADY_MS = 8_000;
const BACK_WITHIN_MS = 30_000;
/** Far more than the service's own limit for an answer: a request that waits longer hangs. */
const HANG_MS = 10_000;

/** Kills the leader under load and reports what became of the requests. */
export async function runDrill(programs: Programs, say: (line: string) => void): Promise<DrillResult> {
  const cluster = await DatabaseCluster.start(programs, say);
  const services: ChildProcess[] = [];
  try {
    say('loading a market and a thousand accounts');
    const { keys, routes } = await fillMarket(cluster.leaderUrl);
    const urls: string[] = [];
    for (let n = 0; n < SERVICES; n++) urls.push(await startService(cluster, services));
    const document = (await (await fetch(`${urls[0]}/openapi.json`)).json()) as OpenapiDocument;
    const load = new DrillLoad(urls, keys, routes, new DocumentedContract(document));
    await pause(STEADY_MS);
    await cluster.untilWhole();
    const open = await cluster.opennessToStrangers();
    const leader = (await cluster.findLeader())!;
    say(`killing ${leader}, which leads, after ${load.requests} requests`);
    const killedAt = performance.now();
    await cluster.kill(leader);
    const next = await untilAnother(cluster, leader);
    say(`${next} leads after ${((performance.now() - killedAt) / 1_000).toFixed(1)} s`);
    const isBack = (): boolean => (load.answeredAt.at(-1) ?? 0) > killedAt + STEADY_MS / 2;
    await eventually('answers come back', isBack, { withinMs: 2 * BACK_WITHIN_MS });
    await pause(STEADY_MS);
    await load.stop();
    say(`starting ${leader} again, which has to follow now`);
    const restartedAt = performance.now();
    cluster.startNode(leader);
    await cluster.untilWhole();
    const rejoinedAfterSeconds = (performance.now() - restartedAt) / 1_000;
    const result = report(load, routes, await countersOf(cluster.leaderUrl, keys), rejoinedAfterSeconds);
    return { ...result, failures: [...open, ...result.failures] };
  } catch (error) {
    say(await cluster.lastLogLines());
    throw error;
  } finally {
    for (const service of services) service.kill('SIGTERM');
    await Promise.all(
      services.map((service) => exitOf(service, { withinMs: 15_000 }).catch(() => service.kill('SIGKILL'))),
    );
    await cluster.remove();
  }
}

function report(
  load: DrillLoad,
  routes: readonly DrillRoute[],
  counters: ReadonlyMap<string, number>,
  rejoinedAfterSeconds: number,
): DrillResult {
  const charges = balanceOf(load.charges, counters);
  const silenceMs = load.longestSilenceMs();
  const unanswered = load.byStatus.get(0) ?? 0;
  const unasked = routes.filter(({ name }) => !load.byRoute.has(name)).map(({ name }) => name);
  const failures = [
    ...load.faults,
    ...(unanswered > 0 ? [`${unanswered} requests without an answer`] : []),
    ...(load.longestWaitMs > HANG_MS ? [`a request waited ${(load.longestWaitMs / 1_000).toFixed(1)} s`] : []),
    ...(silenceMs > BACK_WITHIN_MS ? [`no answers for ${(silenceMs / 1_000).toFixed(1)} s`] : []),
    ...(charges.lost > 0 ? [`${charges.lost} acknowledged charges are lost`] : []),
    ...(charges.doubled > 0 ? [`${charges.doubled} charges are doubled`] : []),
    ...unasked.map((name) => `${name} was never answered`),
  ];
  return {
    date: new Date().toISOString(),
    requests: load.requests,
    byStatus: Object.fromEntries([...load.byStatus].toSorted(([a], [b]) => a - b)),
    otherShape: load.faultCount,
    secondsWithoutAnswers: silenceMs / 1_000,
    longestWaitSeconds: load.longestWaitMs / 1_000,
    charges,
    rejoinedAfterSeconds,
    failures,
  };
}

/** The node that leads instead. */
async function untilAnother(cluster: DatabaseCluster, former: string): Promise<string> {
  return eventually(
    'another node leads',
    async () => {
      const leader = await cluster.findLeader();
      return leader === former ? null : leader;
    },
    { withinMs: 4 * BACK_WITHIN_MS, everyMs: 200 },
  );
}

/** Starts an API process that is ended with this one; resolves with its address. */
export async function startService(
  { leaderUrl, replicasUrl }: { readonly leaderUrl: string; readonly replicasUrl?: string },
  services: ChildProcess[],
): Promise<string> {
  const service = fork(SERVICE, {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: '0',
      // Every request of the time without a leader is logged as failed, with its error.
      LOG_LEVEL: 'fatal',
      DATABASE_URL: leaderUrl,
      ...(replicasUrl !== undefined && { DATABASE_REPLICA_URLS: replicasUrl }),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  services.push(service);
  process.once('exit', () => service.kill('SIGKILL'));
  return (await messageOf<{ listening: string }>(service)).listening;
}

/** A demo market, accounts with holdings and sales, and requests of all routes that find something. */
export async function fillMarket(url: string): Promise<{ keys: readonly string[]; routes: readonly DrillRoute[] }> {
  const brickmarket = (...args: string[]): void => {
    execFileSync(process.execPath, [CLI, ...args], {
      env: { PATH: process.env['PATH'], DATABASE_URL: url },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  };
  brickmarket('db', 'migrate');
  brickmarket('demo', 'load', '--sets', '200', '--years', '1', '--seed', 'drill');
  return withClient(url, async (client) => {
    const keys = await addCallers(client);
    await client.query('ANALYZE');
    return { keys, routes: await routesOf(client) };
  });
}

async function routesOf(client: Client): Promise<readonly DrillRoute[]> {
  const column = async (sql: string): Promise<string[]> =>
    (await client.query<{ text: string }>(sql)).rows.map(({ text }) => text);
  const sets = await column('SELECT set_number AS text FROM catalog.lego_set ORDER BY 1 LIMIT 50');
  const minifigs = await column('SELECT minifig_number AS text FROM catalog.minifig ORDER BY 1 LIMIT 50');
  const asins = await column(`SELECT code AS text FROM retail.product_code WHERE kind = 'asin' ORDER BY 1 LIMIT 50`);
  const get = (name: string, paths: readonly string[]): DrillRoute => ({ name, paths, cost: 1 });
  const batch = { sets: sets.slice(0, 5), minifigs: minifigs.slice(0, 3) };
  return [
    get(
      '/set/{number}',
      sets.map((number) => `/set/${number}`),
    ),
    get(
      '/minifig/{number}',
      minifigs.map((number) => `/minifig/${number}`),
    ),
    get('/catalog/sets/search', ['/catalog/sets/search?q=the', '/catalog/sets/search?q=castle']),
    get('/catalog/minifigs/search', ['/catalog/minifigs/search?q=an']),
    get('/catalog/themes', ['/catalog/themes']),
    { name: '/catalog/batch', paths: ['/catalog/batch'], body: batch, cost: batch.sets.length + batch.minifigs.length },
    get(
      '/set/{number}/history',
      sets.map((number) => `/set/${number}/history`),
    ),
    get(
      '/set/{number}/retail-prices',
      sets.map((number) => `/set/${number}/retail-prices`),
    ),
    get(
      '/retail-prices',
      asins.map((asin) => `/retail-prices?asin=${asin}`),
    ),
    get('/brickfolio/retail-watch', ['/brickfolio/retail-watch?changed_within=7d']),
    get('/brickfolio', ['/brickfolio']),
    get('/brickfolio/analytics', ['/brickfolio/analytics?period=30d']),
    get('/brickfolio/entries', ['/brickfolio/entries?limit=20']),
    get('/salesledger', ['/salesledger?limit=20']),
  ];
}

/** What the leader has counted, by key. */
async function countersOf(url: string, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ hash: string; used: number }>(
      `SELECT encode(k.key_hash, 'hex') AS hash, sum(u.used)::integer AS used
       FROM access.key_usage u JOIN access.api_key k ON k.id = u.key_id GROUP BY k.key_hash`,
    ),
  );
  const keyOfHash = new Map(keys.map((key) => [hashOfApiKey(key).toString('hex'), key]));
  return new Map(rows.map(({ hash, used }) => [keyOfHash.get(hash) ?? hash, used]));
}
