import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { eventually, exitOf } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { withProgram } from '../support/programs.ts';
import { readRules, RULES } from '../support/running-prometheus.ts';

const rules = readRules().groups.flatMap((group) => group.rules);
const alerts = rules.flatMap(({ alert }) => (alert === undefined ? [] : [alert]));
const withPromtool = withProgram('promtool', 'prometheus');

const folder = mkdtempSync(join(tmpdir(), 'alert-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the rules', () => {
  /** The configuration of the deployment, with its files in a folder of the test instead of the container's. */
  const configurationIn = (home: string): string => {
    const config = join(home, 'prometheus.yml');
    const text = readFileSync('docker/monitoring/prometheus.yml', 'utf8');
    writeFileSync(config, text.replaceAll('/etc/prometheus', home));
    copyFileSync(RULES, join(home, 'rules.yml'));
    return config;
  };

  withPromtool('are valid', () => {
    execFileSync('promtool', ['check', 'rules', RULES], { stdio: 'pipe' });
    execFileSync('promtool', ['check', 'config', configurationIn(folder)], { stdio: 'pipe' });
  });

  withProgram('prometheus', 'prometheus')('go to the Alertmanager that a file names', async () => {
    const home = mkdtempSync(join(folder, 'alerting-'));
    mkdirSync(join(home, 'alertmanagers'));
    writeFileSync(join(home, 'alertmanagers/yours.yml'), stringify([{ targets: ['alertmanager.example:9093'] }]));
    const listen = `127.0.0.1:${await freePort()}`;
    const prometheus = spawn(
      'prometheus',
      [
        `--config.file=${configurationIn(home)}`,
        `--storage.tsdb.path=${join(home, 'data')}`,
        `--web.listen-address=${listen}`,
      ],
      { stdio: 'ignore' },
    );
    try {
      const known = await eventually('it knows an Alertmanager', async () => {
        const answer = await fetch(`http://${listen}/api/v1/alertmanagers`).catch(() => null);
        if (answer?.ok !== true) return null;
        const { data } = (await answer.json()) as { data: { activeAlertmanagers: { url: string }[] } };
        return data.activeAlertmanagers.length > 0 && data.activeAlertmanagers;
      });
      expect(known).toEqual([{ url: 'http://alertmanager.example:9093/api/v2/alerts' }]);
    } finally {
      prometheus.kill('SIGKILL');
      await exitOf(prometheus);
    }
  });

  it('have a heading in the runbook each', () => {
    const runbook = readFileSync('docker/monitoring/runbook.md', 'utf8');
    for (const { alert, annotations } of rules) {
      if (alert === undefined) continue;
      expect(annotations!.runbook).toBe(`runbook.md#${alert.toLowerCase()}`);
      expect(runbook).toContain(`\n## ${alert}\n`);
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
    'brickmarket_source_stopped{source="bricklink"}': '0x90',
    'brickmarket_source_last_success_timestamp_seconds{source="bricklink"}': '0x90',
    'brickmarket_requests_shed_total{job="api"}': '0x90',
    [answered(200)]: '0+6000x90',
    [answered(404)]: '0+600x90',
    [answered(500)]: '0+1x90',
    // Neither pages nor health checks are what customers were promised.
    'brickmarket_requests_total{job="api",route="/readyz",status="503"}': '0+6000x90',
    'brickmarket_scorecard_range_coverage_ratio{job="api",month="last"}': '0.8x90',
    'brickmarket_scorecard_sales{job="api",month="last"}': '1000x90',
    // At the beginning of a month a few sales prove nothing.
    'brickmarket_scorecard_range_coverage_ratio{job="api",month="present"}': '0.5x90',
    'brickmarket_scorecard_sales{job="api",month="present"}': '12x90',
    'brickmarket_request_duration_seconds_bucket{job="api",le="0.25"}': '0+6000x90',
    'brickmarket_request_duration_seconds_bucket{job="api",le="2.5"}': '0+6000x90',
    'brickmarket_request_duration_seconds_bucket{job="api",le="+Inf"}': '0+6000x90',
  };
  const slowFor = (quick: string): Readonly<Record<string, string>> => ({
    'brickmarket_request_duration_seconds_bucket{job="api",le="0.25"}': quick,
  });
  const FAULTS: readonly (readonly [
    what: string,
    alerts: string | readonly string[],
    series: Readonly<Record<string, string>>,
  ])[] = [
    ['all is well', [], {}],
    ['a source refuses its key', 'SourceStopped', { 'brickmarket_source_stopped{source="bricklink"}': '0x50 1x40' }],
    [
      'a source does not answer',
      'SourceSilent',
      { 'brickmarket_source_last_success_timestamp_seconds{source="bricklink"}': '-200000x90' },
    ],
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
      'the database was gone for half an hour, and is back',
      'DatabaseGone',
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
    [
      'a node is gone, and the others answer slowly until it is back',
      'DatabaseNodeGone',
      {
        'up{job="database-nodes",instance="n"}': '1x29 0x29 1x30',
        ...slowFor('0+6000x29 177000+3000x29 273000+6000x29'),
      },
    ],
    [
      'a replica does not serve, and the leader answers slowly meanwhile',
      'ReplicaLagging',
      {
        'brickmarket_replicas_serving{job="api"}': '1x29 0x29 1x30',
        ...slowFor('0+6000x29 177000+3000x29 273000+6000x29'),
      },
    ],
    [
      'one of the API processes is gone, and the others answer slowly until it is back',
      'ProcessGone',
      { 'up{job="api",instance="b"}': '1x29 0x29 1x30', ...slowFor('0+6000x29 177000+3000x29 273000+6000x29') },
    ],
    [
      'answers stay slow after a node is back',
      ['DatabaseNodeGone', 'SlowAnswers'],
      { 'up{job="database-nodes",instance="n"}': '1x29 0x19 1x40', ...slowFor('0+6000x29 177000+3000x59') },
    ],
    [
      'answers are slow, and nobody is there to send',
      ['ProcessGone', 'SlowAnswers'],
      { 'up{job="deliver",instance="d"}': '1x29 0x60', ...slowFor('0+6000x29 177000+3000x59') },
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
      'LowRangeCoverage',
      { 'brickmarket_scorecard_range_coverage_ratio{job="api",month="last"}': '0.7x90' },
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
    const tests = FAULTS.map(([name, fired, series]) => ({
      name,
      interval: '1m',
      input_series: Object.entries({ ...WELL, ...series }).map(([of, values]) => ({ series: of, values })),
      // `ALERTS` has a series for each alert that fires, whatever its labels are.
      promql_expr_test: [
        {
          expr: 'group by (alertname) (count_over_time(ALERTS{alertstate="firing"}[90m]))',
          eval_time: '90m',
          exp_samples: [fired].flat().map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
        },
      ],
    }));
    writeFileSync(test, stringify({ rule_files: [join(process.cwd(), RULES)], evaluation_interval: '1m', tests }));
    const run = spawnSync('promtool', ['test', 'rules', test], { encoding: 'utf8' });
    expect([run.status, run.stdout + run.stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});
