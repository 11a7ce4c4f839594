import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { Database } from './database.ts';
import { senderOf } from './sender.ts';

describe('statements that do not wait for each other', () => {
  let testDatabase: TestDatabase;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
  });
  afterAll(() => testDatabase.drop());

  /** How many statements the driver had at once at most, and what came of them. */
  async function sendThree(pipelined: boolean): Promise<{ most: number; outcomes: readonly unknown[] }> {
    const database = await Database.connect({ url: testDatabase.url, applicationName: 'spec', pipelined });
    const client = await database.pool.connect();
    const query = client.query.bind(client) as (config: object) => Promise<never>;
    let [now, most] = [0, 0];
    client.query = (async (config: object) => {
      most = Math.max(most, ++now);
      return query(config).finally(() => now--);
    }) as typeof client.query;
    const send = senderOf(client, database.isPipelined);
    const settled = await Promise.allSettled(
      ['SELECT 1 AS n', 'SELECT 1 / 0 AS n', 'SELECT 3 AS n'].map((text) => send<{ n: number }>({ text })),
    );
    client.release();
    await database.close();
    const outcomes = settled.map((one) => (one.status === 'fulfilled' ? one.value.rows[0]!.n : one.status));
    return { most, outcomes };
  }

  it('go to the driver one by one over a plain connection, also after one that fails', async () => {
    expect(await sendThree(false)).toEqual({ most: 1, outcomes: [1, 'rejected', 3] });
  });

  it('go to the driver at once over a pipelined one', async () => {
    expect(await sendThree(true)).toEqual({ most: 3, outcomes: [1, 'rejected', 3] });
  });
});
