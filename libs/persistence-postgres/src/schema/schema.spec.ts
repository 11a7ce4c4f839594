import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { DataSource } from 'typeorm';
import { describeSchema } from '../../../../test/support/describe-schema.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { createTestDatabase, createUnmigratedDatabase, onServer } from '../../../../test/support/test-database.ts';
import { LAST_RELEASE, RELEASES } from '../../../../test/support/released-build.ts';
import { dataSourceOptions } from '../database/connection-options.ts';
import { BASELINE_NAMES, BASELINE_RELEASE } from './baseline.ts';
import { LEAST_BUILD } from './newer-schema.ts';
import { ALL_MIGRATIONS, migrate, MIGRATION_NAMES, schemaStatus } from './schema.ts';
import { listMissingParts } from './schema-parts.ts';

it('carries the last release, and no build before it', async () => {
  expect(LEAST_BUILD).toBe(MIGRATION_NAMES[LAST_RELEASE.migrations - 1]);
  const database = await createUnmigratedDatabase();
  const db = new Pool({ connectionString: database.url, max: 1 });
  const leastBuild = async (): Promise<unknown> =>
    (await db.query<{ migration: string }>('SELECT migration FROM schema_least_build')).rows;
  await migrate(database.url);
  expect(await leastBuild()).toEqual([{ migration: LEAST_BUILD }]);
  // Of an older build, whose release this one does not carry any more; of a newer one, which this one must not lower.
  for (const [stored, after] of [
    [MIGRATION_NAMES[0], LEAST_BUILD],
    [MIGRATION_NAMES.at(-1), MIGRATION_NAMES.at(-1)],
  ]) {
    await db.query('UPDATE schema_least_build SET migration = $1', [stored]);
    await db.query(
      "UPDATE schema_routine SET checksum = 'of another build' WHERE name = 'access.clock' AND is_current",
    );
    expect(await migrate(database.url)).toEqual(['routine access.clock']);
    expect(await leastBuild()).toEqual([{ migration: after }]);
    await db.query("DELETE FROM schema_routine WHERE checksum = 'of another build'");
  }
  await db.end();
  await database.drop();
});

it('starts with the schema of a release, made as a whole or not at all', async () => {
  const release = RELEASES.findLast(({ commit }) => commit.startsWith(BASELINE_RELEASE.commit));
  expect(release?.migrations).toBe(BASELINE_NAMES.length);
  const database = await createUnmigratedDatabase();
  const db = new Client({ connectionString: database.url });
  await db.connect();
  // In the way of one of its last files.
  await db.query('CREATE TABLE other (); CREATE INDEX schema_routine_current ON other ((1))');
  await expect(migrate(database.url)).rejects.toThrow('"schema_routine_current" already exists');
  expect(await schemaStatus(database.url)).toMatchObject({ ran: [], pending: expect.arrayContaining(BASELINE_NAMES) });
  await db.query('DROP TABLE other');
  const both = await Promise.all([migrate(database.url), migrate(database.url)]);
  expect(both.filter(({ length }) => length > 0)).toHaveLength(1);
  expect((await schemaStatus(database.url)).ran).toEqual(MIGRATION_NAMES);
  await db.end();
  await database.drop();
});

it('refuses a database of an earlier release, and names the one to pass through', async () => {
  const database = await createTestDatabase();
  const db = new Client({ connectionString: database.url });
  await db.connect();
  await db.query('DELETE FROM schema_migration WHERE timestamp >= 1795000200000');
  await expect(migrate(database.url)).rejects.toThrow(
    'the schema of this database is too old for this build: KeepForecasts1795000200000 has not run. Install the ' +
      'release of 2026-11-18 (git checkout 017cc907), run "brickmarket db migrate" with it, then use this build again',
  );
  expect((await schemaStatus(database.url)).ran).toEqual(BASELINE_NAMES.slice(0, -1));
  await db.end();
  await database.drop();
});

it('names every migration it ran, also those before one that had to wait for a table', async () => {
  const database = await createUnmigratedDatabase();
  const names = MIGRATION_NAMES;
  const waiting = names.findIndex((name) => name.startsWith('RecheckMonthsByDay'));
  await migrate(database.url, { upTo: waiting - 2 });
  const reader = new Client({ connectionString: database.url });
  await reader.connect();
  await reader.query('BEGIN; LOCK TABLE source.changed_item IN ACCESS SHARE MODE');
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

it('takes migrations back, down to the baseline: the schema is what it was before each', async () => {
  const database = await createUnmigratedDatabase();
  await migrate(database.url, { upTo: BASELINE_NAMES.length });
  const dataSource = new DataSource(dataSourceOptions({ url: database.url, applicationName: 'spec' }));
  await dataSource.initialize();
  const db = new Pool({ connectionString: database.url, max: 2 });
  const runner = dataSource.createQueryRunner();
  const since = ALL_MIGRATIONS.map((migration) => new migration());
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

it('gives a deployment roles of its own, by a prefix that all its addresses have to say', async () => {
  const database = await createUnmigratedDatabase();
  const prefix = `shop_${[...randomBytes(8)].map((byte) => String.fromCodePoint(97 + (byte % 26))).join('')}`;
  const url = `${database.url}?roles=${prefix}`;
  await migrate(url);
  const db = new Client({ connectionString: database.url });
  await db.connect();
  expect(await listMissingParts(db, url)).toEqual([]);
  const { rows } = await db.query(
    `SELECT count(*)::integer AS count FROM pg_class, aclexplode(relacl) WHERE grantee = to_regrole('brickmarket_api')`,
  );
  expect(rows).toEqual([{ count: 0 }]);
  await expect(migrate(database.url)).rejects.toThrow('end its addresses with ?roles=PREFIX');
  await db.end();
  await database.drop();
  await onServer(`DROP ROLE ${prefix}_api, ${prefix}_account, ${prefix}_deliver`);
});
