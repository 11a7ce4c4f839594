import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { openDataSource } from './repositories.ts';

// CHECK constraints belong to the migrations alone.
const MIGRATIONS_ALONE = /DROP CONSTRAINT "\w+_check"$/;

describe('the entities', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let owner: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new Client({ connectionString: database.url });
    await owner.connect();
    dataSource = await openDataSource({ url: database.url, applicationName: 'spec' });
  });

  afterAll(async () => {
    await dataSource.destroy();
    await owner.end();
    await database.drop();
  });

  /** What TypeORM would change in the schema to make it what the entities say. */
  const differences = async (): Promise<readonly string[]> => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    const queries = upQueries.map(({ query }) => query).filter((query) => !MIGRATIONS_ALONE.test(query));
    return [...queries, ...(await missingIdentities())];
  };

  /** TypeORM itself does not notice when an id is no longer generated. */
  const missingIdentities = async (): Promise<readonly string[]> => {
    const { rows } = await owner.query<{ table: string }>(
      `SELECT attrelid::regclass::text AS table FROM pg_attribute WHERE attidentity = 'a' AND attname = 'id'`,
    );
    const tables = dataSource.entityMetadatas.filter(({ generatedColumns }) => generatedColumns.length > 0);
    return tables
      .map(({ tablePath }) => tablePath)
      .filter((table) => !rows.some((row) => row.table === table))
      .map((table) => `${table} does not generate its ids`);
  };

  it('agree with the migrated schema: columns, types, nullability, defaults, keys and indexes', async () => {
    expect(dataSource.entityMetadatas.map(({ tablePath }) => tablePath).toSorted()).toEqual([
      'access.account',
      'access.api_key',
      'access.key_usage',
      'identity.audit_event',
      'identity.credential',
      'identity.passkey',
      'identity.recovery_code',
      'identity.session',
    ]);
    expect(await differences()).toEqual([]);
  });

  it.each([
    ['access.account ADD COLUMN nickname text', '"nickname"'],
    ['access.account ALTER COLUMN created_at DROP DEFAULT', '"created_at"'],
    ['access.account DROP CONSTRAINT account_email_key', 'UNIQUE ("email")'],
    ['access.api_key ALTER COLUMN daily_limit SET DEFAULT 10', '"daily_limit"'],
    ['access.api_key ALTER COLUMN expires_at SET NOT NULL', '"expires_at"'],
    ['access.key_usage DROP CONSTRAINT key_usage_pkey', 'PRIMARY KEY ("key_id", "day")'],
    ['access.key_usage DROP COLUMN day_limit', '"day_limit"'],
    ['identity.session DROP CONSTRAINT session_token_hash_key', 'UNIQUE ("token_hash")'],
    ['identity.passkey DROP CONSTRAINT passkey_account_id_fkey', 'passkey_account_id_fkey'],
    ['identity.audit_event ALTER COLUMN id DROP IDENTITY', 'identity.audit_event does not generate'],
    ['identity.audit_event ALTER COLUMN at TYPE date', '"at"'],
  ])('do not agree after ALTER TABLE %s', async (change, named) => {
    const namingIt = expect.stringContaining(named);
    expect(await differences()).not.toContainEqual(namingIt);
    await owner.query(`ALTER TABLE ${change}`);
    expect(await differences()).toContainEqual(namingIt);
  });
});

describe('a process that serves reads', () => {
  it('never loads TypeORM; the first edit of a record does', () => {
    const script = `
      import { createRequire } from 'node:module';
      const { cache } = createRequire(import.meta.url);
      const loaded = () => Object.keys(cache).some((file) => file.includes('/node_modules/typeorm/'));
      const { AccountStore, Brickfolios } = await import('@brickmarket/persistence-ports');
      const { Database, Stores } = await import('@brickmarket/persistence-postgres');
      const database = Database.open({ url: process.env.URL, applicationName: 'spec' });
      const stores = new Stores(database);
      await stores.get(Brickfolios).readOverview(1).catch(() => {});
      const before = loaded();
      await stores.get(AccountStore).listAll().catch(() => {});
      await database.close();
      process.stdout.write(JSON.stringify({ before, after: loaded() }));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: fileURLToPath(new URL('../../../apps/api', import.meta.url)),
      env: { ...process.env, URL: 'postgres://nobody@127.0.0.1:1/none' },
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toEqual({ before: false, after: true });
  });
});
