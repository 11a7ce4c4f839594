import { Pool } from 'pg';
import { raiseDataVersion } from '../support/data-versions.ts';
import { insertAccount } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { DocumentedClient } from '../support/documented-client.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { createTestDatabase } from '../support/test-database.ts';

it('are served on their own port: requests, batches, quota, pool, event loop, data, jobs; never a key', async () => {
  const database = await createTestDatabase();
  const db = new Pool({ connectionString: database.url });
  await moveClock(db, NOON);
  const { key } = await insertAccount(db, { dailyLimit: 3 });
  await raiseDataVersion(db, 'catalog');
  await db.query("INSERT INTO ops.job_record VALUES ('catalog', 5, 2, now(), now())");
  await db.query("SELECT FROM graphile_worker.add_job('value', run_at => now() - interval '90 seconds')");
  const api = await ApiProcess.start(database.url, { METRICS_PORT: '0', LOG_LEVEL: 'fatal' });
  const client = new DocumentedClient(1);
  for (const path of [
    '/api/v1/set/1-1',
    `/api/v1/set/${key}?${key}=1`,
    '/api/v1/catalog/themes',
    '/api/v1/catalog/themes',
    `/${key}`,
  ])
    await client.send(`${api.url}${path}`, key);
  const metrics = await (await fetch(api.metricsUrl!)).text();
  const other = await Promise.all([fetch(api.metricsUrl!.replace('/metrics', '/')), fetch(`${api.url}/metrics`)]);
  client.close();
  await api.stop();
  await db.end();
  await database.drop();
  const lines = metrics.split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^brickmarket_build_info\{version="\d+\.\d+\.\d+",node="v\d+\.\d+\.\d+"\} 1$/),
      'brickmarket_requests_total{method="GET",route="/api/v1/set/:number",status="404"} 1',
      'brickmarket_requests_total{method="GET",route="/api/v1/set/:number",status="400"} 1',
      'brickmarket_requests_total{method="GET",route="/api/v1/catalog/themes",status="200"} 1',
      'brickmarket_requests_total{method="any",route="none",status="404"} 1',
      'brickmarket_request_duration_seconds_count{method="GET",route="/api/v1/catalog/themes"} 2',
      'brickmarket_request_duration_seconds_bucket{le="+Inf",method="GET",route="/api/v1/set/:number"} 2',
      'brickmarket_admission_batch_size_count 4',
      'brickmarket_quota_rejections_total 1',
      'brickmarket_requests_in_flight 0',
      expect.stringMatching(/^brickmarket_document_cache_bytes [1-9]\d+$/),
      'brickmarket_requests_shed_total 0',
      'brickmarket_database_connections{state="waiting"} 0',
      'brickmarket_database_up 1',
      'brickmarket_job_runs_total{subject="catalog",outcome="succeeded"} 3',
      'brickmarket_job_runs_total{subject="catalog",outcome="failed"} 2',
      'brickmarket_jobs_waiting{task="value"} 1',
      'brickmarket_jobs_running{task="value"} 0',
      'brickmarket_jobs_failed{task="value"} 0',
      'brickmarket_jobs_running_seconds{task="value"} 0',
      'brickmarket_workers{state="alive"} 0',
      'brickmarket_deliveries_oldest_seconds{channel="webhook"} 0',
      expect.stringMatching(/^brickmarket_jobs_oldest_seconds\{task="value"\} (9\d|\d{3,})\b/),
      expect.stringMatching(/^brickmarket_data_changed_timestamp_seconds\{kind="catalog"\} 1\d{9}/),
      expect.stringMatching(/^nodejs_eventloop_lag_p99_seconds /),
    ]),
  );
  expect(metrics).not.toContain(key.slice(4));
  expect(other.map(({ status }) => status)).toEqual([404, 404]);
});
