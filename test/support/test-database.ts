import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A database for one spec, with the schema and no rows. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Copies the template, which is a restored backup of a migrated database. */
export function createTestDatabase(): Promise<TestDatabase> {
  // Its files are copied: by way of the log, as is usual, it takes twice as long.
  return createDatabase(`TEMPLATE ${process.env['TEST_TEMPLATE_DATABASE']} STRATEGY FILE_COPY`);
}

/** A database without the schema, for specs about migrations. */
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

/** The address of a database on the test server. */
export function databaseUrl(database: string): string {
  const url = new URL(process.env['TEST_DATABASE_URL']!);
  url.pathname = `/${database}`;
  return url.toString();
}

/** Runs one statement on the test server, outside of any test's database. */
export async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: process.env['TEST_DATABASE_URL'] });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
