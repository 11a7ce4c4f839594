import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { eventually } from '../../../../test/support/eventually.ts';
import { createUnmigratedDatabase } from '../../../../test/support/test-database.ts';
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
  expect(await migrating).toEqual(names.slice(waiting - 2));
  expect((await schemaStatus(database.url)).pending).toEqual([]);
  await database.drop();
});
