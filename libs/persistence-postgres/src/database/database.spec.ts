import { createTestDatabase } from '../../../../test/support/test-database.ts';
import { Database } from './database.ts';

const COMPUTING_MS = 11_000;

it('gets a connection for batch work although the process computes for many seconds meanwhile', async () => {
  const own = await createTestDatabase();
  const database = Database.open({ url: own.url, applicationName: 'batch' });
  try {
    const answered = database.pool.query<{ one: number }>('SELECT 1 AS one');
    computeFor(COMPUTING_MS);
    expect((await answered).rows).toEqual([{ one: 1 }]);
  } finally {
    await database.close();
    await own.drop();
  }
});

/** The thread does nothing else, as if it computed. */
function computeFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
