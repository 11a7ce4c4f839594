import { migrate, schemaStatus } from '@brickmarket/persistence-postgres';
import { Pool } from 'pg';
import { ApiProcess } from '../support/api-process.ts';
import { insertAccount } from '../support/account-builders.ts';
import { eventually } from '../support/eventually.ts';
import { addNewerMigration, dropThisBuild, NEWER } from '../support/newer-schema.ts';
import { runHere } from '../support/run-here.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const TOO_NEW = new RegExp(
  `the schema of this database is too new for this build: it has run ${NEWER}, and this build knows migrations up to ` +
    '\\w+\\d{13}. Run the newer build; to go back, restore the backup that was made before the upgrade',
);
const CREATE = ['accounts', 'create', '--email', 'ann@example.com', '--plan', 'free'];

describe('a schema that a newer build has migrated', () => {
  let database: TestDatabase;
  let db: Pool;
  const readiness = async ({ url }: ApiProcess): Promise<unknown> => {
    const answer = await fetch(`${url}/readyz`);
    return answer.status === 200 ? 'ready' : ((await answer.json()) as { error: { message: string } }).error.message;
  };

  beforeEach(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
  });
  afterEach(async () => {
    await db.end();
    await database.drop();
  });

  it('carries this build while it only adds: it serves and writes, and migrates nothing back', async () => {
    const { key } = await insertAccount(db);
    const running = await ApiProcess.start(database.url, { LOG_LEVEL: 'fatal', MIGRATE_ON_START: 'false' });
    await addNewerMigration(db);
    await eventually('it is ready', async () => (await readiness(running)) === 'ready');
    const themes = { headers: { authorization: `Bearer ${key}` } };
    expect((await fetch(`${running.url}/api/v1/catalog/themes`, themes)).status).toBe(200);
    expect(await runHere(CREATE, { DATABASE_URL: database.url })).toMatchObject({ code: 0 });
    expect(await migrate(database.url, { mayTakeBackRoutines: true })).toEqual([]);
    const { stdout } = await runHere(['db', 'status'], { DATABASE_URL: database.url });
    expect(stdout).toMatch(new RegExp(`newer {7}${NEWER} has run, .* it still works on this schema`));

    // The newer build drops what this one needs: it answers as long as it can, and load balancers leave it.
    await db.query('UPDATE schema_least_build SET migration = $1', [NEWER]);
    const tooNew = 'the schema of the database is too new for this build';
    await eventually('it says that the schema is too new', async () => (await readiness(running)) === tooNew);
    await running.stop();
  });

  it('refuses a build that it carries no more: the API does not start, the command line does not write', async () => {
    await dropThisBuild(db);
    await expect(ApiProcess.start(database.url, { LOG_LEVEL: 'fatal' })).rejects.toThrow(TOO_NEW);
    for (const command of [CREATE, ['db', 'migrate'], ['db', 'check', '--repair'], ['import', 'sales', 'sales.csv']])
      expect(await runHere(command, { DATABASE_URL: database.url })).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(TOO_NEW),
      });
    expect((await db.query('SELECT FROM access.account')).rowCount).toBe(0);
    // What shows where one stands works.
    expect(await runHere(['db', 'status', '--json'], { DATABASE_URL: database.url })).toMatchObject({ code: 0 });
    expect((await schemaStatus(database.url)).newer).toMatchObject({ found: NEWER, carriesThisBuild: false });
  });
});
