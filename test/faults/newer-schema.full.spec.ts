import { once } from 'node:events';
import { Pool } from 'pg';
import { eventually } from '../support/eventually.ts';
import { dropThisBuild, NEWER } from '../support/newer-schema.ts';
import { runCli, spawnCli } from '../support/run-cli.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

describe.each(['work', 'deliver'])('%s, when a newer build has made the schema too new for it', (command) => {
  let database: TestDatabase;
  let db: Pool;

  beforeEach(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
  });
  afterEach(async () => {
    await db.end();
    await database.drop();
  });

  it('ends while it runs, and does not start', async () => {
    const running = spawnCli([command], { DATABASE_URL: database.url });
    const closed = once(running, 'close') as Promise<[number | null]>;
    let stderr = '';
    running.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    // Each worker has a name of its own.
    const name = command === 'work' ? 'brickmarket-work%' : 'brickmarket-deliver';
    await eventually('it is connected', async () => {
      const { rowCount } = await db.query(
        'SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE $1',
        [name],
      );
      return rowCount! > 0;
    });
    await dropThisBuild(db);
    expect((await closed)[0]).toBe(1);
    expect(stderr).toContain(`too new for this build: it has run ${NEWER}`);
    expect(await runCli([command], { DATABASE_URL: database.url })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`too new for this build: it has run ${NEWER}`),
    });
  });
});

it('is refused by the account area too, which does not start', async () => {
  const database = await createTestDatabase();
  const db = new Pool({ connectionString: database.url, max: 1 });
  await dropThisBuild(db);
  await db.end();
  const account = await runCli(
    [],
    { DATABASE_URL: database.url, ACCOUNT_PORT: '0' },
    'apps/account/dist/bundle/main.js',
  );
  expect(account).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('brickmarket-account could not start: the schema'),
  });
  await database.drop();
});
