import { JobWorker } from '@brickmarket/persistence-ports';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, inTime } from '../../../../test/support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { Database } from '../database/database.ts';
import { Stores } from '../stores.ts';

// A schedule has a resolution of a minute: this waits for the next one.
describe('the schedule of workers on one database', () => {
  let testDatabase: TestDatabase;
  /** In which minutes the scheduled job was done. */
  const runs: number[] = [];
  const stopping = new AbortController();
  let workers: readonly { readonly database: Database; readonly working: Promise<unknown> }[];
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    workers = await Promise.all(
      [1, 2].map(async (n) => {
        const database = await Database.connect({ url: testDatabase.url, applicationName: `schedule ${n}` });
        const run = async (): Promise<string> => `run ${runs.push(Math.floor(Date.now() / 60_000))}`;
        const working = new Stores(database).get(JobWorker).run([{ name: 'events', schedule: '* * * * *', run }], {
          concurrency: 2,
          checkMs: 100,
          leaseMs: 60_000,
          report: () => undefined,
          onLeaseLost: () => {
            throw new Error('the lease is lost');
          },
          stopping: stopping.signal,
          stopTimeoutMs: 60_000,
        });
        return { database, working };
      }),
    );
  });
  afterAll(async () => {
    stopping.abort();
    await inTime('the workers stop', Promise.all(workers.map(({ working }) => working)));
    await Promise.all(workers.map(({ database }) => database.close()));
    await testDatabase.drop();
  });

  it('makes a job once, however many have the schedule', async () => {
    await eventually('a minute begins and its job is done', () => runs.length > 0);
    // The other one has the same minute: it would make its job within this time, and one of the two would do it.
    await pause(2_000);
    expect(runs).toEqual([...new Set(runs)]);
  });
});
