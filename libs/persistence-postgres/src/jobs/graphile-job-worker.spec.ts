import { type JobOutcome, JobQueue, JobWorker, type Task, type WorkerOptions } from '@brickmarket/persistence-ports';
import { deferred, eventually, inTime } from '../../../../test/support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { Database } from '../database/database.ts';
import type { Fence } from '../database/connection-options.ts';
import { Stores } from '../stores.ts';

const COMPUTING_MS = 3_000;
/** Never automatically within a test. */
const YEARLY = '0 0 1 1 *';

describe('workers on one database', () => {
  let testDatabase: TestDatabase;
  let databases: readonly Database[];
  const stores = (worker: number): Stores => new Stores(databases[worker]!);
  let fences: readonly Fence[];
  let outcomes: JobOutcome[];
  let leasesLost: number;
  let stopping = new AbortController();
  const options = (): WorkerOptions & { stopping: AbortSignal; stopTimeoutMs: number } => ({
    concurrency: 2,
    checkMs: 100,
    leaseMs: 60_000,
    report: (outcome) => void outcomes.push(outcome),
    onLeaseLost: () => void leasesLost++,
    stopping: stopping.signal,
    stopTimeoutMs: 60_000,
  });
  const task = (name: Task['name'], run: Task['run'], schedule = YEARLY): Task => ({ name, schedule, run });
  /** Through the second one: all connections of a lost worker end. */
  const jobs = () => stores(1).get(JobQueue).list();

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    fences = [{ check: null }, { check: null }];
    databases = await Promise.all(
      fences.map((fence, n) =>
        Database.connect({ url: testDatabase.url, applicationName: `worker ${n}`, poolSize: 8, fence }),
      ),
    );
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await testDatabase.drop();
  });
  beforeEach(async () => {
    outcomes = [];
    leasesLost = 0;
    stopping = new AbortController();
    await databases[0]!.pool.query('TRUNCATE graphile_worker._private_jobs');
  });
  afterEach(() => stopping.abort());

  it('give back their leases, however soon they find nothing to do', async () => {
    const worker = stores(0).get(JobWorker);
    for (let run = 0; run < 5; run++) await worker.runOnce([], options());
    expect((await databases[0]!.pool.query('SELECT id FROM ops.worker')).rows).toEqual([]);
  });

  it('do each of many jobs once between them, and finish what they began when they stop', async () => {
    const [begun, release] = [deferred(), deferred()];
    let [runs, isFinished] = [0, false];
    const slow = task('value', async () => {
      runs++;
      begun.resolve();
      await release.promise;
      isFinished = true;
      return 'valued';
    });
    await stores(0).get(JobQueue).enqueue(['value']);
    const working = [0, 1].map((n) => stores(n).get(JobWorker).run([slow], options()));
    await inTime('the job begins', begun.promise);
    expect(await jobs()).toMatchObject([{ task: 'value', state: 'running', attempts: 1, startedAt: expect.any(Date) }]);
    await eventually('it is known who does it', async () => (await jobs())[0]?.holder?.pid === process.pid);
    stopping.abort();
    release.resolve();
    expect(await inTime('both stop', Promise.all(working))).toEqual(['finished', 'finished']);
    expect([runs, isFinished, await jobs()]).toEqual([1, true, []]);
    expect(outcomes).toMatchObject([{ job: 'value', did: 'valued', isFailure: false }]);
  });

  it('get a job back at once from one that must stop before it has finished', async () => {
    const [begun, never] = [deferred(), deferred()];
    const stuck = task('value', async () => {
      begun.resolve();
      await never.promise;
      return null;
    });
    await stores(0).get(JobQueue).enqueue(['value']);
    const first = stores(0)
      .get(JobWorker)
      .run([stuck], { ...options(), stopTimeoutMs: 50 });
    await inTime('the job begins', begun.promise);
    stopping.abort();
    expect(await inTime('it gives the job back', first)).toBe('gaveBack');
    expect(await jobs()).toMatchObject([{ task: 'value', state: 'retrying', startedAt: null }]);
    await stores(1)
      .get(JobWorker)
      .runOnce([task('value', async () => 'done')], options());
    expect([outcomes.at(-1), await jobs()]).toMatchObject([{ job: 'value', did: 'done', isFailure: false }, []]);
    never.resolve();
  });

  it('leave the jobs of a worker alone that computes without a pause, and unlock those of a lost one', async () => {
    const [begun, release] = [deferred(), deferred()];
    let runs = 0;
    const job = task('value', async () => {
      begun.resolve();
      if (++runs === 1) await release.promise;
      return `run ${runs}`;
    });
    await stores(0).get(JobQueue).enqueue(['value']);
    const lost = new AbortController();
    const first = stores(0)
      .get(JobWorker)
      .run([job], { ...options(), checkMs: 3_600_000, stopping: AbortSignal.any([lost.signal, stopping.signal]) });
    await inTime('the job begins', begun.promise);
    let checks = 0;
    const counted = options();
    const second = stores(1)
      .get(JobWorker)
      .run([task('events', async () => `${++checks}`)], counted);
    // It checks ten times a second; the first worker does nothing at all meanwhile, and is left alone.
    for (let n = 0; n < 10; n++) {
      await stores(1).get(JobQueue).enqueue(['events']);
      await eventually('another job is done', () => checks > n);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect([runs, leasesLost]).toEqual([1, 0]);
    // As when its machine is gone: the server closes its connections.
    await databases[1]!.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = 7214665
       AND objid::bigint = (SELECT hashtext(locked_by)::bigint & 4294967295 FROM graphile_worker.jobs
                            WHERE task_identifier = 'value')`,
    );
    await eventually('its job is unlocked', async () => (await jobs()).some(({ state }) => state === 'retrying'));
    expect(outcomes).toContainEqual(expect.objectContaining({ job: 'worker', isFailure: false }));
    expect(leasesLost).toBe(1);
    release.resolve();
    lost.abort();
    stopping.abort();
    await inTime('both stop', Promise.all([first, second]));
  });

  /** The thread does nothing else, as if it computed. */
  const compute = async (): Promise<string> => {
    await eventually('the worker is registered', async () => (await jobs())[0]?.holder);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, COMPUTING_MS);
    return 'computed';
  };

  it('keep their jobs while one computes without a pause for less than the lease', async () => {
    await stores(0).get(JobQueue).enqueue(['value']);
    const leaseMs = 20 * COMPUTING_MS;
    await stores(0)
      .get(JobWorker)
      .runOnce([task('value', compute)], { ...options(), leaseMs });
    expect([outcomes.map(({ did }) => did), leasesLost, await jobs()]).toEqual([['computed'], 0, []]);
  });

  it('end when one computes for longer than the lease, before they use a connection again', async () => {
    const ended = deferred();
    let usedAfter: unknown;
    const late = task('value', async () => {
      await compute();
      expect(leasesLost).toBe(0);
      usedAfter = await databases[0]!.pool.query('SELECT').then(
        () => leasesLost,
        () => leasesLost,
      );
      ended.resolve();
      return null;
    });
    await stores(0).get(JobQueue).enqueue(['value']);
    const working = stores(0)
      .get(JobWorker)
      .run([late], { ...options(), leaseMs: COMPUTING_MS / 2 });
    await inTime('it computes', ended.promise);
    expect(usedAfter).toBeGreaterThan(0);
    stopping.abort();
    await inTime('it stops', working);
  });
});
