import { setTimeout as pause } from 'node:timers/promises';
import { type JobOutcome, JobQueue, JobWorker, type Task, type WorkerOptions } from '@brickmarket/persistence-ports';
import { deferred, eventually, inTime } from '../../../../test/support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { Database } from '../database/database.ts';
import { Fence } from '../database/fence.ts';
import { Stores } from '../stores.ts';

/** Longer than a lease, and than the thread that renews it needs to begin on a busy machine. */
const COMPUTING_MS = 6_000;
/** How often a worker with time for another job asks for one. */
const POLL_MS = 2_000;
/** Never by itself within a test. */
const YEARLY = '0 0 1 1 *';

describe('workers on one database', () => {
  let testDatabase: TestDatabase;
  let databases: readonly Database[];
  const stores = (worker: number): Stores => new Stores(databases[worker]!);
  let outcomes: JobOutcome[];
  let stopping = new AbortController();
  const options = (): WorkerOptions & { stopping: AbortSignal; stopTimeoutMs: number } => ({
    concurrency: 2,
    checkMs: 100,
    leaseMs: 60_000,
    report: (outcome) => void outcomes.push(outcome),
    onLeaseLost: () => {
      throw new Error('the lease is lost');
    },
    stopping: stopping.signal,
    stopTimeoutMs: 60_000,
  });
  const task = (name: Task['name'], run: Task['run'], schedule = YEARLY): Task => ({ name, schedule, run });
  // Through the second one: of a worker that is lost all connections are ended.
  const jobs = () => stores(1).get(JobQueue).list();

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    databases = await Promise.all(
      [1, 2].map((n) => Database.connect({ url: testDatabase.url, applicationName: `worker ${n}`, poolSize: 8 })),
    );
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await testDatabase.drop();
  });
  beforeEach(async () => {
    outcomes = [];
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

  it('do not take a job again that they give back, however late their last request for one is answered', async () => {
    const [begun, never, answer] = [deferred(), deferred(), deferred()];
    const stuck = task('value', async () => {
      begun.resolve();
      await never.promise;
      return null;
    });
    const fence = new Fence();
    const database = await Database.connect({ url: testDatabase.url, applicationName: 'late', poolSize: 8, fence });
    await stores(1).get(JobQueue).enqueue(['value']);
    const worker = new Stores(database).get(JobWorker);
    const working = worker.run([stuck], { ...options(), checkMs: 3_600_000, stopTimeoutMs: 50 });
    await inTime('the job begins', begun.promise);
    await eventually('it has its lease', async () => (await jobs())[0]?.holder);
    let asked = 0;
    fence.raise(async () => {
      if (stopping.signal.aborted) return;
      asked++;
      await answer.promise;
    });
    await pause(POLL_MS);
    await eventually('it asks for another job meanwhile', () => asked > 0);
    stopping.abort();
    await Promise.race([working, pause(200)]);
    answer.resolve();
    await pause(200);
    expect(await inTime('it gives the job back', working)).toBe('gaveBack');
    expect(await jobs()).toMatchObject([{ task: 'value', state: 'retrying', startedAt: null }]);
    never.resolve();
    await database.close();
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
    expect(runs).toBe(1);
    // As when its machine is gone: the server closes its connections.
    await databases[1]!.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = 7214665
       AND objid::bigint = (SELECT hashtext(locked_by)::bigint & 4294967295 FROM graphile_worker.jobs
                            WHERE task_identifier = 'value')`,
    );
    await eventually('its job is unlocked', async () => (await jobs()).some(({ state }) => state === 'retrying'));
    expect(outcomes).toContainEqual(expect.objectContaining({ job: 'worker', isFailure: false }));
    release.resolve();
    lost.abort();
    stopping.abort();
    await inTime('both stop', Promise.all([first, second]));
  });

  it('renew their lease while a job computes without a pause', async () => {
    const busy = task('value', async () => {
      await eventually('the lease is taken', async () => (await jobs())[0]?.holder);
      const begunAt = Date.now();
      // The thread does nothing else, as if it computed.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, COMPUTING_MS);
      const [job] = await jobs();
      return String(job!.holder!.beatAt.getTime() - begunAt);
    });
    await stores(0).get(JobQueue).enqueue(['value']);
    await stores(0)
      .get(JobWorker)
      .runOnce([busy], { ...options(), leaseMs: 1_000 });
    // After the event loop had stood still for longer than a lease.
    expect(Number(outcomes.at(-1)!.did)).toBeGreaterThan(1_000);
  });
});
