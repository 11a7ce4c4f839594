import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { WatchedService } from '../docker/watched-service.ts';
import { metricsPage } from '../support/reference-pages.ts';
import { expectStored } from '../support/stored-page.ts';
import { createTestDatabase } from '../support/test-database.ts';

it('the reference has every metric that a process serves, and every alert', async () => {
  const database = await createTestDatabase();
  const service = await WatchedService.start(database.url, ['api', 'account', 'work', 'deliver'], {
    // Never reached: its metrics are listed all the same.
    DATABASE_REPLICA_URLS: 'postgres://replica@127.0.0.1:1/none',
  });
  const served = new Map<string, string>();
  try {
    for (const [name, url] of service.urls) served.set(name, await (await fetch(url)).text());
  } finally {
    await service.stop();
    await database.drop();
  }
  const { groups } = parse(readFileSync('docker/monitoring/rules.yml', 'utf8')) as {
    groups: readonly { rules: readonly object[] }[];
  };
  expectStored(
    'metrics-and-alerts.md',
    metricsPage(
      served,
      groups.flatMap(({ rules }) => rules),
    ),
  );
});
