import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { type LoadOutcome, SteadyLoad } from '../support/steady-load.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const ROOM = 32;

describe('a process that is asked for more than it can do', () => {
  let database: TestDatabase;
  let db: Pool;
  let api: ApiProcess;
  let key: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
    ({ key } = await insertAccount(db));
    // What takes 20 ms at the database makes it, and not the machine the test runs on, what there is too little of.
    await db.query("CREATE OR REPLACE FUNCTION access.clock() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now() FROM pg_sleep(0.02)'");
    api = await ApiProcess.start(database.url, { MAX_IN_FLIGHT: String(ROOM), LOG_LEVEL: 'fatal' });
  });

  afterAll(async () => {
    await api.stop();
    await db.end();
    await database.drop();
  });

  const run = async (clients: number, ms: number): Promise<readonly LoadOutcome[]> => {
    const load = new SteadyLoad(clients, () => ({ url: `${api.url}/api/v1/catalog/themes`, key }), 0);
    await pause(ms);
    return load.stop();
  };
  const p99 = (outcomes: readonly LoadOutcome[], status: number): number => {
    const took = outcomes.filter((outcome) => outcome.status === status).map(({ startedAt, endedAt }) => endedAt - startedAt);
    return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)]!;
  };
  const memory = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${api.child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

  it('answers those it has room for as fast as ever, refuses the rest at once, says so in its readiness, and recovers', async () => {
    await run(ROOM, 1_000);
    const normal = await run(ROOM, 2_000);
    expect(new Set(normal.map(({ status }) => status))).toEqual(new Set([200]));
    const before = memory();
    const running = run(3 * ROOM, 3_000);
    await pause(500);
    expect((await fetch(`${api.url}/livez`)).status).toBe(200);
    expect((await fetch(`${api.url}/readyz`)).status).toBe(503);
    const overloaded = await running;
    expect(new Set(overloaded.map(({ status }) => status))).toEqual(new Set([200, 503]));
    for (const { body, headers } of overloaded.filter(({ status }) => status === 503)) {
      expect(JSON.parse(body)).toEqual({ error: { code: 'InternalError', message: expect.any(String) } });
      expect(headers['retry-after']).toBe('1');
    }
    expect(p99(overloaded, 200)).toBeLessThan(5 * p99(normal, 200));
    expect(p99(overloaded, 503)).toBeLessThan(5 * p99(normal, 200));
    if (before > 0) expect(memory() - before).toBeLessThan(150);
    await pause(1_200);
    expect((await fetch(`${api.url}/readyz`)).status).toBe(200);
    expect(new Set((await run(ROOM / 2, 500)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});
