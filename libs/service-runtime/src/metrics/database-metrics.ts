import { statfs } from 'node:fs/promises';
import type { DatabaseHealth, SourceRegistry, SystemStatus } from '@brickmarket/persistence-ports';
import { type ProcessMetrics, type Sample, single } from './process-metrics.ts';

export function addConnectionMetrics(metrics: ProcessMetrics, health: DatabaseHealth): void {
  metrics.add(
    'gauge',
    'brickmarket_database_connections',
    'Connections of this process to the database, and requests that wait for one.',
    () => Object.entries(health.connections()).map(([state, value]) => ({ labels: { state }, value: Number(value) })),
  );
  metrics.add(
    'gauge',
    'brickmarket_database_up',
    'Whether the database answers, takes writes and has the schema of this build.',
    async () =>
      single(
        await health.check().then(
          () => 1,
          () => 0,
        ),
      ),
    'max',
  );
}

const DISK_HELP = { free: 'Bytes that may still be written', size: 'Size' } as const;

export function addDiskMetrics(metrics: ProcessMetrics, folders: Readonly<Record<string, string>>): void {
  for (const figure of ['free', 'size'] as const)
    metrics.add(
      'gauge',
      `brickmarket_disk_${figure}_bytes`,
      `${DISK_HELP[figure]} of the disk of a folder that this process uses.`,
      async () =>
        (
          await Promise.all(
            Object.entries(folders).map(async ([folder, path]) => {
              const disk = await statfs(path).catch(() => null);
              if (disk === null) return [];
              return [{ labels: { folder }, value: disk.bsize * (figure === 'free' ? disk.bavail : disk.blocks) }];
            }),
          )
        ).flat(),
      'max',
    );
}

/** Without a database only these metrics are missing. */
export function addSystemMetrics(metrics: ProcessMetrics, operations: SystemStatus): void {
  const add = (
    type: 'counter' | 'gauge',
    name: string,
    help: string,
    samples: () => Promise<readonly Sample[]>,
  ): void => metrics.add(type, name, help, () => samples().catch(() => []), 'max');
  addData(add, operations);
  addJobs(add, operations);
  addWorkersAndDeliveries(add, operations);
  const lags = askedOnce(() => operations.listReplicaLags());
  for (const figure of ['seconds', 'bytes'] as const)
    add(
      'gauge',
      `brickmarket_replica_lag_${figure}`,
      `How far a replica is behind the leader, in ${figure}.`,
      async () => (await lags()).map((lag) => ({ labels: { replica: lag.replica }, value: lag[figure] })),
    );
}

const SOURCE_GAUGES = [
  ['calls_today', 'Calls of a source of market data on this UTC day.', 'callsToday'],
  ['budget_today', 'Calls that may be made of a source on a UTC day.', 'callsADay'],
  ['items_due', 'Items that a source is to be asked for.', 'itemsDue'],
  ['rejected_rows', 'Rows of a source that its imports rejected.', 'rowsRejected'],
] as const;

/** In the process that asks the sources. */
export function addSourceMetrics(metrics: ProcessMetrics, registry: SourceRegistry): void {
  const sources = askedOnce(() => registry.list());
  const add = (name: string, help: string, samples: () => Promise<readonly Sample[]>): void =>
    metrics.add('gauge', `brickmarket_source_${name}`, help, () => samples().catch(() => []), 'max');
  for (const [name, help, figure] of SOURCE_GAUGES)
    add(name, help, async () => (await sources()).map((one) => ({ labels: { source: one.name }, value: one[figure] })));
  add('stopped', 'Whether a source has refused the key, and waits for the operator.', async () =>
    (await sources()).map(({ name, state }) => ({ labels: { source: name }, value: state === 'stopped' ? 1 : 0 })),
  );
  add('last_success_timestamp_seconds', 'When an active source last answered, or was added.', async () =>
    (await sources())
      .filter(({ state }) => state === 'active')
      .flatMap(({ name, lastSuccessAt, addedAt }) => instant({ source: name }, lastSuccessAt ?? addedAt)),
  );
  add('oldest_item_timestamp_seconds', 'When the item was asked for that waits longest.', async () =>
    (await sources()).flatMap(({ name, oldestItemAt }) => instant({ source: name }, oldestItemAt)),
  );
}

/** Metrics collected together share one query. */
function askedOnce<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | null = null;
  return () => (asked ??= ask().finally(() => (asked = null)));
}

type Add = (type: 'counter' | 'gauge', name: string, help: string, samples: () => Promise<readonly Sample[]>) => void;

