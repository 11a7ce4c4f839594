import { ImportRunningError } from '@brickmarket/persistence-ports';
import * as fc from 'fast-check';
import { dataVersionOf } from '../../../../test/support/data-versions.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import type { CopyValue } from './copy-in.ts';
import { WriteSession } from './write-session.ts';
import { Database } from '../database/database.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await Database.connect({ url: testDatabase.url, applicationName: 'write-session-spec', poolSize: 3 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const catalogVersion = () => dataVersionOf(database.pool, 'catalog');
const backends = async () =>
  Number(
    (
      await database.pool.query<{ count: string }>(
        `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
      )
    ).rows[0]?.count,
  );

async function roundTrip(rows: readonly (readonly CopyValue[])[]): Promise<unknown[]> {
  return WriteSession.run(database, 'copying', async (session) => {
    await session.stage('staged (position integer, name text, size double precision, flag boolean)');
    const copy = session.copyInto('staged', ['position', 'name', 'size', 'flag']);
    await copy.write(rows);
    expect(await copy.end()).toBe(rows.length);
    return session.query('SELECT name, size, flag FROM staged ORDER BY position');
  });
}

describe('copying in', () => {
  it('keeps every text, number, truth value and null as it is', async () => {
    const value = fc.record({
      name: fc.option(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '').toWellFormed())),
      size: fc.option(fc.double({ noDefaultInfinity: true, noNaN: true }).map((size) => size + 0)),
      flag: fc.option(fc.boolean()),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 50 }), async (values) => {
        expect(await roundTrip(values.map(({ name, size, flag }, position) => [position, name, size, flag]))).toEqual(
          values,
        );
      }),
      { numRuns: 30, examples: [[[{ name: '\\N\t\r\n\\. "x"', size: null, flag: null }]]] },
    );
  });

  it('loads more than one piece, all of it and in order', async () => {
    const name = 'x'.repeat(5_000);
    const rows = Array.from({ length: 1_000 }, (_, position) => [position, name, position, null] as const);
    const loaded = (await roundTrip(rows)) as { size: number }[];
    expect(loaded.map((row) => row.size)).toEqual(rows.map(([position]) => position));
  });

  it('fails with the reason when the database refuses a row', async () => {
    await expect(roundTrip([['no number', 'a', 1, true]])).rejects.toThrow('invalid input syntax for type integer');
  });

  it('holds no snapshot while the feed is read', async () => {
    await WriteSession.run(database, 'snapshots', async (session) => {
      await session.stage('staged (position integer, name text)');
      const copy = session.copyInto('staged', ['position', 'name']);
      for (let position = 0; position < 30; position++) await copy.write([[position, 'x'.repeat(100_000)]]);
      const open = () =>
        database.pool.query(
          `SELECT FROM pg_stat_activity
           WHERE application_name = 'write-session-spec' AND pid <> pg_backend_pid()
             AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL)`,
        );
      // What was written may still be on its way.
      await eventually('no transaction is left open', async () => (await open()).rowCount === 0);
      await copy.end();
    });
  });
});

describe('copying out', () => {
  it('leaves the session usable when the reader gives up half way', async () => {
    const reading = WriteSession.run(database, 'reading', (session) =>
      session.inTransaction(async () => {
        for await (const chunk of session.copyOut(
          `COPY (SELECT repeat('x', 1000) FROM generate_series(1, 20000)) TO STDOUT`,
        ))
          throw new Error(`gave up after ${Math.sign(chunk.length)} chunk`);
      }),
    );
    await expect(reading).rejects.toThrow('gave up after 1 chunk');
    expect(await backends()).toBe(0);
  });
});

describe('a write session', () => {
  it('gives its connection back as new, and one that has failed not at all', async () => {
    const one = await Database.connect({ url: testDatabase.url, applicationName: 'one-connection', poolSize: 1 });
    const state = async (session: WriteSession) =>
      session.query(`
        SELECT pg_backend_pid() AS pid, current_setting('random_page_cost') AS cost,
          to_regclass('staged_pair') AS staged,
          (SELECT count(*)::integer FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS locks`);
    const run = (fails = false) =>
      WriteSession.run(one, 'connections', async (session) => {
        const [found] = await state(session);
        await session.query('SET random_page_cost = 9; SELECT pg_advisory_lock(1, 1)');
        await session.stage('staged_pair (a integer)');
        if (fails) throw new Error('cut off');
        return found!;
      });
    const { pid, ...first } = await run();
    expect(first).toEqual({ cost: '4', staged: null, locks: 1 });
    expect(await run()).toEqual({ pid, ...first });
    await expect(run(true)).rejects.toThrow('cut off');
    expect((await run())['pid']).not.toBe(pid);
    await one.close();
  });

  it('refuses a second import of the same subject, not one of another', async () => {
    await WriteSession.run(database, 'one', async () => {
      await expect(WriteSession.run(database, 'one', async () => undefined)).rejects.toThrow(ImportRunningError);
      await expect(WriteSession.run(database, 'two', async () => 'ran')).resolves.toBe('ran');
    });
    await expect(WriteSession.run(database, 'one', async () => 'ran')).resolves.toBe('ran');
  });

  it('raises the version only when the merge has changed something', async () => {
    const before = await catalogVersion();
    await WriteSession.run(database, 'versions', (session) =>
      session.merge('catalog', async () => ({ result: null, changed: null })),
    );
    expect(await catalogVersion()).toBe(before);
    await WriteSession.run(database, 'versions', (session) =>
      session.merge('catalog', async () => ({ result: null, changed: {} })),
    );
    expect(await catalogVersion()).toBe(before + 1);
  });

  it('takes back a merge that fails', async () => {
    const merge = WriteSession.run(database, 'failing', (session) =>
      session.merge('catalog', async () => {
        await session.query(`INSERT INTO catalog.minifig (minifig_number, name) VALUES ('half', 'Half done')`);
        throw new Error('half way');
      }),
    );
    await expect(merge).rejects.toThrow('half way');
    expect((await database.pool.query('SELECT FROM catalog.minifig')).rowCount).toBe(0);
    expect(await backends()).toBe(0);
  });
});
