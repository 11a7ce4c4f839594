import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client, Pool } from 'pg';
import { describeSchema } from '../../../../test/support/describe-schema.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { LAST_RELEASE } from '../../../../test/support/released-build.ts';
import {
  createTestDatabase,
  createUnmigratedDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import { readRoutines, ROUTINES } from './routines.ts';
import { migrate, schemaStatus } from './schema.ts';

const OURS = "n.nspname NOT LIKE 'pg\\_%' AND n.nspname NOT IN ('information_schema', 'graphile_worker')";
const BODIES = `
SELECT n.nspname || '.' || p.proname AS name, p.prosrc AS body
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${OURS}
UNION ALL
SELECT n.nspname || '.' || c.relname, '' FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE ${OURS} AND c.relkind IN ('v', 'm')`;

describe('a migrated database', () => {
  let fresh: TestDatabase;
  let db: Pool;

  beforeAll(async () => {
    fresh = await createUnmigratedDatabase();
    db = new Pool({ connectionString: fresh.url, max: 2 });
    await migrate(fresh.url);
  });
  afterAll(async () => {
    await db.end();
    await fresh.drop();
  });

  it('has the functions and views of the files, with their text, and no others', async () => {
    const routines = new Map((await readRoutines()).map(({ name, sql }) => [name, sql]));
    const { rows } = await db.query<{ name: string; body: string }>(BODIES);
    expect([...new Set(rows.map(({ name }) => name))].sort()).toEqual([...routines.keys()].sort());
    expect(rows.filter(({ name, body }) => !routines.get(name)!.includes(body))).toEqual([]);
  });

  it('has them whether it comes from nothing or from a release, and from one run or two', async () => {
    const upgraded = await createUnmigratedDatabase();
    const pool = new Pool({ connectionString: upgraded.url, max: 2 });
    await migrate(upgraded.url, { upTo: LAST_RELEASE.migrations });
    expect(await migrate(upgraded.url)).toContain('routine access.admit_keys');
    const { functions, relations } = await describeSchema(db);
    expect(await describeSchema(pool)).toMatchObject({ functions, relations });
    expect(await migrate(upgraded.url)).toEqual([]);
    expect((await schemaStatus(upgraded.url)).pending).toEqual([]);
    await pool.end();
    await upgraded.drop();
  });
});

describe('the routines of another build', () => {
  let database: TestDatabase;
  let db: Pool;
  let routinesFolder: string;
  const write = async (file: string, sql: string): Promise<void> => {
    await mkdir(dirname(join(routinesFolder, file)), { recursive: true });
    await writeFile(join(routinesFolder, file), sql);
  };
  const answer = async (call: string): Promise<unknown> =>
    (await db.query<{ answer: unknown }>(`SELECT ${call} AS answer`)).rows[0]!.answer;
  const answering = (value: number, rights = ''): string => `
CREATE OR REPLACE FUNCTION ops.answer() RETURNS integer LANGUAGE sql AS 'SELECT ${value}';
REVOKE ALL ON FUNCTION ops.answer FROM PUBLIC;${rights}`;

  beforeEach(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
    routinesFolder = await mkdtemp(join(tmpdir(), 'brickmarket-routines-'));
    await cp(ROUTINES, routinesFolder, { recursive: true });
  });
  afterEach(async () => {
    await rm(routinesFolder, { recursive: true });
    await db.end();
    await database.drop();
  });

  it('are applied where their text has changed, and nowhere else', async () => {
    await write('ops/answer.sql', answering(1, 'GRANT EXECUTE ON FUNCTION ops.answer TO brickmarket_api'));
    expect(await migrate(database.url, { routinesFolder })).toEqual(['routine ops.answer']);
    expect(await migrate(database.url, { routinesFolder })).toEqual([]);
    await write('ops/answer.sql', answering(2));
    expect((await schemaStatus(database.url, { routinesFolder })).pending).toEqual(['routine ops.answer']);
    expect(await migrate(database.url, { routinesFolder })).toEqual(['routine ops.answer']);
    expect(await answer('ops.answer()')).toBe(2);
    // A right that the file does not give any more is taken away.
    expect(await answer(`has_function_privilege('brickmarket_api', 'ops.answer()', 'EXECUTE')`)).toBe(false);
  });

  it('may need each other in any order, and a signature that its file leaves out is dropped', async () => {
    const signature = (parameters: string, body: string): string =>
      `CREATE OR REPLACE FUNCTION ops.a_first(${parameters}) RETURNS bigint LANGUAGE sql AS '${body}';
       REVOKE ALL ON FUNCTION ops.a_first(${parameters}) FROM PUBLIC;`;
    const old = signature('n integer', 'SELECT n::bigint');
    await write('ops/a_first.sql', signature('', 'SELECT z FROM ops.b_view') + old);
    await write('ops/b_view.sql', 'CREATE OR REPLACE VIEW ops.b_view AS SELECT ops.z_last() AS z');
    const last = "CREATE OR REPLACE FUNCTION ops.z_last() RETURNS bigint LANGUAGE sql AS 'SELECT 7::bigint'";
    await write('ops/z_last.sql', `${last}; REVOKE ALL ON FUNCTION ops.z_last FROM PUBLIC`);
    await migrate(database.url, { routinesFolder });
    expect([await answer('ops.a_first()'), await answer('ops.a_first(8)')]).toEqual(['7', '8']);
    await write('ops/a_first.sql', signature('', 'SELECT z FROM ops.b_view'));
    await migrate(database.url, { routinesFolder });
    await expect(answer('ops.a_first(8)')).rejects.toThrow('does not exist');
  });

  it('are dropped when their file is gone, and applied again when a migration has dropped them', async () => {
    await write('ops/answer.sql', answering(1));
    await migrate(database.url, { routinesFolder });
    await db.query('DROP FUNCTION ops.answer');
    expect(await migrate(database.url, { routinesFolder })).toEqual(['routine ops.answer']);
    await rm(join(routinesFolder, 'ops/answer.sql'));
    expect(await migrate(database.url, { routinesFolder, mayTakeBackRoutines: true })).toEqual([
      'drop of routine ops.answer',
    ]);
    await expect(answer('ops.answer()')).rejects.toThrow('does not exist');
  });

  it('are not taken back by a replica of the build before, unless an operator says so', async () => {
    await write('ops/answer.sql', answering(1));
    await migrate(database.url, { routinesFolder });
    // The build before has no such file.
    expect(await migrate(database.url)).toEqual([]);
    expect((await schemaStatus(database.url)).pending).toEqual([]);
    await write('ops/answer.sql', answering(2));
    await migrate(database.url, { routinesFolder });
    await write('ops/answer.sql', answering(1));
    expect(await migrate(database.url, { routinesFolder })).toEqual([]);
    expect(await answer('ops.answer()')).toBe(2);
    expect(await migrate(database.url, { routinesFolder, mayTakeBackRoutines: true })).toHaveLength(1);
    expect(await answer('ops.answer()')).toBe(1);
  });

  it('stay as they are where a newer build has run migrations', async () => {
    await db.query(`INSERT INTO schema_migration (timestamp, name) VALUES (1999999999999, 'Later1999999999999')`);
    await write('ops/answer.sql', answering(1));
    expect(await migrate(database.url, { routinesFolder, mayTakeBackRoutines: true })).toEqual([]);
  });

  it.each([
    ['has a fault', answering(1).replace("'SELECT 1'", "'SELECT nothing'"), 'routine ops.answer: column "nothing"'],
    ['creates something else', 'SELECT 1', 'routines/ops/answer.sql does not create ops.answer'],
    ['leaves a function to everybody', answering(1).split('REVOKE')[0]!, 'add REVOKE ALL ON FUNCTION ops.answer'],
  ])('are refused as a whole, by the name of the file that %s', async (_, sql, message) => {
    await write('ops/answer.sql', sql);
    const clock = await readFile(join(ROUTINES, 'access/clock.sql'), 'utf8');
    await write('access/clock.sql', clock.replace('SELECT now()', "SELECT timestamptz ''2000-01-01''"));
    await expect(migrate(database.url, { routinesFolder })).rejects.toThrow(message);
    expect(await answer("access.clock() > now() - interval '1 day'")).toBe(true);
    expect(await answer(`to_regproc('ops.answer') IS NULL`)).toBe(true);
  });

  it('are all applied by the run after one that was killed in the middle', async () => {
    await write('ops/answer.sql', answering(1));
    await write('ops/answer_of_view.sql', 'CREATE OR REPLACE VIEW ops.answer_of_view AS SELECT ops.answer()');
    await migrate(database.url, { routinesFolder });
    await write('ops/answer.sql', answering(2));
    await write(
      'ops/answer_of_view.sql',
      'CREATE OR REPLACE VIEW ops.answer_of_view AS SELECT ops.answer(), 2 AS more',
    );
    const reader = new Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('BEGIN; SELECT FROM ops.answer_of_view');
    const killed = expect(migrate(database.url, { routinesFolder })).rejects.toThrow('terminat');
    await eventually('it waits for the view, with the function replaced', async () =>
      Boolean(
        (
          await db.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'
                         AND datname = current_database() AND application_name = 'brickmarket-migrate'`)
        ).rowCount,
      ),
    );
    await killed;
    expect(await answer('ops.answer()')).toBe(1);
    const again = migrate(database.url, { routinesFolder });
    await reader.query('COMMIT');
    await reader.end();
    expect(await again).toEqual(['routine ops.answer', 'routine ops.answer_of_view']);
    expect(await answer('ops.answer()')).toBe(2);
  });
});
