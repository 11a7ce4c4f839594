import { randomBytes } from 'node:crypto';
import {
  describeAccountStore,
  describeApiKeyStore,
  describeKeyUsageReport,
} from '@brickmarket/persistence-ports/testing';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { Database } from '../database/database.ts';
import { PostgresAccountStore } from './postgres-account-store.ts';
import { PostgresApiKeyStore } from './postgres-api-key-store.ts';
import { PostgresKeyUsageReport } from './postgres-key-usage-report.ts';

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

describeAccountStore(async () => new PostgresAccountStore(database));
describeApiKeyStore(async () => ({
  accounts: new PostgresAccountStore(database),
  keys: new PostgresApiKeyStore(database),
}));
describeKeyUsageReport(async () => ({
  report: new PostgresKeyUsageReport(database),
  async accountWithKeys(names) {
    const account = await new PostgresAccountStore(database).create(
      `${randomBytes(6).toString('hex')}@example.com`,
      'reseller',
    );
    const keyIds: number[] = [];
    for (const name of names) {
      const key = {
        accountId: account!.id,
        keyHash: randomBytes(32),
        last4: '0abc',
        name,
        dailyLimit: 1000,
        expiresAt: null,
      };
      keyIds.push((await new PostgresApiKeyStore(database).create(key))!.id);
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
