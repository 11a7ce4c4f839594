import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { Pool } from 'pg';

describe('/readyz', () => {
  let database: TestDatabase;
  let db: Pool;
  let api: InProcessApi;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url });
    api = await InProcessApi.start(database.url);
    await eventually('it is ready', async () => (await readiness()) === 200);
  });

  afterAll(async () => {
    await api.stop();
    await db.end();
    await database.drop();
  });

  const readiness = async (): Promise<number> => (await fetch(`${api.url}/readyz`)).status;

  /** Starts a readiness check that the database answers after this time. */
  async function checkAnsweredAfter(seconds: number): Promise<{ readonly status: Promise<number> }> {
    const locked = db.query(`BEGIN; LOCK TABLE schema_migration; SELECT pg_sleep(${seconds}); COMMIT`);
    await sleep(100);
    const status = readiness();
    await sleep(100);
    return { status: locked.then(() => status) };
  }

  it('is 200 after this process stood still for more than a second', async () => {
    const { status } = await checkAnsweredAfter(0.5);
    const until = performance.now() + 1_300;
    while (performance.now() < until);
    expect(await status).toBe(200);
  });

  it('is 503 while the database does not answer', async () => {
    expect(await (await checkAnsweredAfter(3)).status).toBe(503);
  });

  it('logs a load that takes a moment for debugging, not as a warning', async () => {
    const unlocked = db.query('BEGIN; LOCK TABLE catalog.lego_set; SELECT pg_sleep(4); COMMIT');
    await sleep(100);
    const loading = await InProcessApi.start(database.url, { LOG_LEVEL: 'debug' });
    const answer = await fetch(`${loading.url}/readyz`);
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('the process is loading')]);
    const lines = loading.output.split('\n').filter((line) => line.includes('"context":"Readiness"'));
    expect(lines).toEqual([expect.stringMatching(/"level":"debug".*"msg":"not loaded yet"/)]);
    await unlocked;
    await loading.stop();
  });
});
