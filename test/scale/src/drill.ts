import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hashOfApiKey } from '@brickmarket/persistence-ports';
import type { Client } from 'pg';
import { addCallers } from '../../bench/src/http/callers.ts';
import { withClient } from '../../bench/src/measure/bench-server.ts';
import { DocumentedContract, type OpenapiDocument } from '../../support/documented-contract.ts';
import { eventually } from '../../support/eventually.ts';
import { hurry, RunningPrometheus } from '../../support/running-prometheus.ts';
import { balanceOf, type ChargeBalance, type KeyCharges } from './charges.ts';
import { DatabaseCluster } from './database-cluster.ts';
import { CLI, DrilledService } from './drilled-service.ts';
import { DrillLoad, type DrillRoute } from './drill-load.ts';
import { DEAR_USD, DroppedFeed } from './dropped-feed.ts';
import type { Fault } from './faults.ts';
import type { Programs } from './node-processes.ts';
import { type Struck, strikeUndisturbed } from './undisturbed.ts';

/** What clients and operators saw of one fault. */
export interface FaultResult {
  readonly fault: string;
  readonly what: string;
  readonly requests: number;
  /** Status 0: no answer. */
  readonly byStatus: Readonly<Record<string, number>>;
  readonly otherShape: number;
  readonly secondsWithoutAnswers: number;
  readonly longestWaitSeconds: number;
  /** Those that fired, in order; null where there is no Prometheus. */
  readonly alerts: readonly string[] | null;
  /** From the repair until one node leads and two follow. */
  readonly wholeAfterSeconds: number;
}

export interface DrillResult {
  readonly date: string;
  readonly postgres: string;
  readonly patroni: string;
  readonly faults: readonly FaultResult[];
  readonly charges: ChargeBalance;
  /** What was not as it must be; empty when the drill is passed. */
  readonly failures: readonly string[];
}

const STEADY_MS = 8_000;
const BACK_WITHIN_MS = 30_000;
/** How long the drill waits for what is late, to say by how much and continue. */
const GIVEN_UP_AFTER_MS = 300_000;
/** Far more than the service's own limit for an answer: a request that waits longer hangs. */
const HANG_MS = 10_000;
const ALERT_WITHIN_MS = 300_000;
/** Rules wait, and look back, for a quarter of the time that they do in operation. */
const HURRY = 4;
/** But for this one: how long a failover takes is up to Patroni, and it must not be told as a database that is gone. */
const UNHURRIED = 'DatabaseGone';

/** What all faults of a drill have in common. */
interface DrillStage {
  readonly cluster: DatabaseCluster;
  readonly service: DrilledService;
  readonly feed: DroppedFeed;
  /** Null where there is none. */
  startPrometheus(): Promise<RunningPrometheus> | null;
  startLoad(): DrillLoad;
}

