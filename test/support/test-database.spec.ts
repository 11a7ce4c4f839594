import { Client } from 'pg';
import { createTestDatabase, createUnmigratedDatabase, type TestDatabase } from './test-database.ts';

async function countAccounts(database: TestDatabase): Promise<unknown> {
  const client = new Client(database.url);
  await client.connect();
  try {
    return (await client.query('SELECT count(*)::integer AS accounts FROM access.account')).rows[0];
  } finally {
    await client.end();
  }
}

it('gives each spec a migrated and empty database', async () => {
  const database = await createTestDatabase();
  expect(await countAccounts(database)).toEqual({ accounts: 0 });
  await database.drop();
  await expect(countAccounts(database)).rejects.toThrow('does not exist');
});

it('can leave the schema out', async () => {
  const database = await createUnmigratedDatabase();
  await expect(countAccounts(database)).rejects.toThrow('access.account');
  await database.drop();
});
