import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { eventually } from '../support/eventually.ts';
import { withProgram } from '../support/programs.ts';
import { RestartablePostgres } from '../support/restartable-postgres.ts';
import { hurry, readRules, RunningPrometheus } from '../support/running-prometheus.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { migrate } from '@brickmarket/persistence-postgres';
import { WatchedService } from './watched-service.ts';

const rules = readRules().groups.flatMap((group) => group.rules);
const withPromtool = withProgram('promtool', 'prometheus');

const folder = mkdtempSync(join(tmpdir(), 'monitoring-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the metrics of all processes', () => {
  let database: TestDatabase;
  let service: WatchedService;
  let expositions: ReadonlyMap<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    const db = new Pool({ connectionString: database.url });
    const { accountId } = await insertAccount(db);
    // Something of everything that is served only when there is any.
    await db.query(`
INSERT INTO ops.import_run (kind, files, finished_at, inserted, changed, unchanged, rejected)
VALUES ('sales', '{a.csv}', now(), 1, 0, 0, 0);
SELECT FROM graphile_worker.add_job('later', run_at => now() + interval '1 day');
INSERT INTO ops.data_kind (kind, version, changed_at) VALUES ('market', 1, now())
ON CONFLICT (kind) DO UPDATE SET changed_at = now();
INSERT INTO events.event (kind, subject, cause, account_id, occurred_at, facts)
VALUES ('a.kind', 'x', 'x', ${accountId}, now(), '{}')`);
    await db.end();
    service = await WatchedService.start(database.url, ['api', 'account', 'work', 'deliver']);
    await eventually('the worker has a lease', async () => {
      const text = await (await fetch(service.urls.get('work')!)).text();
      return text.includes('brickmarket_workers{state="alive"} 1') && text.includes('brickmarket_worker_jobs_total{');
    });
    expositions = new Map(
      await Promise.all([...service.urls].map(async ([name, url]) => [name, await (await fetch(url)).text()] as const)),
    );
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  withPromtool('have names by the convention of Prometheus', () => {
    for (const [name, text] of expositions) {
      const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
      expect([name, checked.stdout, checked.stderr, checked.status]).toEqual([name, '', '', 0]);
    }
  });

  it('are all there that rules and dashboard use', () => {
    const emitted = new Set(
      [...expositions.values()].flatMap((text) => [...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]!)),
    );
    const recorded = rules.flatMap(({ record }) => (record === undefined ? [] : [record]));
    const dashboard = JSON.parse(readFileSync('docker/monitoring/dashboard.json', 'utf8')) as {
      panels: { targets: { expr: string }[] }[];
    };
    const used = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets)].flatMap(({ expr }) =>
      [...expr.matchAll(/\b(?:brickmarket|nodejs)[\w:]+/g)].map(([name]) => name.replace(/_bucket$/, '')),
    );
    expect(used.length).toBeGreaterThan(20);
    // Only where replicas are configured, and only once a user has sent or signed in.
    const sometimes = ['brickmarket_replicas_configured', 'brickmarket_replicas_serving'];
    expect([...new Set(used)].filter((name) => ![...emitted, ...recorded, ...sometimes].includes(name))).toEqual([]);
  });

  it('come with logs that are alike: JSON with time, level, process and message', async () => {
    for (const name of ['work', 'deliver'] as const) {
      await eventually(`${name} says where its metrics are`, () => service.logs[name].includes('metrics are at'));
      for (const line of service.logs[name].trim().split('\n'))
        expect(JSON.parse(line)).toMatchObject({
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          level: expect.stringMatching(/^(debug|info|warn|error|fatal)$/),
          process: name,
          msg: expect.any(String),
        });
    }
  });
});

/** Rules wait, and look back, for a tenth of the time that they do in operation. */
const HURRY = 10;
/** The five minutes for which rules look back, and for which some leave out what follows from a cause. */
const LOOK_BACK_MS = 300_000 / HURRY;
/** Prometheus has asked all processes at least once more. */
const ASKED_AGAIN_MS = 6_000;

/** A Prometheus that asks the processes of a service, and what it fires for one fault after the other. */
class Watch {
  #since = new Date();

  private constructor(private readonly prometheus: RunningPrometheus) {}

  static async start(service: WatchedService): Promise<Watch> {
    const jobs = [...service.urls].map(([job_name, url]) => ({
      job_name,
      static_configs: [{ targets: [new URL(url).host] }],
    }));
    const watch = new Watch(await RunningPrometheus.start(folder, jobs, (rule) => hurry(rule, HURRY)));
    await watch.#untilQuiet();
    watch.#since = new Date();
    return watch;
  }

