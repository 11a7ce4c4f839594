import { mkdtemp, rm, truncate, writeFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUpDatabase, migrate, restoreDatabase, schemaStatus } from '@brickmarket/persistence-postgres';
import { Pool } from 'pg';
import { insertAccount, insertKey } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { insertMinifig, insertSet, putMinifigInSet } from '../support/catalog-builders.ts';
import { describeSchema } from '../support/describe-schema.ts';
import { moveClock } from '../support/move-clock.ts';
import { LAST_RELEASE } from '../support/released-build.ts';
import {
  defaultBrickfolio,
  insertBrickfolio,
  insertHolding,
  insertSale,
  insertValueStep,
} from '../support/portfolio-builders.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { contractRoutes } from '../support/documented-contract.ts';
import { runHere } from '../support/run-here.ts';
import { TestApi } from '../support/test-api.ts';
import { createUnmigratedDatabase, type TestDatabase } from '../support/test-database.ts';

const ALL_ROWS = `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
   WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`;
const ODD_TITLE = 'A \\ "tile"\twith\u2028every\r\nkind of \u0001 trouble 🧱 \\. \\N';

describe('a backup', () => {
  let original: TestApi;
  let copy: TestDatabase;
  let folder: string;
  let file: string;
  let key: string;

  beforeAll(async () => {
    original = await TestApi.start();
    copy = await createUnmigratedDatabase();
    folder = await mkdtemp(join(tmpdir(), 'brickmarket-backup-'));
    file = join(folder, 'market.backup');
    const account = await original.account();
    key = account.key;
    const id = await insertSet(original.db, {
      set_number: '1-1',
      title: ODD_TITLE,
      release_date: '2020-01-01',
      msrp_cents: 1_999,
    });
    await insertSet(original.db, { set_number: '2-1' });
    await putMinifigInSet(original.db, id, await insertMinifig(original.db, { minifig_number: 'sw0001' }));
    await listAtRetailers(original.db, id, {
      asin: 'B000000001',
      upc: '673419267359',
      retailer_a: { price_cents: 1_000 },
    });
    await insertValueStep(original.db, '1-1', 'sealed', '2026-01-01', 12_345);
    await insertHolding(original.db, await defaultBrickfolio(original.db, account.accountId), '1-1', {
      purchase_price_cents: 999,
    });
    await insertHolding(original.db, await insertBrickfolio(original.db, account.accountId, 'second'), '2-1', {
      quantity: 3,
    });
    await insertSale(original.db, account.accountId, '1-1');
    await original.data('/catalog/themes', key);
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await original.stop();
    await copy.drop();
  });

  const dump = async (db: Pool): Promise<Record<string, string[]>> => {
    const tables = await db.query<{ name: string }>(ALL_ROWS);
    const rows = await Promise.all(
      tables.rows.map(
        async ({ name }) =>
          [
            name,
            (await db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`)).rows.map(
              ({ row }) => row,
            ),
          ] as const,
      ),
    );
    const isOwn = (name: string): boolean => name.startsWith('public.schema_') || name === 'ops.change_origin';
    return Object.fromEntries(rows.filter(([name]) => !isOwn(name)));
  };

  it('restored into an empty database has every row, and a service on it gives the same answers', async () => {
    const before = await dump(original.db);
    expect(await runHere(['db', 'backup', file, '--json'], { DATABASE_URL: original.databaseUrl })).toMatchObject({
      code: 0,
    });
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(await runHere(['db', 'restore', file, '--json'], { DATABASE_URL: copy.url })).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^restoring\n/),
    });
    const db = new Pool({ connectionString: copy.url, max: 2 });
    expect(await dump(db)).toEqual(before);
    expect(await describeSchema(db)).toEqual(await describeSchema(original.db));
    // Both answer on the same day: a run may cross UTC midnight.
    const now = new Date().toISOString();
    for (const pool of [db, original.db]) await moveClock(pool, now);
    const api = await ApiProcess.start(copy.url, { LOG_LEVEL: 'fatal' });
    for (const { method, path } of contractRoutes(original.app)) {
      const query = path.endsWith('/search') ? '?q=ti' : path === '/api/v1/retail-prices' ? '?set=1-1' : '';
      const url = path.replace('/minifig/:number', '/minifig/sw0001').replaceAll(/:\w+/g, '1-1') + query;
      const body = method === 'POST' ? { sets: ['1-1'], minifigs: ['sw0001'] } : undefined;
      const expected = await original.callAbsolute(url, { key, method: method as 'GET', ...(body && { body }) });
      const answer = await fetch(`${api.url}${url}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const { data } = (await answer.json()) as { data: { cursor?: string } };
      const { cursor } = expected.json<{ data: { cursor?: string } }>().data ?? {};
      if (cursor !== undefined) {
        // A cursor is good in the database that gave it, and in no other one.
        const foreign = await fetch(`${api.url}${url}?after=${cursor}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        expect([url, foreign.status, await foreign.text()]).toEqual([
          url,
          400,
          expect.stringContaining('another database'),
        ]);
        data.cursor = cursor;
      }
      expect([url, answer.status, data]).toEqual([url, expected.status, expected.json().data]);
    }
    await api.stop();
    // What is made from now on gets numbers of its own.
    const { rows } = await db.query<{ id: number }>(
      "INSERT INTO access.account (email, plan) VALUES ('new@test.example', 'reseller') RETURNING id",
    );
    await insertKey(db, rows[0]!.id);
    await db.end();
  });

  it('of the last release becomes a database with exactly the rules and rights of a new one', async () => {
    const [old, upgraded, fresh] = (await Promise.all([1, 2, 3].map(() => createUnmigratedDatabase()))) as [
      TestDatabase,
      TestDatabase,
      TestDatabase,
    ];
    // The triggers of the schema need the routines of its release.
    const options = '-c session_replication_role=replica';
    const pools = [old, upgraded, fresh].map(({ url }) => new Pool({ connectionString: url, options, max: 2 })) as [
      Pool,
      Pool,
      Pool,
    ];
    await migrate(old.url, { upTo: LAST_RELEASE.migrations });
    expect((await schemaStatus(old.url)).ran).toHaveLength(LAST_RELEASE.migrations);
    await insertAccount(pools[0]);
    await backUpDatabase(old.url, `${file}.old`);
    await restoreDatabase(upgraded.url, `${file}.old`);
    await migrate(fresh.url);
    await insertAccount(pools[2]);
    expect(await describeSchema(pools[1])).toEqual(await describeSchema(pools[2]));
    await Promise.all(pools.map((pool) => pool.end()));
    await Promise.all([old, upgraded, fresh].map((database) => database.drop()));
  });

  it('is refused by a database that is not empty, and when it is cut short or no backup at all', async () => {
    expect(await runHere(['db', 'restore', file], { DATABASE_URL: copy.url })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not empty'),
    });
    await truncate(file, (await stat(file)).size - 200);
    const empty = await createUnmigratedDatabase();
    const restored = () => runHere(['db', 'restore', file], { DATABASE_URL: empty.url });
    expect(await restored()).toMatchObject({ code: 2, stderr: expect.stringContaining('is cut short') });
    await writeFile(file, 'hello');
    expect(await restored()).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a backup') });
    await rm(file);
    expect(await restored()).toMatchObject({ code: 2, stderr: expect.stringContaining(`${file} does not exist`) });
    // None has left anything behind that would be in the way of a whole one.
    expect((await runHere(['db', 'backup', file], { DATABASE_URL: original.databaseUrl })).code).toBe(0);
    expect(await restored()).toMatchObject({ code: 0 });
    await empty.drop();
  });
});
