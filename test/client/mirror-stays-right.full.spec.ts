import { fork } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Brickmarket } from '@brickmarket/client';
import { FolderStore, mirror } from '@brickmarket/client/mirror';
import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { eventually, exitOf, messageOf } from '../support/eventually.ts';
import { expectFullCopy } from '../support/full-copy.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { DyingStore, unlessKilled } from '../support/killed-mirror.ts';
import { RandomMarket } from '../support/random-market.ts';
import { RestartablePostgres } from '../support/restartable-postgres.ts';
import { TIMEOUTS_BESIDE_CRASHES } from '../support/service-environment.ts';
import { SnapshotWorker } from '../support/snapshot-worker.ts';

/** `COPY_STEPS=5000 COPY_SEED=7` goes further, or another way. */
const STEPS = Number(process.env['COPY_STEPS'] ?? 1_000);
const SEED = Number(process.env['COPY_SEED'] ?? 20_261_117);
const COMPARED_EVERY = 20;
/** About as long as a worker takes for its snapshots of this market. */
const KILLED_WITHIN_MS = 40;

describe('a mirror of a service with a replica', () => {
  const files = new ImportFolder();
  const snapshots = join(files.path, 'snapshots');
  const copy = join(files.path, 'copy');
  let servers: readonly RestartablePostgres[];
  let db: Pool;
  let replica: Pool;
  let api: ApiProcess;
  let market: RandomMarket;
  let worker: SnapshotWorker;
  let client: Brickmarket;
  let key: string;

  beforeAll(async () => {
    servers = await RestartablePostgres.startReplicated();
    const [primary, standby] = servers.map(({ url }) => url) as [string, string];
    api = await ApiProcess.start(primary, {
      ...TIMEOUTS_BESIDE_CRASHES,
      DATABASE_REPLICA_URLS: standby,
      METRICS_PORT: '0',
      SNAPSHOT_FOLDER: snapshots,
      SNAPSHOT_COST: '5',
    });
    await eventually('the schema is complete', async () => (await fetch(`${api.url}/readyz`)).ok);
    db = new Pool({ connectionString: primary, max: 2 });
    replica = new Pool({ connectionString: standby, max: 1 });
    for (const pool of [db, replica]) pool.on('error', () => undefined);
    ({ key } = await insertAccount(db, { dailyLimit: 1_000_000_000 }));
    client = new Brickmarket({ baseUrl: `${api.url}/api/v1`, apiKey: key, timeoutMs: 600_000 });
    market = await RandomMarket.begin(db, primary, files, SEED);
    await market.open();
    worker = new SnapshotWorker(primary, snapshots);
    await worker.make(market.instant);
  });

  afterAll(async () => {
    await worker?.stop();
    await market?.close();
    await api?.stop();
    await Promise.all([db, replica].map((pool) => pool?.end()));
    await servers?.[0]!.remove();
  });

  const metric = async (name: string): Promise<number> => {
    const lines = (await (await fetch(api.metricsUrl!)).text()).split('\n');
    return Number(lines.find((line) => line.startsWith(`brickmarket_${name} `))!.split(' ')[1]);
  };

  /** The replica stops where it is, or follows again. */
  const holdReplica = (isHeld: boolean) =>
    replica.query(isHeld ? 'SELECT pg_wal_replay_pause()' : 'SELECT pg_wal_replay_resume()');

  /** A process that ends wherever it happens to be. */
  async function killProcess(): Promise<void> {
    const child = fork(resolve('test/support/mirror.process.mjs'), [`${api.url}/api/v1`, key, copy]);
    await messageOf(child);
    await pause(market.random(150));
    child.kill('SIGKILL');
    await exitOf(child);
  }

  it(`equals a full read, byte by byte, after ${STEPS} random steps with kills and a lagging replica`, async () => {
    const [primary] = servers.map(({ url }) => url) as [string, string];
    for (let step = 1; step <= STEPS; step++) {
      await market.step();
      if (market.random(8) === 0) await holdReplica(market.random(2) === 0);
      if (market.random(6) === 0) await worker.make(market.instant);
      if (market.random(60) === 0) await worker.makeAndDie(market.instant, market.random(KILLED_WITHIN_MS));
      if (market.random(3) === 0) await mirror(client, new DyingStore(copy, market.random(8))).catch(unlessKilled);
      if (market.random(40) === 0) await killProcess();
      if (step % COMPARED_EVERY > 0) continue;
      await mirror(client, new FolderStore(copy));
      await expectFullCopy(copy, primary, new Date(market.instant));
    }
    // Both ways were gone: reads that the replica has answered, and such that it was too far behind for.
    expect(await metric('database_reads_total{server="replica"}')).toBeGreaterThan(0);
    expect(await metric('replica_reads_retried_total{reason="behind"}')).toBeGreaterThan(0);
    expect(worker.interrupted).toBeGreaterThan(0);
  });
});
