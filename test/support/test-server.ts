import { Client } from 'pg';

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