  /** From the fault until after its repair nothing is left to fire, exactly this alert has fired. */
  async sees(alert: string, fault: { readonly strike: () => unknown; readonly repair: () => unknown }): Promise<void> {
    await fault.strike();
    const fires = async (): Promise<boolean> => (await this.prometheus.firing()).includes(alert);
    // One that is missing is reported below, with those that fired instead.
    await eventually(`${alert} fires`, fires).catch(() => false);
    // What follows from the fault may be told later than the fault itself.
    await pause(ASKED_AGAIN_MS);
    await eventually('what is about to fire has fired', async () => {
      const active = await this.prometheus.firingOrPending();
      return active.length === (await this.prometheus.firing()).length;
    });
    await fault.repair();
    await this.#untilQuiet();
    expect(await this.#fired()).toEqual([alert]);
  }

  /** Nothing fires once the errors of the last fault have left the window either. */
  async staysQuiet(): Promise<void> {
    await pause(LOOK_BACK_MS);
    await this.#untilQuiet();
    expect(await this.#fired()).toEqual([]);
  }

  stop(): Promise<void> {
    return this.prometheus.stop();
  }

  /** Those since it was asked last, so that none is left out between two faults. */
  async #fired(): Promise<readonly string[]> {
    const [since, now] = [this.#since, new Date()];
    this.#since = now;
    return this.prometheus.firedBetween(since, now);
  }

  async #untilQuiet(): Promise<void> {
    await eventually('no alert fires or is about to', async () => {
      return (await this.prometheus.firingOrPending()).length === 0;
    });
  }
}

/** Clients that ask for what is private, which is read from a replica each time where there is one. */
function keepAsking(service: WatchedService, key: string, clients: number, pauseMs: number): () => Promise<void> {
  const stopping = new AbortController();
  const running = Array.from({ length: clients }, async () => {
    while (!stopping.signal.aborted) {
      const headers = { authorization: `Bearer ${key}` };
      await (await fetch(`${service.apiUrl}/api/v1/brickfolio`, { headers })).arrayBuffer();
      await pause(pauseMs);
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}

const ASK_EVERY_MS = 50;

describe('faults of a running service, seen by a running Prometheus', () => {
  const withPrometheus = withProgram('prometheus', 'prometheus');
  let postgres: RestartablePostgres;
  let url: string;
  let db: Pool;

  beforeAll(async () => {
    postgres = await RestartablePostgres.start();
    const admin = new Client({ connectionString: postgres.url });
    await admin.connect();
    await admin.query('CREATE DATABASE watched');
    await admin.end();
    const address = new URL(postgres.url);
    address.pathname = '/watched';
    url = address.href;
    await migrate(url);
    db = new Pool({ connectionString: url });
    db.on('error', () => undefined);
  });
  afterAll(async () => {
    await db.end();
    await postgres.remove();
  });

  withPrometheus(
    'fire their alert and no other: a dead worker, deliveries that nobody sends, no database',
    async () => {
      const { accountId, key } = await insertAccount(db);
      const service = await WatchedService.start(url, ['api', 'account', 'work']);
      const stopAsking = keepAsking(service, key, 1, ASK_EVERY_MS);
      const watch = await Watch.start(service);
      try {
        await eventually('the worker is seen', async () =>
          (await (await fetch(service.urls.get('api')!)).text()).includes('brickmarket_workers{state="alive"} 1'),
        );
        // Its process does not answer either, which is not told besides.
        await watch.sees('WorkerDead', {
          strike: () => service.child('work').kill('SIGSTOP'),
          repair: () => service.child('work').kill('SIGCONT'),
        });
        await watch.sees('DeliveryStuck', {
          strike: () =>
            db.query(
              `INSERT INTO events.event (kind, subject, cause, account_id, occurred_at, recorded_at, facts)
               VALUES ('a.kind', 'x', 'x', $1, now(), now() - interval '10 minutes', '{}')`,
              [accountId],
            ),
          repair: () => db.query('DELETE FROM events.pending'),
        });
        // Answers fail and the worker ends, and neither fires besides.
        await watch.sees('DatabaseGone', {
          strike: () => postgres.stopImmediately(),
          repair: () => postgres.startAgain(),
        });
        await watch.staysQuiet();
      } finally {
        await stopAsking();
        await watch.stop();
        await service.stop();
      }
    },
  );

  withPrometheus('fire their alert and no other: a replica that is gone, requests beyond capacity', async () => {
    const [primary, replica] = (await RestartablePostgres.startReplicated()) as [
      RestartablePostgres,
      RestartablePostgres,
    ];
    await migrate(primary.url);
    const owner = new Pool({ connectionString: primary.url });
    owner.on('error', () => undefined);
    const { key } = await insertAccount(owner);
    const service = await WatchedService.start(primary.url, ['api', 'work'], {
      DATABASE_REPLICA_URLS: replica.url,
      MAX_IN_FLIGHT: '1',
    });
    const stopAsking = keepAsking(service, key, 1, ASK_EVERY_MS);
    const watch = await Watch.start(service);
    try {
      await eventually('the replica serves', async () =>
        (await (await fetch(service.urls.get('api')!)).text()).includes('brickmarket_replicas_serving 1'),
      );
      await watch.sees('ReplicaLagging', {
        strike: () => replica.stopImmediately(),
        repair: () => replica.startAgain(),
      });
      let stopFlood = (): Promise<void> => Promise.resolve();
      await watch.sees('Overload', {
        strike: () => (stopFlood = keepAsking(service, key, 16, 0)),
        repair: () => stopFlood(),
      });
      await watch.staysQuiet();
    } finally {
      await stopAsking();
      await watch.stop();
      await service.stop();
      await owner.end();
      await primary.remove();
    }
  });

  const disk = process.getuid?.() === 0 ? mkdtempSync(join(tmpdir(), 'monitored-disk-')) : null;
  const isMounted =
    disk !== null && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=777', 'tmpfs', disk]).status === 0;
  if (!isMounted)
    process.stderr.write('The alert of a full disk is SKIPPED: it needs a small disk, mounted by root.\n');
  afterAll(() => {
    if (isMounted) spawnSync('umount', ['-l', disk]);
    if (disk !== null) rmSync(disk, { recursive: true, force: true });
  });
  (isMounted ? withPrometheus : it.skip)('fire their alert and no other: a disk that gets full', async () => {
    const database = await createTestDatabase();
    const service = await WatchedService.start(database.url, ['api', 'work'], { TMPDIR: disk! });
    const watch = await Watch.start(service);
    try {
      await watch.sees('DiskFull', {
        strike: () => writeFileSync(join(disk!, 'filler'), Buffer.alloc(15_500_000)),
        repair: () => rmSync(join(disk!, 'filler')),
      });
    } finally {
      await watch.stop();
      await service.stop();
      await database.drop();
    }
  });
});
