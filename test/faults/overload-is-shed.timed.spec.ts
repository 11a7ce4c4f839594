import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { Flood, type FloodAnswers } from '../support/flood.ts';
import { HostPauses } from '../support/host-pauses.ts';
import { LoadClient } from '../support/load-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

interface UnderFlood {
  readonly answers: Readonly<Record<string, FloodAnswers>>;
  readonly readiness: number;
  readonly liveness: number;
  /** How long those waited for a refusal who had not been refused just before: nine out of ten not longer. */
  readonly refusalMs: number;
  /** The longest time in which the host let nobody do anything. */
  readonly pauseMs: number;
  /** How much of the time the process did not wait for a processor: others use the host, too. */
  readonly ownShare: number;
}

describe('a process that is asked for more than it can do', () => {
  let database: TestDatabase;
  let db: Pool;
  let api: ApiProcess;
  let url: string;
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
  /** How long the process has waited for a processor, in all; the kernel counts in nanoseconds. */
  const waitedMs = (): number =>
    Number(readFileSync(`/proc/${api.child.pid}/task/${api.child.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  const memory = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${api.child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

  async function askAsStranger(): Promise<{ status: number; ms: number }> {
    const client = new LoadClient(1);
    const startedAt = performance.now();
    const { status, headers, body } = await client.send(url, key);
    client.close();
    if (status === 503)
      expect([headers['retry-after'], JSON.parse(body)]).toEqual([
        '1',
        { error: { code: 'InternalError', message: expect.any(String) } },
      ]);
    return { status, ms: performance.now() - startedAt };
  }

  async function underFlood(connections: number): Promise<UnderFlood> {
    const host = await HostPauses.start();
    const [startedAt, waitedBefore] = [performance.now(), waitedMs()];
    const flood = Flood.start(url, key, connections);
    await pause(2_000);
    const refusals: number[] = [];
    for (let i = 0; i < 30; i++) {
      const { status, ms } = await askAsStranger();
      if (status === 503) refusals.push(ms);
      await pause(20);
    }
    const [readiness, liveness] = [await health('/readyz'), await health('/livez')];
    const answers = await flood.stop();
    const [endedAt, waitedAfter] = [performance.now(), waitedMs()];
    await host.stop();
    return {
      answers,
      readiness,
      liveness,
      refusalMs: refusals.toSorted((a, b) => a - b)[Math.floor(refusals.length * 0.9)] ?? 0,
      pauseMs: host.longestMs(startedAt, endedAt),
      ownShare: 1 - (waitedAfter - waitedBefore) / (endedAt - startedAt),
    };
  }

  it.each([
    // As it comes. 64 connections keep it busy; more get no more answers out of it.
    { scarce: 'processor', busy: 64, flood: 384, environment: {} },
    // Each batch of admissions takes 20 ms at the database, whatever the machine.
    { scarce: 'database', busy: 24, flood: 96, environment: { MAX_IN_FLIGHT: '32' } },
  ])(
    'for want of $scarce time answers those it has room for as fast as ever, refuses the rest at once, says so in its readiness, and recovers',
    async ({ scarce, busy, flood, environment }) => {
      if (scarce === 'database')
        await db.query(
          "CREATE OR REPLACE FUNCTION access.clock() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now() FROM pg_sleep(0.02)'",
        );
      api = await ApiProcess.start(database.url, { LOG_LEVEL: 'fatal', ...environment });
      url = `${api.url}/api/v1/catalog/themes`;
      await underFlood(busy);
      const before = await underFlood(busy);
      const memoryBefore = memory();
      const overloaded = await underFlood(flood);
      if (memoryBefore > 0) expect(memory() - memoryBefore).toBeLessThan(150);
      await pause(1_500);
      const after = await underFlood(busy);
      for (const { readiness, answers } of [before, after])
        expect([readiness, Object.keys(answers)]).toEqual([200, ['200']]);
      expect([overloaded.liveness, overloaded.readiness, Object.keys(overloaded.answers)]).toEqual([
        200,
        503,
        ['200', '503'],
      ]);
      // What the machine has to do besides changes from second to second: times and rates are those of the process's own time, and normal is what was seen on either side.
      const acceptableMs =
        5 * Math.max(...[before, after].map(({ answers, ownShare }) => answers['200']!.p99Ms * ownShare));
      const ownMs = (ms: number): number => (ms - overloaded.pauseMs) * overloaded.ownShare;
      expect(ownMs(overloaded.answers['200']!.p99Ms)).toBeLessThan(acceptableMs);
      expect(ownMs(overloaded.refusalMs)).toBeLessThan(acceptableMs);
      const ownRate = ({ answers, ownShare }: UnderFlood): number => answers['200']!.perSecond / ownShare;
      expect(ownRate(overloaded)).toBeGreaterThan(Math.min(ownRate(before), ownRate(after)) / 2);
    },
  );
});
