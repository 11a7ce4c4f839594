import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountStore } from '@brickmarket/persistence-ports';
import { Client, Pool } from 'pg';
import {
  createTestDatabase,
  createUnmigratedDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import { insertAccount } from '../../../../test/support/account-builders.ts';
import { backUpDatabase } from '../backup/backup.ts';
import { restoreDatabase } from '../backup/restore.ts';
import { Database } from '../database/database.ts';
import { Stores } from '../stores.ts';
import { ExtensionDatabases } from './extension-database.ts';
import { listPendingOfExtensions, type Migratable, migrateExtensions } from './migrate-extensions.ts';

const OF_ACCOUNT = 'account_id integer NOT NULL REFERENCES access.account ON DELETE CASCADE';
const NOTES = {
  name: 'notes',
  migrations: [{ name: '1', sql: `CREATE TABLE note (id serial PRIMARY KEY, ${OF_ACCOUNT}, text text NOT NULL)` }],
} satisfies Migratable;
const withMigration = (sql: string, name = 'notes'): Migratable => ({ name, migrations: [{ name: '1', sql }] });

describe('the tables of an extension', () => {
  let database: TestDatabase;
  let owner: Pool;
  let databases: ExtensionDatabases;
  const accounts: number[] = [];
  const [ann, bob] = [0, 1].map((index) => () => accounts[index]!) as [() => number, () => number];

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new Pool({ connectionString: database.url, max: 2 });
    databases = new ExtensionDatabases({ url: database.url, statementTimeoutMs: 0 });
    for (let i = 0; i < 2; i++) accounts.push((await insertAccount(owner, {})).accountId);
  });
  afterAll(async () => {
    await databases.close();
    await owner.end();
    await database.drop();
  });

  it('are made once, by migrations that may only be added to', async () => {
    expect(await listPendingOfExtensions(database.url, [NOTES])).toEqual(['notes 1']);
    expect(await migrateExtensions(database.url, [NOTES])).toEqual(['notes 1']);
    expect(await listPendingOfExtensions(database.url, [NOTES])).toEqual([]);
    expect(await migrateExtensions(database.url, [NOTES])).toEqual([]);
    const second = { name: '2', sql: `ALTER TABLE note ADD COLUMN pinned boolean NOT NULL DEFAULT false` };
    const more = { ...NOTES, migrations: [...NOTES.migrations, second] };
    expect(await migrateExtensions(database.url, [more])).toEqual(['notes 2']);
    await expect(migrateExtensions(database.url, [NOTES])).rejects.toThrow(
      'extension notes is older than its tables: 2 has run here, and this version knows migrations up to 1',
    );
    const changed = { ...more, migrations: [{ name: '1', sql: 'SELECT 1' }, second] };
    await expect(migrateExtensions(database.url, [changed])).rejects.toThrow(
      'extension notes: the migration 1 has run here and is another one now',
    );
  });

  it.each([
    ['leaves its schema x_bad: permission denied for table account', 'DELETE FROM access.account'],
    ['leaves its schema x_bad: permission denied for schema portfolio', 'CREATE TABLE portfolio.a ()'],
    ['leaves its schema x_bad: permission denied for schema x_notes', 'SELECT * FROM x_notes.note'],
    ['leaves its schema x_bad: permission denied for schema public', 'CREATE TABLE public.a ()'],
    ['makes the view x_bad.v, which would show the rows of all accounts', 'CREATE VIEW v AS SELECT 1'],
    ['makes the table x_bad.a without "account_id integer', 'CREATE TABLE a (id integer)'],
    [
      'makes the table x_bad.a without "account_id integer',
      'CREATE TABLE a (account_id integer NOT NULL REFERENCES access.account)',
    ],
    ['failed: syntax error', 'CREATE TABEL a ()'],
  ])('are refused, and nothing of them stays, when a migration %s', async (fault, sql) => {
    const refused = await migrateExtensions(database.url, [withMigration(sql, 'bad')]).catch((error: Error) => error);
    expect(String(refused)).toContain(`extension bad: the migration 1 ${fault}`);
    const { rows } = await owner.query(`SELECT FROM pg_tables WHERE schemaname = 'x_bad' AND tablename = 'a'`);
    expect(rows).toEqual([]);
  });

  it('show and take rows of the account at work alone, whatever the statement says', async () => {
    const notes = databases.open('notes');
    const add = (accountId: number, of: number) =>
      notes.asAccount(accountId, (tx) => tx.query('INSERT INTO note (account_id, text) VALUES ($1, $2)', [of, 'x']));
    await add(ann(), ann());
    await add(bob(), bob());
    await expect(add(bob(), ann())).rejects.toThrow('row-level security');
    const seen = await notes.asAccount(bob(), (tx) => tx.query('SELECT account_id FROM note'));
    expect(seen).toEqual([{ account_id: bob() }]);
    const changed = await notes.asAccount(bob(), (tx) => tx.query(`UPDATE note SET text = 'y' RETURNING account_id`));
    expect(changed).toEqual([{ account_id: bob() }]);
    expect(Object.keys(notes)).toEqual(['asAccount']);
    const all = await databases.openForJobs('notes').asEveryAccount((tx) => tx.query('SELECT FROM note'));
    expect(all).toHaveLength(2);
  });

  it('are reached by a role that may use nothing else, and a failed transaction leaves nothing', async () => {
    const notes = databases.open('notes');
    const run = (sql: string) => notes.asAccount(ann(), (tx) => tx.query(sql));
    await expect(run('SELECT * FROM access.account')).rejects.toThrow('permission denied for schema access');
    await expect(run('SELECT * FROM portfolio.holding')).rejects.toThrow('permission denied for schema portfolio');
    await expect(run('DROP TABLE note')).rejects.toThrow('must be owner of table note');
    await expect(run('SELECT * FROM schema_migration')).rejects.toThrow('permission denied');
    const failing = notes.asAccount(ann(), async (tx) => {
      await tx.query('DELETE FROM note');
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    expect(await run('SELECT FROM note')).toHaveLength(1);
  });

  it('are reached by the logins of the API and of the account area, and by no other of ours', async () => {
    const client = await owner.connect();
    const switchFrom = (login: string) =>
      client.query(`SET SESSION AUTHORIZATION ${login}; SET ROLE brickmarket_x_notes; SELECT FROM x_notes.note`);
    await switchFrom('brickmarket_api');
    await switchFrom('brickmarket_account');
    await expect(switchFrom('brickmarket_deliver')).rejects.toThrow('permission denied to set role');
    client.release(true);
  });

  it('record events of their own kinds for the account at work, once for each cause', async () => {
    const notes = databases.open('notes');
    const event = { kind: 'notes.written', accountId: ann(), subject: 'note/1', cause: '1', facts: { n: 1 } };
    const record = (given: typeof event) => notes.asAccount(ann(), (tx) => tx.record(given));
    expect(await record(event)).toBe(true);
    expect(await record(event)).toBe(false);
    await expect(record({ ...event, kind: 'price.dropped' })).rejects.toThrow('is not of this extension');
    await expect(record({ ...event, accountId: bob() })).rejects.toThrow('cannot be recorded for account');
    const { rows } = await owner.query(`SELECT account_id, set_id FROM events.event WHERE kind LIKE 'notes.%'`);
    expect(rows).toEqual([{ account_id: ann(), set_id: null }]);
  });

  it('are in a backup, and restored where the extension is known', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backup-'));
    const file = join(folder, 'backup');
    await backUpDatabase(database.url, file);
    const restored = await createUnmigratedDatabase();
    await expect(restoreDatabase(restored.url, file)).rejects.toThrow(
      'the backup has tables of extensions that are not here: notes; name them in EXTENSIONS',
    );
    const pinned = { name: '2', sql: `ALTER TABLE note ADD COLUMN pinned boolean NOT NULL DEFAULT false` };
    const third = { name: '3', sql: 'ALTER TABLE note ADD CHECK (length(text) > 0)' };
    const known = { ...NOTES, migrations: [...NOTES.migrations, pinned, third] };
    await restoreDatabase(restored.url, file, [known]);
    const client = new Client({ connectionString: restored.url });
    await client.connect();
    expect((await client.query('SELECT pinned FROM x_notes.note')).rows).toEqual([
      { pinned: false },
      { pinned: false },
    ]);
    expect((await client.query('SELECT FROM x_notes.schema_migration')).rowCount).toBe(3);
    await client.end();
    await restored.drop();
    rmSync(folder, { recursive: true });
  });

  it('lose their rows with the account', async () => {
    const ours = Database.open({ url: database.url, applicationName: 'spec' });
    await new Stores(ours).get(AccountStore).delete(bob());
    await ours.close();
    expect((await owner.query('SELECT account_id FROM x_notes.note')).rows).toEqual([{ account_id: ann() }]);
  });
});
