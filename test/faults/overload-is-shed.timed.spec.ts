import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { eventually } from '../support/eventually.ts';
import { Flood, type FloodAnswers } from '../support/steady-load.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const LIMIT = 32;
const WARM_UP_MS = 2_000;
const FLOOD_MS = 3_000;

type Answers = Readonly<Record<string, FloodAnswers>>;

/** What exactly the limit admits, and that it counts work, is shown without times by concurrency-limit.spec.ts. */
describe('a process that is asked for more than it can do', () => {
  let database: TestDatabase;
  let db: Pool;
  let api: ApiProcess;
  let key: string;

  beforeEach(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
    ({ key } = await insertAccount(db, { dailyLimit: 1_000_000_000 }));
  });

  afterEach(async () => {
    await api.stop();
    await db.end();
    await database.drop();
  });

  const health = async (path: string): Promise<number> => (await fetch(`${api.url}${path}`)).status;
  async function underFlood(
    connections: number,
    { forMs = FLOOD_MS, meanwhile = async (): Promise<void> => {} } = {},
  ): Promise<Answers> {
    const flood = Flood.start(`${api.url}/api/v1/catalog/themes`, key, connections);
    await pause(forMs);
    await meanwhile();
    return flood.stop();
  }

  it.each([
    { scarce: 'processor', delaySeconds: 0 },
    // Each batch of admissions takes 20 ms at the database, whatever the machine.
    { scarce: 'database', delaySeconds: 0.02 },
  ])(
    'with too little $scarce time answers as fast as when just busy, refuses the rest, is not ready, and recovers',
    async ({ delaySeconds }) => {
      if (delaySeconds > 0)
        await db.query(
          `CREATE OR REPLACE FUNCTION access.clock() RETURNS timestamptz LANGUAGE sql STABLE
           AS 'SELECT now() FROM pg_sleep(${delaySeconds})'`,
        );
      api = await ApiProcess.start(database.url, { LOG_LEVEL: 'fatal', MAX_IN_FLIGHT: String(LIMIT) });
      // As many requests are worked on with four times the connections: whatever the host, both are measured alike.
      // Others use it too, so normal is the slower of what was seen before and after.
      await underFlood(LIMIT, { forMs: WARM_UP_MS });
      const before = await underFlood(LIMIT);
      const overloaded = await underFlood(4 * LIMIT, {
        meanwhile: async () => {
          await eventually('an answer of readiness', async () => (await health('/readyz')) === 503);
          expect(await health('/livez')).toBe(200);
        },
      });
      await eventually('readiness', async () => (await health('/readyz')) === 200);
      const after = await underFlood(LIMIT);
      for (const answers of [before, after]) expect(Object.keys(answers)).toEqual(['200']);
      expect(Object.keys(overloaded)).toEqual(['200', '503']);
      const slowest = Math.max(before['200']!.p99Ms, after['200']!.p99Ms);
      const least = Math.min(before['200']!.perSecond, after['200']!.perSecond);
      expect(overloaded['200']!.p99Ms).toBeLessThan(5 * slowest);
      expect(overloaded['200']!.perSecond).toBeGreaterThan(least / 2);
    },
  );
});
