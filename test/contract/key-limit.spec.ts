import { Pool } from 'pg';
import { insertAccount, insertKey } from '../support/account-builders.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

describe('five active keys per account, held by the database', () => {
  let testDatabase: TestDatabase;
  let db: Pool;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    db = new Pool({ connectionString: testDatabase.url, max: 12 });
  });

  afterAll(async () => {
    await db.end();
    await testDatabase.drop();
  });

  it('holds when twelve are created at once', async () => {
    const { accountId } = await insertAccount(db);
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => insertKey(db, accountId)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  });

  it('counts neither revoked nor expired keys', async () => {
    const { accountId, keyId } = await insertAccount(db);
    for (let i = 0; i < 3; i++) await insertKey(db, accountId);
    await insertKey(db, accountId, { expiresAt: '2020-01-01T00:00:00Z' });
    await insertKey(db, accountId);
    await expect(insertKey(db, accountId)).rejects.toThrow('5 active keys');
    await db.query('UPDATE access.api_key SET revoked_at = now() WHERE id = $1', [keyId]);
    await insertKey(db, accountId);
    await expect(db.query('UPDATE access.api_key SET revoked_at = NULL WHERE id = $1', [keyId])).rejects.toThrow(
      '5 active keys',
    );
  });
});
