import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { Database } from './database.ts';

const READS_PER_PIPELINE = 16;
const ACCOUNT = 1;
const LOCK = 4_711;

describe('private reads that are asked for at the same time', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  /** Slow reads wait for what it holds. */
  let lock: Client;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
  });
  beforeEach(async () => {
    const { url } = testDatabase;
    database = await Database.connect({ url, applicationName: 'spec', pipelined: true, statementTimeoutMs: 60_000 });
    lock = new Client({ connectionString: url });
    await lock.connect();
    await lock.query(`SELECT pg_advisory_lock(${LOCK})`);
  });
  afterEach(async () => {
    await lock.end();
    await database.close();
  });
  afterAll(() => testDatabase.drop());

  const read = async (name: string, text: string): Promise<unknown> =>
    (await database.read<{ value: unknown }>({ name, text, values: [] }, ACCOUNT))[0]!.value;
  const ownBackend = (): Promise<unknown> => read('own_backend', 'SELECT pg_backend_pid() AS value');
  const waitForLock = (): Promise<unknown> => read('slow', `SELECT pg_advisory_xact_lock_shared(${LOCK}) AS value`);

  it('share a connection, a few of them', async () => {
    const backends = await Promise.all(Array.from({ length: 2 * READS_PER_PIPELINE }, ownBackend));
    expect(new Set(backends.slice(0, READS_PER_PIPELINE)).size).toBe(1);
    expect(new Set(backends).size).toBe(2);
  });

  it('are answered elsewhere when they stand behind one that is slow, which then fails alone', async () => {
    const before = Array.from({ length: 5 }, ownBackend);
    const slow = waitForLock();
    const behind = Array.from({ length: 10 }, ownBackend);
    const backends = await Promise.all([...before, ...behind]);
    expect([new Set(backends.slice(0, 5)).size, new Set(backends.slice(5)).size, new Set(backends).size]).toEqual([
      1, 1, 2,
    ]);
    // As a statement that has run for too long is: it was given all its time.
    await lock.query(`SELECT pg_cancel_backend(${String(backends[0])})`);
    await expect(slow).rejects.toThrow('canceling statement');
    expect(await ownBackend()).toEqual(expect.any(Number));
  });

  it('are answered elsewhere when one of them ends the connection', async () => {
    const before = Array.from({ length: 5 }, ownBackend);
    const faulty = read('faulty', 'SELECT pg_terminate_backend(pg_backend_pid()) AS value');
    const behind = Array.from({ length: 10 }, ownBackend);
    await expect(faulty).rejects.toThrow('terminating connection');
    expect(new Set(await Promise.all([...before, ...behind])).size).toBe(2);
  });

  it('are answered while as many reads as there are pipelines are slow', async () => {
    const slow = Array.from({ length: 4 }, waitForLock);
    expect(await ownBackend()).toEqual(expect.any(Number));
    await lock.query('SELECT pg_advisory_unlock_all()');
    await Promise.all(slow);
  });

  it('fail alone where the server refuses one of them', async () => {
    const reads = [ownBackend(), read('wrong', 'SELECT 1 / 0 AS value'), ownBackend()];
    expect((await Promise.allSettled(reads)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });
});
