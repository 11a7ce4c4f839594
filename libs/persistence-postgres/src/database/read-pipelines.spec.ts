import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { Database, readAsAccount } from './database.ts';

const READS_PER_PIPELINE = 16;
const ACCOUNT = 1;
/** What a statement may take where one of them is ended by it. */
const LIMIT_MS = 4_000;
const LOCK = 4_711;
/** After which reads behind a slow one are read again elsewhere. */
const PATIENCE_MS = 250;

describe('private reads that are asked for at the same time', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  /** Slow reads wait for what it holds. */
  let lock: Client;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
  });
  beforeEach(async () => {
    // Patience ends when a test says so: on a slow machine no other read must seem to be slow.
    jest.useFakeTimers({ doNotFake: ['Date', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate'] });
    const { url } = testDatabase;
    database = await Database.connect({ url, applicationName: 'spec', pipelined: true, statementTimeoutMs: 60_000 });
    lock = new Client({ connectionString: url });
    await lock.connect();
    await lock.query(`SELECT pg_advisory_lock(${LOCK})`);
  });
  afterEach(async () => {
    jest.useRealTimers();
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
    await Promise.all(before);
    jest.advanceTimersByTime(PATIENCE_MS);
    const backends = await Promise.all([...before, ...behind]);
    expect([new Set(backends.slice(0, 5)).size, new Set(backends.slice(5)).size, new Set(backends).size]).toEqual([
      1, 1, 2,
    ]);
    // As a statement that has run for too long is: it was given all its time.
    await lock.query(`SELECT pg_cancel_backend(${String(backends[0])})`);
    await expect(slow).rejects.toThrow('canceling statement');
    expect(await ownBackend()).toEqual(expect.any(Number));
  });

  it('of other accounts are answered within their time while one is ended by the time limit, alone', async () => {
    const { url } = testDatabase;
    const limits = { pipelined: true, statementTimeoutMs: LIMIT_MS };
    const limited = await Database.connect({ url, applicationName: 'spec', ...limits });
    const begun = performance.now();
    const readOf = async (accountId: number, name: string, value: string) => {
      const [row] = await readAsAccount<{ value: string }>(limited, accountId, name, `SELECT ${value} AS value`);
      return row!.value;
    };
    // The setting that row-level security goes by: an answer that was mixed up would be another account's.
    const own = (accountId: number) => readOf(accountId, 'own', `current_setting('brickmarket.account_id')`);
    const before = [101, 102, 103, 104, 105].map(own);
    const slow = readOf(1, 'slow_of_account', `pg_advisory_xact_lock_shared(${LOCK})::text`).catch(
      ({ message }: Error) => message,
    );
    const slowMs = slow.then(() => performance.now() - begun);
    const behind = [201, 202, 203, 204, 205, 206, 207, 208, 209, 210].map(own);
    await Promise.all(before);
    jest.advanceTimersByTime(PATIENCE_MS);
    const answers = Promise.all([...before, ...behind]).then((values) => values.join(' '));
    expect(await Promise.race([answers, slow])).toBe('101 102 103 104 105 201 202 203 204 205 206 207 208 209 210');
    expect(await slow).toBe('canceling statement due to statement timeout');
    expect(await slowMs).toBeGreaterThanOrEqual(LIMIT_MS);
    expect(await own(301)).toBe('301');
    await limited.close();
  });

  it('are answered elsewhere when one of them ends the connection', async () => {
    const before = Array.from({ length: 5 }, ownBackend);
    const faulty = read('faulty', 'SELECT pg_terminate_backend(pg_backend_pid()) AS value');
    const behind = Array.from({ length: 10 }, ownBackend);
    await expect(faulty).rejects.toThrow('terminating connection');
    expect(new Set(await Promise.all([...before, ...behind])).size).toBe(2);
  });

  it('are answered while as many reads as there are pipelines are slow', async () => {
    // Each of them is slow in turn.
    jest.useRealTimers();
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
