import { describeDemoRecord } from '@brickmarket/persistence-ports/testing';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { Database } from '../database/database.ts';
import { PostgresDemoRecord } from './postgres-demo-record.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await Database.connect({ url: testDatabase.url, applicationName: 'spec' });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

describeDemoRecord(async () => {
  await database.pool.query('TRUNCATE ops.demo_market');
  return new PostgresDemoRecord(database);
});
