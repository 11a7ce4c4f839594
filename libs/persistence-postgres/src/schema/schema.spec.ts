import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { DataSource } from 'typeorm';
import { describeSchema } from '../../../../test/support/describe-schema.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { createUnmigratedDatabase } from '../../../../test/support/test-database.ts';
import { dataSourceOptions } from '../database/connection-options.ts';
import { ALL_MIGRATIONS, migrate, schemaStatus } from './schema.ts';

it('names every migration it ran, also those before one that had to wait for a table', async () => {
  const database = await createUnmigratedDatabase();
  const names = ALL_MIGRATIONS.map(({ name }) => name);
  const waiting = names.findIndex((name) => name.startsWith('DropWholeSummaries'));
  await migrate(database.url, { upTo: waiting - 2 });
  const reader = new Client({ connectionString: database.url });
  await reader.connect();
  await reader.query('BEGIN; LOCK TABLE portfolio.brickfolio IN ACCESS SHARE MODE');
  const migrating = migrate(database.url);
  await eventually('it has come to the migration that needs the table', async () =>
    (await schemaStatus(database.url)).ran.includes(names[waiting - 1]!),
  );
  // Longer than a migration waits for a table before it gives up and tries again.
  await pause(1_500);
  await reader.query('COMMIT');
  await reader.end();
  const migrations = (await migrating).filter((step) => !step.startsWith('routine '));
  expect(migrations).toEqual(names.slice(waiting - 2));
  expect((await schemaStatus(database.url)).pending).toEqual([]);
  await database.drop();
});

it('takes migrations back, down to the last that cannot be: the schema is what it was before each', async () => {
  const database = await createUnmigratedDatabase();
  // Its columns stay, because its functions use them.
  const last = ALL_MIGRATIONS.findIndex(({ name }) => name.startsWith('CountQuotaBySlot')) + 1;
  await migrate(database.url, { upTo: last });
  const dataSource = new DataSource(dataSourceOptions({ url: database.url, applicationName: 'spec' }));
  await dataSource.initialize();
  const db = new Pool({ connectionString: database.url, max: 2 });
  const runner = dataSource.createQueryRunner();
  const since = ALL_MIGRATIONS.slice(last).map((migration) => new migration());
  const before = [await describeSchema(db)];
  for (const migration of since) {
    await migration.up(runner);
    before.push(await describeSchema(db));
  }
  for (const migration of since.toReversed()) {
    before.pop();
    await migration.down(runner);
    expect([migration.constructor.name, await describeSchema(db)]).toEqual([migration.constructor.name, before.at(-1)]);
  }
  await runner.release();
  await Promise.all([dataSource.destroy(), db.end()]);
  await database.drop();
});
