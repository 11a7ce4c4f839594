import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '@brickmarket/persistence-postgres';
import { Client, Pool } from 'pg';
import { insertAccount, usedBy } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { HostPauses } from '../support/host-pauses.ts';
import { SteadyLoad } from '../support/steady-load.ts';
import { createTestDatabase, createUnmigratedDatabase, type TestDatabase } from '../support/test-database.ts';

/** What the first build asked of the schema. */
const FIRST_BUILD = [
  "SELECT * FROM access.admit(ARRAY['\\x00'::bytea], ARRAY[1], ARRAY['1'])",
  'SELECT id, set_number, title, theme FROM catalog.lego_set WHERE set_number = ANY($1)',
];
/** The timeout it asked it with. */
const ANSWERED_WITHIN_MS = 1_500;

describe('a migration while requests come in', () => {
  let database: TestDatabase;
  let db: Pool;

  afterEach(async () => {
    await db.end();
    await database.drop();
  });

  it('of every kind since the first schema lets the statements of the first build through, each in time', async () => {
    database = await createUnmigratedDatabase();
    db = new Pool({ connectionString: database.url, max: 6 });
    const host = await HostPauses.start();
    await migrate(database.url, { upTo: 2 });
    for (let n = 1; n <= 50; n++) await insertSet(db, { set_number: `${n}-1` });
    await insertAccount(db);
    const failures: unknown[] = [];
    const over = new AbortController();
    const waits: { readonly startedAt: number; readonly endedAt: number }[] = [];
    const asking = Array.from({ length: 4 }, async () => {
      for (let i = 0; !over.signal.aborted; i++) {
        const statement = FIRST_BUILD[i % FIRST_BUILD.length]!;
        const startedAt = performance.now();
        await db
          .query(statement, statement.includes('$1') ? [['1-1', '50-1']] : [])
          .catch((error: unknown) => failures.push(error));
        waits.push({ startedAt, endedAt: performance.now() });
        await pause(1);
      }
    });
    const ran: string[] = [];
    for (let upTo = 3; ; upTo++) {
      const step = await migrate(database.url, { upTo });
      if (step.length === 0) break;
      ran.push(...step);
      await pause(50);
    }
    over.abort();
    await Promise.all(asking);
    await host.stop();
    expect(ran.length).toBeGreaterThanOrEqual(5);
    expect(failures).toEqual([]);
    expect(waits.filter(({ startedAt, endedAt }) => host.isLate(startedAt, endedAt, ANSWERED_WITHIN_MS))).toEqual([]);
    expect(waits.length).toBeGreaterThan(50);
  });

  it('waits for a table in use without blocking requests for long, and runs in the end', async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 3 });
    const { key, keyId } = await insertAccount(db);
    const api = await ApiProcess.start(database.url, { MIGRATE_ON_START: 'false', LOG_LEVEL: 'fatal' });
    // One migration is taken back, to be run again: it changes a row that every admission of the last release reads.
    await db.query(UNDO_ONE);
    const load = new SteadyLoad(4, () => ({ url: `${api.url}/api/v1/catalog/themes`, key }));
    await load.untilAnswered();
    const reader = new Client(database.url);
    await reader.connect();
    await reader.query('BEGIN; SELECT * FROM ops.data_version');
    const migrated = migrate(database.url);
    const until = Date.now() + 2_500;
    while (Date.now() < until) await db.query(ADMIT_AS_LAST_RELEASE);
    await load.untilAnswered();
    await reader.query('COMMIT');
    await reader.end();
    expect(await migrated).toHaveLength(1);
    await load.untilAnswered();
    const outcomes = await load.stop();
    await api.stop();
    expect(outcomes.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await usedBy(db, keyId)).toBe(outcomes.length);
  });
});

// With the time that the service gives a statement.
const ADMIT_AS_LAST_RELEASE = `BEGIN; SET LOCAL statement_timeout = '1500ms';
  SELECT FROM access.admit('{}', '{}', '{}'); COMMIT`;

const UNDO_ONE = `
REVOKE USAGE ON SCHEMA ops FROM brickmarket_api;
DROP TABLE ops.job_record;
DROP TRIGGER data_version_changed ON ops.data_version;
DROP FUNCTION ops.note_data_change;
ALTER TABLE ops.data_version DROP COLUMN catalog_changed_at, DROP COLUMN market_changed_at,
  DROP COLUMN retail_changed_at;
DELETE FROM schema_migration WHERE name = 'CreateOperationsReport1794700900001'`;