/** Strikes a deployment under load with one fault after the other, and reports what became of the requests. */
export async function runDrill(
  programs: Programs,
  faults: readonly Fault[],
  say: (line: string) => void,
): Promise<DrillResult> {
  const folder = mkdtempSync(join(tmpdir(), 'brickmarket-watch-'));
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', removeFolder);
  const closing: (() => Promise<void> | void)[] = [removeFolder];
  const cluster = await DatabaseCluster.start(programs, say);
  closing.push(() => cluster.remove());
  try {
    say('loading a market and a thousand accounts');
    const { keys, routes } = await fillMarket(cluster.leaderUrl);
    const service = await DrilledService.start(cluster, 'all');
    closing.push(() => service.stop());
    const feed = await DroppedFeed.start(cluster.leaderUrl, service.dropFolder);
    closing.push(() => feed.stop());
    const startPrometheus = () => (programs.prometheus ? watch(folder, cluster, service) : null);
    if (!programs.prometheus) say('alerts are SKIPPED, not installed: prometheus');
    const document = (await (await fetch(`${service.urls[0]}/openapi.json`)).json()) as OpenapiDocument;
    const contract = new DocumentedContract(document);
    const charges = new Map<string, KeyCharges>();
    const startLoad = (): DrillLoad => new DrillLoad(service.urls, keys, routes, contract, charges);
    const stage = { cluster, service, feed, startPrometheus, startLoad };
    const failures: string[] = [...(await cluster.opennessToStrangers())];
    const results: FaultResult[] = [];
    for (const fault of faults) {
      if (fault.name === 'network' && !cluster.canBeCut) continue;
      const struck = await strikeUndisturbed((attempt) => strike(fault, stage, routes, attempt, say), say);
      results.push(struck.result);
      const dropped = fault.name === 'jobs' ? await feed.faultsOf('during') : [];
      failures.push(...[...struck.failures, ...dropped].map((text) => `${fault.what}: ${text}`));
    }
    const balance = balanceOf(charges, await countersOf(cluster.leaderUrl, keys));
    return {
      date: new Date().toISOString(),
      postgres: await versionOf(cluster.leaderUrl),
      patroni: programs.patroniVersion,
      faults: results,
      charges: balance,
      failures: [
        ...failures,
        ...(balance.lost > 0 ? [`${balance.lost} acknowledged charges are lost`] : []),
        ...(balance.doubled > 0 ? [`${balance.doubled} charges are doubled`] : []),
      ],
    };
  } catch (error) {
    say(await cluster.lastLogLines());
    throw error;
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

/** One fault, from a deployment in order to a deployment in order. */
async function strike(
  fault: Fault,
  stage: DrillStage,
  routes: readonly DrillRoute[],
  attempt: number,
  say: (line: string) => void,
): Promise<Struck<FaultResult>> {
  const { cluster, feed } = stage;
  await cluster.untilWhole();
  const load = stage.startLoad();
  // A new one for each fault: that of two outages within an hour is another fault.
  const prometheus = await stage.startPrometheus();
  /** The alerts that do not end in time: none, when all is well. */
  const untilQuiet = async (): Promise<readonly string[]> => {
    let active: readonly string[] = [];
    const isQuiet = async (): Promise<boolean> => {
      active = (await prometheus?.firingOrPending()) ?? [];
      return active.length === 0;
    };
    // With requests going on: without, a replica that was given up is not tried again.
    await eventually('no alert fires', isQuiet, { withinMs: ALERT_WITHIN_MS, everyMs: 500 }).catch(() => false);
    return active;
  };
  const before = await untilQuiet();
  await pause(STEADY_MS);
  await cluster.untilWhole();
  const former = await cluster.findLeader();
  say(`${fault.what}, after ${load.requests} requests`);
  // Only once: each of its prices has to be told once.
  if (fault.name === 'jobs' && attempt === 1) feed.drop('during', DEAR_USD - 1);
  const struckAt = performance.now();
  const begun = new Date();
  const fired = async (): Promise<readonly string[]> => (await prometheus?.firedBetween(begun, new Date())) ?? [];
  const repair = await fault.strike(stage);
  if (fault.movesLeader) {
    const next = await untilAnother(cluster, former);
    say(`${next} leads after ${((performance.now() - struckAt) / 1_000).toFixed(1)} s`);
  }
  const isBackSince = (since: number) => (): boolean => (load.answeredAt.at(-1) ?? 0) > since + STEADY_MS / 2;
  const back = (since: number): Promise<unknown> =>
    eventually('answers come back', isBackSince(since), { withinMs: GIVEN_UP_AFTER_MS });
  if (fault.heals) await back(struckAt);
  const isTold = async (): Promise<boolean> => {
    const alerts = await fired();
    return prometheus === null || fault.alerts.every((alert) => alerts.includes(alert));
  };
  // Those that are missing are listed at the end.
  await eventually('its alerts fire', isTold, { withinMs: ALERT_WITHIN_MS, everyMs: 500 }).catch(() => false);
  say('repairing it');
  const repairedAt = performance.now();
  await repair();
  await cluster.untilWhole();
  const wholeAfterSeconds = (performance.now() - repairedAt) / 1_000;
  await back(performance.now());
  // What the fault has left behind may be told only then.
  const after = await untilQuiet();
  const alerts = await fired();
  await prometheus?.stop();
  await load.stop();
  const result = {
    fault: fault.name,
    what: fault.what,
    requests: load.requests,
    byStatus: Object.fromEntries([...load.byStatus].toSorted(([a], [b]) => a - b)),
    otherShape: load.faultCount,
    secondsWithoutAnswers: load.longestSilenceMs() / 1_000,
    longestWaitSeconds: load.longestWaitMs / 1_000,
    alerts: prometheus === null ? null : alerts,
    wholeAfterSeconds,
  };
  const { secondsWithoutAnswers } = result;
  say(`${secondsWithoutAnswers.toFixed(1)} s without answers; ${result.alerts?.join(', ') ?? 'no Prometheus'}`);
  return {
    result,
    failures: [
      ...failuresOf(fault, load, routes),
      ...before.map((alert) => `${alert} did not end before the fault`),
      ...(prometheus === null ? [] : otherAlerts(fault, alerts)),
      ...after.map((alert) => `${alert} did not end after the repair`),
    ],
  };
}

function otherAlerts(fault: Fault, fired: readonly string[]): readonly string[] {
  return [
    ...fault.alerts.filter((alert) => !fired.includes(alert)).map((alert) => `${alert} did not fire`),
    ...fired.filter((alert) => !fault.alerts.includes(alert)).map((alert) => `${alert} fired besides`),
  ];
}

function failuresOf(fault: Fault, load: DrillLoad, routes: readonly DrillRoute[]): readonly string[] {
  const silenceMs = load.longestSilenceMs();
  const unanswered = load.byStatus.get(0) ?? 0;
  const unasked = routes.filter(({ name }) => !load.byRoute.has(name)).map(({ name }) => name);
  return [
    ...load.faults,
    ...(unanswered > 0 ? [`${unanswered} requests without an answer`] : []),
    ...(load.longestWaitMs > HANG_MS ? [`a request waited ${(load.longestWaitMs / 1_000).toFixed(1)} s`] : []),
    ...(fault.heals && silenceMs > BACK_WITHIN_MS ? [`no answers for ${(silenceMs / 1_000).toFixed(1)} s`] : []),
    ...unasked.map((name) => `${name} was never answered`),
  ];
}

function watch(folder: string, cluster: DatabaseCluster, service: DrilledService): Promise<RunningPrometheus> {
  const nodes = {
    job_name: 'database-nodes',
    static_configs: cluster.metricsTargets,
    // As in docker/monitoring/prometheus.yml.
    tls_config: { insecure_skip_verify: true },
  };
  return RunningPrometheus.start(folder, [...service.scraped, nodes], (rule) =>
    hurry(rule, rule.alert === UNHURRIED ? 1 : HURRY),
  );
}

/** The node that leads instead. */
async function untilAnother(cluster: DatabaseCluster, former: string | null): Promise<string> {
  return eventually(
    'another node leads',
    async () => {
      const leader = await cluster.findLeader();
      return leader === former ? null : leader;
    },
    { withinMs: GIVEN_UP_AFTER_MS, everyMs: 200 },
  );
}

async function versionOf(url: string): Promise<string> {
  const { rows } = await withClient(url, (client) => client.query<{ server_version: string }>('SHOW server_version'));
  return rows[0]!.server_version;
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
  const sets = await column(
    'SELECT set_number AS text FROM catalog.lego_set WHERE msrp_cents IS NOT NULL ORDER BY 1 LIMIT 50',
  );
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