const instant = (labels: Sample['labels'], at: Date | null): readonly Sample[] =>
  at === null ? [] : [{ labels, value: at.getTime() / 1_000 }];

function addData(add: Add, operations: SystemStatus): void {
  const feeds = askedOnce(() => operations.listFeeds());
  add('gauge', 'brickmarket_data_changed_timestamp_seconds', 'When each kind of shared data last changed.', async () =>
    (await operations.listDataChanges()).flatMap(({ kind, changedAt }) => instant({ kind }, changedAt)),
  );
  add(
    'gauge',
    'brickmarket_feed_imported_timestamp_seconds',
    'When a file of a feed was last imported without a fault.',
    async () => (await feeds()).flatMap(({ feed, lastImportedAt }) => instant({ feed }, lastImportedAt)),
  );
  add('counter', 'brickmarket_imports_total', 'Imports of files of a feed, by how they ended.', async () =>
    (await feeds()).flatMap(({ feed, imported, failed }) => [
      { labels: { feed, outcome: 'succeeded' }, value: imported },
      { labels: { feed, outcome: 'failed' }, value: failed },
    ]),
  );
  add('counter', 'brickmarket_imported_rows_total', 'Rows of a feed, by what became of them.', async () =>
    (await feeds()).flatMap(({ feed, takenRows, rejectedRows }) => [
      { labels: { feed, outcome: 'taken' }, value: takenRows },
      { labels: { feed, outcome: 'rejected' }, value: rejectedRows },
    ]),
  );
}

const QUEUE_GAUGES = [
  ['brickmarket_jobs_waiting', 'Background jobs that wait for a worker, for their time or for a retry.', 'waiting'],
  ['brickmarket_jobs_running', 'Background jobs that a worker is doing.', 'running'],
  ['brickmarket_jobs_failed', 'Background jobs that have failed and are not tried again.', 'failed'],
  ['brickmarket_jobs_oldest_seconds', 'How long the oldest waiting job has been due.', 'oldestSeconds'],
  ['brickmarket_jobs_running_seconds', 'How long the longest running job has been running.', 'runningSeconds'],
] as const;

function addJobs(add: Add, operations: SystemStatus): void {
  const queues = askedOnce(() => operations.listQueues());
  const records = askedOnce(() => operations.listJobs());
  add('counter', 'brickmarket_job_runs_total', 'Runs of each kind of batch work, by how they ended.', async () =>
    (await records()).flatMap(({ job: subject, runs, failures }) => [
      { labels: { subject, outcome: 'succeeded' }, value: runs - failures },
      { labels: { subject, outcome: 'failed' }, value: failures },
    ]),
  );
  add(
    'gauge',
    'brickmarket_job_last_success_timestamp_seconds',
    'When each kind of batch work last succeeded.',
    async () => (await records()).flatMap(({ job: subject, lastSucceededAt }) => instant({ subject }, lastSucceededAt)),
  );
  for (const [name, help, figure] of QUEUE_GAUGES)
    add('gauge', name, help, async () =>
      (await queues()).map((queue) => ({ labels: { task: queue.task }, value: queue[figure] })),
    );
}

function addWorkersAndDeliveries(add: Add, operations: SystemStatus): void {
  const deliveries = askedOnce(() => operations.reportDeliveries());
  const workers = askedOnce(() => operations.reportWorkers());
  add('gauge', 'brickmarket_workers', 'Workers that do background jobs, by whether they live.', async () => {
    const { alive, lost } = await workers();
    return [
      { labels: { state: 'alive' }, value: alive },
      { labels: { state: 'lost' }, value: lost },
    ];
  });
  add('gauge', 'brickmarket_worker_beat_timestamp_seconds', 'When any worker last showed that it lives.', async () =>
    instant({}, (await workers()).lastBeatAt),
  );
  add('gauge', 'brickmarket_events_unmatched', 'Events that rules have not been asked about yet.', async () =>
    single((await deliveries()).unmatchedEvents),
  );
  add('gauge', 'brickmarket_events_unmatched_oldest_seconds', 'How long the oldest of them has waited.', async () =>
    single((await deliveries()).oldestUnmatchedSeconds),
  );
  add('gauge', 'brickmarket_deliveries_waiting', 'Deliveries that are due and were never attempted.', async () =>
    (await deliveries()).channels.map(({ channel, waiting }) => ({
      labels: { channel },
      value: waiting,
    })),
  );
  add('gauge', 'brickmarket_deliveries_oldest_seconds', 'How long the oldest of them has been due.', async () =>
    (await deliveries()).channels.map(({ channel, oldestSeconds }) => ({
      labels: { channel },
      value: oldestSeconds,
    })),
  );
}
