import { randomBytes } from 'node:crypto';
import { databaseUrl, onServer } from './test-server.ts';

/** A database with the schema and no rows, that belongs to one spec. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Makes one by copying the template: a restored copy of a migrated database. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(`TEMPLATE ${process.env['TEST_TEMPLATE_DATABASE']}`);
}

/** Makes one without the schema, for specs about migrating. */
export function createUnmigratedDatabase(): Promise<TestDatabase> {
  return createDatabase('');
}

async function createDatabase(from: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} ${from}`);
  return { url: databaseUrl(name), drop: () => dropDatabase(name) };
}

/**
 * A pool that has ended may still be closing its connections. The server waits some seconds for them; cut off, they
 * would fail a test that is over.
 */
async function dropDatabase(name: string): Promise<void> {
  await onServer(`DROP DATABASE IF EXISTS ${name}`).catch(() =>
    onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  );
}
