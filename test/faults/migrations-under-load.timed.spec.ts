import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate, schemaStatus } from '@brickmarket/persistence-postgres';
import { Client, Pool } from 'pg';
import { MIGRATION_NAMES } from '../../libs/persistence-postgres/src/schema/schema.ts';
import { insertAccount, usedBy } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { HostPauses } from '../support/host-pauses.ts';
import { knowsCommit, LAST_RELEASE, ReleasedBuild } from '../support/released-build.ts';
import { runCli } from '../support/run-cli.ts';
import { SteadyLoad } from '../support/steady-load.ts';
import { createTestDatabase, createUnmigratedDatabase, type TestDatabase } from '../support/test-database.ts';
import { UNDO_LARGE_CHANGES } from '../support/undo-migration.ts';

const SETS = 'SELECT id, set_number, title, theme FROM catalog.lego_set WHERE set_number = ANY($1)';
const ONE_KEY = "ARRAY['\\x00'::bytea], ARRAY[1], ARRAY['1'], ARRAY['reseller']";
const ADMIT_KEYS = `SELECT * FROM access.admit_keys(${ONE_KEY})`;
const BLOCKS = 'SELECT sum(holding_count) FROM portfolio.holding_block';
const RULES = 'SELECT count(*) FROM events.rule';
/** What the last release asks of the schema. */
const STATEMENTS = [ADMIT_KEYS, `SELECT * FROM access.admit_with_books(${ONE_KEY})`, SETS, BLOCKS, RULES];
const isKnown = knowsCommit(LAST_RELEASE.commit);
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

  (isKnown ? it : it.skip)('lets the statements of the last release through, each in time', async () => {
    database = await createUnmigratedDatabase();
    db = new Pool({ connectionString: database.url, max: 6 });
    const release = await ReleasedBuild.of(LAST_RELEASE.commit);
    const { code, stderr } = await runCli(
      ['db', 'migrate'],
      { DATABASE_URL: database.url },
      join(release.folder, 'apps/cli/dist/main.js'),
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    await release.remove();
    const host = await HostPauses.start();
    for (let n = 1; n <= 50; n++) await insertSet(db, { set_number: `${n}-1` });
    await insertAccount(db);
    const failures: unknown[] = [];
    const over = new AbortController();
    const waits: { readonly startedAt: number; readonly endedAt: number }[] = [];
    const asking = Array.from({ length: 4 }, async () => {
      for (let i = 0; !over.signal.aborted; i++) {
        const statement = STATEMENTS[i % STATEMENTS.length]!;
        const startedAt = performance.now();
        await db
          .query(statement, statement.includes('$1') ? [['1-1', '50-1']] : [])
          .catch((error: unknown) => failures.push(error));
        waits.push({ startedAt, endedAt: performance.now() });
        await pause(5);
      }
    });
    const { pending } = await schemaStatus(database.url);
    const due = pending.filter(isMigration);
    const ran: string[] = [];
    for (let next = MIGRATION_NAMES.length - due.length + 1; next <= MIGRATION_NAMES.length; next++) {
      ran.push(...(await migrate(database.url, { upTo: next })));
      await pause(50);
    }
    // The statements must get through the routines, too.
    await migrate(database.url);
    await eventually('statements before, during and after', () => waits.length > 50);
    over.abort();
    await Promise.all(asking);
    await host.stop();
    expect(ran.filter(isMigration)).toEqual(due);
    expect(failures).toEqual([]);
    expect(waits.filter(({ startedAt, endedAt }) => host.isLate(startedAt, endedAt, ANSWERED_WITHIN_MS))).toEqual([]);
  });

  it('waits for a table in use without blocking requests for long, and runs in the end', async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 3 });
    const { key, keyId } = await insertAccount(db);
    const api = await ApiProcess.start(database.url, { MIGRATE_ON_START: 'false', LOG_LEVEL: 'fatal' });
    await db.query(UNDO_LARGE_CHANGES);
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
