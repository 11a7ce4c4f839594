import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { stringify } from 'yaml';
import { insertAccount } from '../support/account-builders.ts';
import { eventually } from '../support/eventually.ts';
import { withProgram } from '../support/programs.ts';
import { RestartablePostgres } from '../support/restartable-postgres.ts';
import { readRules, RULES, RunningPrometheus } from '../support/running-prometheus.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { migrate } from '@brickmarket/persistence-postgres';
import { WatchedService } from './watched-service.ts';

const rules = readRules().groups.flatMap((group) => group.rules);
const alerts = rules.flatMap(({ alert }) => (alert === undefined ? [] : [alert]));
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
    // Something of everything that is told only when there is any.
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
    // Only where replicas are configured, and only once somebody has sent or signed in.
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

describe('the rules', () => {
  withPromtool('are valid', () => {
    execFileSync('promtool', ['check', 'rules', RULES], { stdio: 'pipe' });
    // Promtool looks for the rules where the container has them.
    const config = join(folder, 'prometheus.yml');
    const text = readFileSync('docker/monitoring/prometheus.yml', 'utf8');
    writeFileSync(config, text.replace('/etc/prometheus/rules.yml', join(process.cwd(), RULES)));
    execFileSync('promtool', ['check', 'config', config], { stdio: 'pipe' });
  });

  it('have a line in the runbook each', () => {
    const runbook = readFileSync('docker/monitoring/runbook.md', 'utf8');
    for (const { alert, annotations } of rules) {
      if (alert === undefined) continue;
      expect(annotations!.runbook).toBe(`runbook.md#${alert.toLowerCase()}`);
      expect(runbook).toContain(`<a id="${alert.toLowerCase()}"></a>${alert} |`);
    }
  });

  const answered = (status: number): string =>
    `brickmarket_requests_total{job="api",route="/api/v1/set/:number",status="${status}"}`;
  /** Series of an hour in which all is well; a fault replaces some of them. Values as promtool writes them. */
  const WELL: Readonly<Record<string, string>> = {
    'up{job="api",instance="a"}': '1x90',
    'up{job="work",instance="w"}': '1x90',
    'up{job="deliver",instance="d"}': '1x90',
    'up{job="database-nodes",instance="n"}': '1x90',
    'patroni_postgres_running{job="database-nodes",instance="n"}': '1x90',
    'brickmarket_database_up{job="api"}': '1x90',
    'brickmarket_replica_lag_seconds{replica="node-2"}': '0x90',
    'brickmarket_replica_lag_bytes{replica="node-2"}': '0x90',
    'brickmarket_replicas_configured{job="api"}': '1x90',
    'brickmarket_replicas_serving{job="api"}': '1x90',
    'brickmarket_workers{state="alive"}': '1x90',
    'brickmarket_jobs_running_seconds{task="value"}': '0x90',
    'brickmarket_jobs_oldest_seconds{task="value"}': '0x90',
    'brickmarket_deliveries_oldest_seconds{channel="webhook"}': '0x90',
    'brickmarket_events_unmatched_oldest_seconds{job="api"}': '0x90',
    'brickmarket_disk_free_bytes{job="work",folder="data"}': '50x90',
    'brickmarket_disk_size_bytes{job="work",folder="data"}': '100x90',
    'node_filesystem_avail_bytes{mountpoint="/",fstype="ext4"}': '50x90',
    'node_filesystem_size_bytes{mountpoint="/",fstype="ext4"}': '100x90',
    'brickmarket_data_changed_timestamp_seconds{kind="market"}': '0x90',
    'brickmarket_feed_imported_timestamp_seconds{feed="sales"}': '0x90',
    'brickmarket_requests_shed_total{job="api"}': '0x90',
    [answered(200)]: '0+6000x90',
    [answered(404)]: '0+600x90',
    [answered(500)]: '0+1x90',
    // Neither pages nor health checks are what customers were promised.
    'brickmarket_requests_total{job="api",route="/readyz",status="503"}': '0+6000x90',
    'brickmarket_scorecard_range_held_ratio{job="api",month="last"}': '0.8x90',
    'brickmarket_scorecard_sales{job="api",month="last"}': '1000x90',
    // At the beginning of a month a few sales prove nothing.
    'brickmarket_scorecard_range_held_ratio{job="api",month="present"}': '0.5x90',
    'brickmarket_scorecard_sales{job="api",month="present"}': '12x90',
    'brickmarket_request_duration_seconds_bucket{job="api",le="0.25"}': '0+6000x90',
    'brickmarket_request_duration_seconds_bucket{job="api",le="2.5"}': '0+6000x90',
    'brickmarket_request_duration_seconds_bucket{job="api",le="+Inf"}': '0+6000x90',
  };
  const FAULTS: readonly (readonly [
    what: string,
    alerts: string | readonly string[],
    series: Readonly<Record<string, string>>,
  ])[] = [
    ['all is well', [], {}],
    ['the database is gone', 'DatabaseGone', { 'brickmarket_database_up{job="api"}': '1x50 0x40' }],
    [
      'the database is gone, with all that follows: failing answers, workers that end, replicas out of reach',
      'DatabaseGone',
      {
        'brickmarket_database_up{job="api"}': '1x50 0x40',
        'up{job="work",instance="w"}': '1x50 0x40',
        'brickmarket_replicas_serving{job="api"}': '1x50 0x40',
        [answered(200)]: '0+6000x50 300000x40',
        [answered(500)]: '0+1x50 51+6000x40',
        'brickmarket_request_duration_seconds_bucket{job="api",le="0.25"}': '0+6000x50 300000x40',
      },
    ],
    [
      'the database was gone until two minutes ago',
      [],
      { 'brickmarket_database_up{job="api"}': '1x50 0x32 1x8', [answered(500)]: '0+1x50 51+6000x32 192000x8' },
    ],
    [
      'another node leads after half a minute, and callers asked the more often meanwhile',
      'DatabaseNodeGone',
      {
        'brickmarket_database_up{job="api"}': '1x81 0 1x8',
        'up{job="database-nodes",instance="n"}': '1x81 0x9',
        [answered(500)]: '0+1x81 20000x9',
      },
    ],
    [
      'the database comes and goes',
      'ErrorBudgetBurning',
      { 'brickmarket_database_up{job="api"}': '1x60 0 1x9 0 1x9 0 1x9', [answered(500)]: '0+1x60 61+2000x30' },
    ],
    [
      'answers go on to fail after the database is back',
      'ErrorBudgetBurning',
      { 'brickmarket_database_up{job="api"}': '1x70 0 1x19', [answered(500)]: '0+1x70 71+2000x20' },
    ],
    ['the API is gone', 'ProcessGone', { 'up{job="api",instance="a"}': '1x50 0x40' }],
    ['one of the workers is gone', 'ProcessGone', { 'up{job="work",instance="w"}': '1x50 0x40' }],
    [
      'the only worker is gone, and jobs wait for it',
      'WorkerDead',
      {
        'up{job="work",instance="w"}': '1x30 0x60',
        'brickmarket_workers{state="alive"}': '1x31 0x59',
        'brickmarket_jobs_oldest_seconds{task="value"}': '0x30 0+60x60',
      },
    ],
    [
      'nobody is there to send',
      'ProcessGone',
      {
        'up{job="deliver",instance="d"}': '1x50 0x40',
        'brickmarket_deliveries_oldest_seconds{channel="webhook"}': '0x50 0+60x40',
      },
    ],
    ['a node does not answer', 'DatabaseNodeGone', { 'up{job="database-nodes",instance="n"}': '1x50 0x40' }],
    [
      'PostgreSQL of a node is down',
      'DatabaseNodeGone',
      { 'patroni_postgres_running{job="database-nodes",instance="n"}': '1x50 0x40' },
    ],
    [
      'a replica is a minute behind',
      'ReplicaLagging',
      { 'brickmarket_replica_lag_seconds{replica="node-2"}': '60x90' },
    ],
    ['a replica does not replay', 'ReplicaLagging', { 'brickmarket_replica_lag_bytes{replica="node-2"}': '3e8x90' }],
    ['a replica does not serve', 'ReplicaLagging', { 'brickmarket_replicas_serving{job="api"}': '1x50 0x40' }],
    ['no worker lives', 'WorkerDead', { 'brickmarket_workers{state="alive"}': '1x50 0x40' }],
    ['a job does not end', 'JobStuck', { 'brickmarket_jobs_running_seconds{task="value"}': '0+60x90' }],
    ['nobody takes a job', 'JobStuck', { 'brickmarket_jobs_oldest_seconds{task="value"}': '0+60x90' }],
    ['nothing is sent', 'DeliveryStuck', { 'brickmarket_deliveries_oldest_seconds{channel="webhook"}': '0+60x90' }],
    ['no rule is asked', 'DeliveryStuck', { 'brickmarket_events_unmatched_oldest_seconds{job="api"}': '0+60x90' }],
    ['a disk is full', 'DiskFull', { 'brickmarket_disk_free_bytes{job="work",folder="data"}': '5x90' }],
    ["the database's disk is", 'DiskFull', { 'node_filesystem_avail_bytes{mountpoint="/",fstype="ext4"}': '5x90' }],
    ['values are old', 'DataStale', { 'brickmarket_data_changed_timestamp_seconds{kind="market"}': '-200000x90' }],
    ['a feed is old', 'DataStale', { 'brickmarket_feed_imported_timestamp_seconds{feed="sales"}': '-200000x90' }],
    [
      'requests are refused',
      'Overload',
      {
        'brickmarket_requests_shed_total{job="api"}': '0+600x90',
        [answered(503)]: '0+600x90',
        'brickmarket_request_duration_seconds_bucket{job="api",le="0.25"}': '0+3000x90',
      },
    ],
    [
      'a few requests are refused, of few',
      'ErrorBudgetBurning',
      { 'brickmarket_requests_shed_total{job="api"}': '0+30x90', [answered(503)]: '0+150x90' },
    ],
    [
      'answers fail while others are refused',
      ['ErrorBudgetBurning', 'Overload'],
      {
        'brickmarket_requests_shed_total{job="api"}': '0+600x90',
        [answered(503)]: '0+600x90',
        [answered(500)]: '0+150x90',
      },
    ],
    ['every fiftieth answer fails', 'ErrorBudgetBurning', { [answered(500)]: '0+130x90' }],
    [
      'ranges hold too little',
      'RangeHeldTooLittle',
      { 'brickmarket_scorecard_range_held_ratio{job="api",month="last"}': '0.7x90' },
    ],
    [
      'answers are slow',
      'SlowAnswers',
      { 'brickmarket_request_duration_seconds_bucket{job="api",le="0.25"}': '0+3000x90' },
    ],
  ];

  withPromtool('fire exactly one alert for each fault, and none when all is well', () => {
    expect(new Set(FAULTS.flatMap(([, fired]) => fired))).toEqual(new Set(alerts));
    const test = join(folder, 'rules.test.yml');
    const evaluateAt = '85m';
    const tests = FAULTS.map(([name, fired, series]) => ({
      name,
      interval: '1m',
      input_series: Object.entries({ ...WELL, ...series }).map(([of, values]) => ({ series: of, values })),
      // `ALERTS` has a series for each alert that fires, whatever its labels are.
      promql_expr_test: [
        {
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: evaluateAt,
          exp_samples: [fired].flat().map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
        },
      ],
    }));
    writeFileSync(test, stringify({ rule_files: [join(process.cwd(), RULES)], evaluation_interval: '1m', tests }));
    const run = spawnSync('promtool', ['test', 'rules', test], { encoding: 'utf8' });
    expect([run.status, run.stdout + run.stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

/** Prometheus asks the processes of a service; what it fires is fired after seconds instead of minutes. */
function watch(service: WatchedService): Promise<RunningPrometheus> {
  const jobs = [...service.urls].map(([job_name, url]) => ({
    job_name,
    static_configs: [{ targets: [new URL(url).host] }],
  }));
  return RunningPrometheus.start(folder, jobs, (rule) => {
    if (rule.alert !== undefined) rule.for = '10s';
  });
}

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
      const service = await WatchedService.start(url, ['api', 'account', 'work']);
      const prometheus = await watch(service);
      try {
        await eventually('the worker is seen', async () =>
          (await (await fetch(service.urls.get('api')!)).text()).includes('brickmarket_workers{state="alive"} 1'),
        );
        expect(await prometheus.firing()).toEqual([]);
        service.child('work').kill('SIGSTOP');
        await eventually('a hung worker is told', async () => (await prometheus.firing()).includes('WorkerDead'));
        // Its process does not answer either, which is not told besides.
        expect(await prometheus.firing()).toEqual(['WorkerDead']);
        service.child('work').kill('SIGCONT');
        await eventually('all is well again', async () => (await prometheus.firing()).length === 0);

        const { accountId } = await insertAccount(db);
        await db.query(
          `INSERT INTO events.event (kind, subject, cause, account_id, occurred_at, recorded_at, facts)
         VALUES ('a.kind', 'x', 'x', $1, now(), now() - interval '10 minutes', '{}')`,
          [accountId],
        );
        await eventually('it is told', async () => (await prometheus.firing()).length > 0);
        expect(await prometheus.firing()).toEqual(['DeliveryStuck']);
        await db.query('DELETE FROM events.pending');
        await eventually('all is well again', async () => (await prometheus.firing()).length === 0);

        await postgres.stopImmediately();
        await eventually('it is told', async () => (await prometheus.firing()).includes('DatabaseGone'));
        expect(await prometheus.firing()).toEqual(['DatabaseGone']);
      } finally {
        await prometheus.stop();
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
    const prometheus = await watch(service);
    // How fast answers are is up to the machine.
    const firing = async () => (await prometheus.firing()).filter((alert) => alert !== 'SlowAnswers');
    const ask = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${key}` };
      // What is private is read from a replica each time.
      const answer = await fetch(`${service.apiUrl}/api/v1/brickfolio`, { headers });
      await answer.arrayBuffer();
      return answer.status;
    };
    try {
      await eventually('the replica serves', async () => {
        await ask();
        return (await (await fetch(service.urls.get('api')!)).text()).includes('brickmarket_replicas_serving 1');
      });
      await eventually('all is well', async () => (await firing()).length === 0);
      await replica.stopImmediately();
      await eventually('it is told', async () => {
        await ask();
        return (await firing()).length > 0;
      });
      expect(await firing()).toEqual(['ReplicaLagging']);
      await replica.startAgain();
      await eventually('all is well again', async () => {
        await ask();
        return (await firing()).length === 0;
      });

      const flood = new AbortController();
      const clients = Array.from({ length: 16 }, async () => {
        while (!flood.signal.aborted) await ask();
      });
      await eventually('it is told', async () => (await firing()).length > 0);
      const told = await firing();
      flood.abort();
      await Promise.all(clients);
      expect(told).toEqual(['Overload']);
    } finally {
      await prometheus.stop();
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
    const prometheus = await watch(service);
    try {
      await eventually('all is well', async () => (await prometheus.firing()).length === 0);
      writeFileSync(join(disk!, 'filler'), Buffer.alloc(15_500_000));
      await eventually('it is told', async () => (await prometheus.firing()).length > 0);
      expect(await prometheus.firing()).toEqual(['DiskFull']);
      rmSync(join(disk!, 'filler'));
      await eventually('all is well again', async () => (await prometheus.firing()).length === 0);
    } finally {
      await prometheus.stop();
      await service.stop();
      await database.drop();
    }
  });
});
