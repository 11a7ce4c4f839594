import { setTimeout as pause } from 'node:timers/promises';
import { migrate, schemaStatus } from '@brickmarket/persistence-postgres';
import { Client, Pool } from 'pg';
import { insertAccount, usedBy } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { HostPauses } from '../support/host-pauses.ts';
import { LAST_RELEASE } from '../support/released-build.ts';
import { SteadyLoad } from '../support/steady-load.ts';
import { createTestDatabase, createUnmigratedDatabase, type TestDatabase } from '../support/test-database.ts';

const SETS = 'SELECT id, set_number, title, theme FROM catalog.lego_set WHERE set_number = ANY($1)';
const ONE_KEY = "ARRAY['\\x00'::bytea], ARRAY[1], ARRAY['1'], ARRAY['reseller']";
const ADMIT_KEYS = `SELECT * FROM access.admit_keys(${ONE_KEY})`;
const BLOCKS = 'SELECT sum(holding_count) FROM portfolio.holding_block';
const RULES = 'SELECT count(*) FROM events.rule';
/**
 * Releases, what they ask of the schema, and the migrations that must let it through: those up to the next release.
 * For the last one these are the migrations since then, of which there may be none yet.
 */
const RELEASES = [
  {
    release: 'the first release',
    statements: ["SELECT * FROM access.admit(ARRAY['\\x00'::bytea], ARRAY[1], ARRAY['1'])", SETS],
    from: 2,
    upTo: 20,
  },
  {
    release: 'the second release',
    statements: [ADMIT_KEYS, SETS, BLOCKS],
    from: 20,
    upTo: LAST_RELEASE.migrations,
  },
  {
    release: 'the last release',
    statements: [ADMIT_KEYS, `SELECT * FROM access.admit_with_books(${ONE_KEY})`, SETS, BLOCKS, RULES],
    from: LAST_RELEASE.migrations,
    upTo: Number.POSITIVE_INFINITY,
  },
];
const isMigration = (step: string): boolean => !step.startsWith('routine ');
/** The timeout they ask it with. */
const ANSWERED_WITHIN_MS = 1_500;

describe('a migration while requests come in', () => {
  let database: TestDatabase;
  let db: Pool;

  afterEach(async () => {
    await db.end();
    await database.drop();
  });

  it.each(RELEASES)('lets the statements of $release through, each in time', async ({ statements, from, upTo }) => {
    database = await createUnmigratedDatabase();
    db = new Pool({ connectionString: database.url, max: 6 });
    const host = await HostPauses.start();
    await migrate(database.url, { upTo: from });
    for (let n = 1; n <= 50; n++) await insertSet(db, { set_number: `${n}-1` });
    await insertAccount(db);
    const failures: unknown[] = [];
    const over = new AbortController();
    const waits: { readonly startedAt: number; readonly endedAt: number }[] = [];
    const asking = Array.from({ length: 4 }, async () => {
      for (let i = 0; !over.signal.aborted; i++) {
        const statement = statements[i % statements.length]!;
        const startedAt = performance.now();
        await db
          .query(statement, statement.includes('$1') ? [['1-1', '50-1']] : [])
          .catch((error: unknown) => failures.push(error));
        waits.push({ startedAt, endedAt: performance.now() });
        await pause(5);
      }
    });
    const { pending } = await schemaStatus(database.url);
    const due = pending.filter(isMigration).slice(0, upTo - from);
    const ran: string[] = [];
    for (let next = from + 1; next <= from + due.length; next++) {
      ran.push(...(await migrate(database.url, { upTo: next })));
      await pause(50);
    }
    // After the last migration of the build come its routines, which the statements must get through as well.
    if (!Number.isFinite(upTo)) await migrate(database.url);
    await eventually('statements before, during and after', () => waits.length > 50);
    over.abort();
    await Promise.all(asking);
    await host.stop();
    expect(ran.filter(isMigration)).toEqual(due);
    if (Number.isFinite(upTo)) expect(due).toHaveLength(upTo - from);
    expect(failures).toEqual([]);
    expect(waits.filter(({ startedAt, endedAt }) => host.isLate(startedAt, endedAt, ANSWERED_WITHIN_MS))).toEqual([]);
  });

  it('waits for a table in use without blocking requests for long, and runs in the end', async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 3 });
    const { key, keyId } = await insertAccount(db);
    const api = await ApiProcess.start(database.url, { MIGRATE_ON_START: 'false', LOG_LEVEL: 'fatal' });
    // One migration is taken back, to be run again: it changes a table that every admission reads.
    await db.query(UNDO_ONE);
    const load = new SteadyLoad(4, () => ({ url: `${api.url}/api/v1/catalog/themes`, key }));
    await load.untilAnswered();
    const reader = new Client(database.url);
    await reader.connect();
    await reader.query('BEGIN; SELECT * FROM ops.data_kind');
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
  SELECT FROM access.admit_keys('{}', '{}', '{}', '{}'); COMMIT`;

const UNDO_ONE = `
CREATE TABLE ops.data_version ();
CREATE FUNCTION ops.lock_data_version() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE FUNCTION ops.copy_data_kind_to_version() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE FUNCTION ops.copy_data_version_to_kinds() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE FUNCTION ops.note_data_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER data_kind_locks_version BEFORE UPDATE ON ops.data_kind
  FOR EACH STATEMENT EXECUTE FUNCTION ops.lock_data_version();
CREATE TRIGGER data_kind_to_version AFTER UPDATE ON ops.data_kind
  FOR EACH ROW EXECUTE FUNCTION ops.copy_data_kind_to_version();
DELETE FROM schema_migration WHERE name = 'DropSingleRowOfVersions1794780000002'`;
