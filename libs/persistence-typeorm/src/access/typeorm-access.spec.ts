import { randomBytes } from 'node:crypto';
import { describeAccountStore, describeApiKeyStore, describeKeyUsageReport } from '@brickmarket/persistence-ports/testing';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { Database } from '../database/database.ts';
import { TypeormAccountStore } from './typeorm-account-store.ts';
import { TypeormApiKeyStore } from './typeorm-api-key-store.ts';
import { TypeormKeyUsageReport } from './typeorm-key-usage-report.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await Database.connect({ url: testDatabase.url, applicationName: 'spec' });
});

beforeEach(async () => {
  await database.pool.query('TRUNCATE access.account CASCADE');
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

describeAccountStore(async () => new TypeormAccountStore(database));
describeApiKeyStore(async () => ({ accounts: new TypeormAccountStore(database), keys: new TypeormApiKeyStore(database) }));
describeKeyUsageReport(async () => ({
  report: new TypeormKeyUsageReport(database),
  async accountWithKeys(names) {
    const account = await new TypeormAccountStore(database).create(`${randomBytes(6).toString('hex')}@example.com`, 'reseller');
    const keyIds: number[] = [];
    for (const name of names) {
      const key = { accountId: account!.id, keyHash: randomBytes(32), last4: '0abc', name, dailyLimit: 1000, expiresAt: null };
      keyIds.push((await new TypeormApiKeyStore(database).create(key))!.id);
    }
    return { accountId: account!.id, keyIds };
  },
  async use(keyId, daysAgo, used) {
    await database.pool.query(
      `INSERT INTO access.key_usage (key_id, day, used, last_charge) VALUES ($1, (access.clock() AT TIME ZONE 'UTC')::date - $2::integer, $3, $3)`,
      [keyId, daysAgo, used],
    );
  },
}));
