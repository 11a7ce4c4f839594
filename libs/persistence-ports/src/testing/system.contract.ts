import type { JobOutcome, Task, WorkerOptions } from '../jobs/jobs.ts';
import type { ImportOrigin } from '../ops/system.ts';
import { DAY, aCatalog, aMarketSale, aRun, aSet, feed } from './builders.ts';
import { dataVersions, type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store must do for those who operate the service. */
export function describeSystemPorts(open: OpenStores): void {
  describe('the operations ports', () => {
    let stores: StoresUnderTest;
    beforeEach(async () => {
      stores = await open();
    });

    describe('JobQueue', () => {
      const list = async () => (await stores.jobs.list()).map(({ task, state }) => `${task} ${state}`);

      it('has one job of a task, however often it is enqueued', async () => {
        await stores.jobs.enqueue(['months', 'value']);
        await stores.jobs.enqueue(['value']);
        expect((await list()).toSorted()).toEqual(['months waiting', 'value waiting']);
      });

      it('gets a valuation from an import that changed something, and none from one that did not', async () => {
        await stores.catalogImport.mergeCatalog(aCatalog([aSet('1-1')]));
        const [job, ...others] = await stores.jobs.list();
        expect([job!.task, job!.state, others]).toEqual(['value', 'waiting', []]);
        await stores.catalogImport.mergeCatalog(aCatalog([aSet('1-1')]));
        // Nor is it put off: a stream of imports must not keep a valuation waiting for ever.
        const itemId = (await stores.items.load()).sets.get('1-1')!;
        const sell = () =>
          stores.salesImport.mergeSales(feed([{ itemId, sale: aMarketSale(DAY, { sourceRef: 'a' }) }]));
        await sell();
        expect(await stores.jobs.list()).toEqual([job]);
      });

      it('retries what is asked for, and says what it retried', async () => {
        await stores.jobs.enqueue(['value', 'months']);
        const [first] = await stores.jobs.list();
        expect(await stores.jobs.retry([first!.id, 999_999_999])).toEqual([first!.id]);
        expect(await stores.jobs.retry('unsuccessful')).toEqual([]);
      });

      it('removes a job that is cancelled, and says what it was', async () => {
        await stores.jobs.enqueue(['value', 'months']);
        const [first, second] = await stores.jobs.list();
        expect(await stores.jobs.cancel(first!.id)).toEqual(first);
        expect(await stores.jobs.cancel(first!.id)).toBeNull();
        expect(await stores.jobs.list()).toEqual([second]);
      });
    });

    const unused = (): never => {
      throw new Error('sales have no price states');
    };
    const anItem = async (): Promise<number> => {
      await stores.catalogImport.mergeCatalog(aCatalog([aSet('1-1')]));
      return (await stores.items.load()).sets.get('1-1')!;
    };
    const fileOf = (name: string, isDemo = false): ImportOrigin => ({
      isDemo,
      files: [name],
      facts: () => ({ rejected: 0, checksum: '0'.repeat(64) }),
    });

    describe('ImportJournal', () => {
      it('lists an import with its origin, and takes back exactly what it brought, not in a dry run', async () => {
        const itemId = await anItem();
        const sell = (sourceRef: string, origin?: ImportOrigin) =>
          stores.salesImport.mergeSales(feed([{ itemId, sale: aMarketSale(DAY, { sourceRef }) }]), origin);
        await sell('before');
        expect(await stores.journal.list(10)).toEqual([]);
        expect(await stores.journal.lastNewsAt('sales')).toBeNull();
        const origin = fileOf('sales.csv');
        await sell('brought', origin);
        const [recorded] = await stores.journal.list(10);
        const news = await stores.journal.lastNewsAt('sales');
        expect(news!.getTime()).toBeGreaterThanOrEqual(recorded!.startedAt.getTime());
        expect(await sell('brought', origin)).toMatchObject({ inserted: 0, unchanged: 1 });
        expect(await stores.journal.lastNewsAt('sales')).toEqual(news);
        expect(await stores.journal.lastNewsAt('retail prices')).toBeNull();
        expect(await stores.journal.find(recorded!.id)).toMatchObject({ kind: 'sales', undoneAt: null });
        const undo = (isDryRun: boolean) =>
          stores.journal.undo(recorded!.id, 'sales', { isDryRun, fold: unused, changesOf: unused });
        expect(await undo(true)).toMatchObject({ removed: 1, changedBy: [] });
        expect(await undo(false)).toMatchObject({ removed: 1, changedBy: [] });
        expect(await stores.journal.find(recorded!.id)).toMatchObject({ state: 'undone' });
        expect(await stores.journal.lastNewsAt('sales')).toBeNull();
        expect(await sell('brought')).toMatchObject({ inserted: 1 });
        expect(await stores.journal.find(999_999_999)).toBeNull();
      });
    });

    describe('JobWorker', () => {
      let outcomes: JobOutcome[];
      const options = (): WorkerOptions => ({
        concurrency: 2,
        checkMs: 100,
        leaseMs: 60_000,
        report: (outcome) => void outcomes.push(outcome),
        onLeaseLost: () => {
          throw new Error('the lease is lost');
        },
      });
      const task = (name: Task['name'], run: Task['run']): Task => ({ name, schedule: '0 0 1 1 *', run });
      beforeEach(() => {
        outcomes = [];
      });

      it('finishes what it began when it is told to stop', async () => {
        const stopping = new AbortController();
        const slow = task('value', async () => {
          stopping.abort();
          await new Promise((resolve) => setTimeout(resolve, 50));
          return 'valued';
        });
        await stores.jobs.enqueue(['value']);
        const untilTold = { ...options(), stopping: stopping.signal, stopTimeoutMs: 60_000 };
        expect(await stores.worker.run([slow], untilTold)).toBe('finished');
        expect(outcomes).toMatchObject([{ job: 'value', did: 'valued', isFailure: false }]);
        expect(await stores.jobs.list()).toEqual([]);
      });

      it('retries what fails, and remembers why', async () => {
        let [runs, failedAt] = [0, 0];
        const failing = task('months', async () => {
          if (++runs > 1) return 'published';
          failedAt = Date.now();
          throw new Error('out of paper');
        });
        await stores.jobs.enqueue(['months']);
        await stores.worker.runOnce([failing], options());
        const [job] = await stores.jobs.list();
        expect(job).toMatchObject({ task: 'months', state: 'retrying', attempts: 1, lastError: 'out of paper' });
        expect(job!.dueAt.getTime()).toBeGreaterThan(failedAt);
        expect(await stores.jobs.retry('unsuccessful')).toEqual([job!.id]);
        await stores.worker.runOnce([failing], options());
        expect(outcomes.map(({ did }) => did)).toEqual(['out of paper', 'published']);
        expect(await stores.jobs.list()).toEqual([]);
      });
    });

    describe('StoreClock', () => {
      it('is the clock of the store, not of the process', async () => {
        await stores.moveClock('2030-02-03T04:05:06.789Z');
        expect(await stores.clock.now()).toEqual(new Date('2030-02-03T04:05:06.789Z'));
      });
    });

    describe('DatabaseHealth', () => {
      it('resolves on a store that answers with the schema of this build', async () => {
        await expect(stores.health.check()).resolves.toBeUndefined();
      });

      it('counts the connections of this process', async () => {
        await stores.health.check();
        const { busy, idle, waiting } = stores.health.connections();
        expect([busy, waiting]).toEqual([0, 0]);
        expect(idle).toBeGreaterThan(0);
      });

      it('says by which clock days are decided, and of which day the values are', async () => {
        await stores.moveClock('2026-11-15T12:00:00Z');
        const now = new Date('2026-11-15T12:00:00Z');
        expect(await stores.health.dates()).toEqual({ now, valuedOn: null });
        await stores.valuations.run((session) => session.publish(aRun({ asOf: DAY, items: [], values: [] })));
        expect(await stores.health.dates()).toEqual({ now, valuedOn: DAY });
      });

      it('says nothing of replicas where there are none', () => {
        expect(stores.health.replicas()).toBeNull();
      });
    });

    describe('DemoRecord', () => {
      const demo = {
        seed: 'one',
        asOf: new Date('2026-11-15T12:34:56.789Z'),
        sets: 10,
        minifigs: 5,
        years: 2.5,
        profile: 'one',
      };

      it('finds no demo before one was begun', async () => {
        expect(await stores.demo.find()).toBeNull();
      });

      it('finds the demo that was begun last, and whether it is complete', async () => {
        await stores.demo.begin(demo);
        expect(await stores.demo.find()).toEqual({ ...demo, finishedAt: null });
        await stores.demo.finish();
        expect(await stores.demo.find()).toEqual({ ...demo, finishedAt: expect.any(Date) });
        const other = { ...demo, seed: 'two', profile: 'other' };
        await stores.demo.begin(other);
        expect(await stores.demo.find()).toEqual({ ...other, finishedAt: null });
      });

      it('finds a demo that has gone on as of its last instant', async () => {
        await stores.demo.begin(demo);
        await stores.demo.finish();
        const asOf = new Date('2026-11-16T12:34:56.789Z');
        await stores.demo.finish(asOf);
        expect(await stores.demo.find()).toEqual({ ...demo, asOf, finishedAt: expect.any(Date) });
      });

      it('takes away what demo imports brought and nothing else, also twice, and is forgotten', async () => {
        const itemId = await anItem();
        const sell = (sourceRef: string, isDemo: boolean) =>
          stores.salesImport.mergeSales(
            feed([{ itemId, sale: aMarketSale(DAY, { sourceRef }) }]),
            fileOf(sourceRef, isDemo),
          );
        await stores.demo.begin(demo);
        await sell('invented', true);
        await sell('own', false);
        const folds = { fold: unused, changesOf: unused };
        const nothing = { sales: 0, retailObservations: 0, setDetails: 0, events: 0 };
        expect(await stores.demo.removeMarket(folds)).toEqual({ ...nothing, sales: 1 });
        expect(await stores.demo.removeMarket(folds)).toEqual(nothing);
        expect(await sell('own', false)).toMatchObject({ inserted: 0, unchanged: 1 });
        expect(await sell('invented', false)).toMatchObject({ inserted: 1 });
        await stores.demo.forget();
        expect(await stores.demo.find()).toBeNull();
      });
    });

    describe('ServiceRecord', () => {
      it('adds up what processes note in an hour, and marks the minutes in which they did', async () => {
        const since = new Date(Date.now() - 3 * 3_600_000);
        expect(await stores.serviceRecord.listHours(since)).toEqual([]);
        await stores.serviceRecord.note({ requests: 10, errors: 1, buckets: [7, 2] });
        await stores.serviceRecord.note({ requests: 5, errors: 0, buckets: [0, 5] });
        const hours = await stores.serviceRecord.listHours(since);
        const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
        // Two hours when one has just ended in between.
        expect(sum(hours.map(({ requests }) => requests))).toBe(15);
        expect(sum(hours.map(({ errors }) => errors))).toBe(1);
        expect([0, 1].map((place) => sum(hours.map(({ buckets }) => buckets[place]!)))).toEqual([7, 7]);
        const marked = hours.flatMap(({ minutes }) => minutes.filter(Boolean));
        expect([hours[0]!.minutes.length, marked.length >= 1 && marked.length <= 2]).toEqual([60, true]);
        expect(await stores.serviceRecord.listHours(new Date(Date.now() + 3_600_000))).toEqual([]);
      });
    });

    describe('SystemStatus', () => {
      it('lists each kind of shared data once, with the time of a change that raised its version', async () => {
        const kinds = Object.keys(await dataVersions(stores)).toSorted();
        const before = await stores.status.listDataChanges();
        expect(before.map(({ kind }) => kind).toSorted()).toEqual(kinds);
        await stores.catalogImport.mergeCatalog(aCatalog([aSet('1-1')]));
        const changedAt = (changes: typeof before, kind: string) =>
          changes.find((change) => change.kind === kind)!.changedAt?.getTime() ?? 0;
        const after = await stores.status.listDataChanges();
        expect(changedAt(after, 'catalog')).toBeGreaterThan(changedAt(before, 'catalog'));
        expect(changedAt(after, 'retail')).toBe(changedAt(before, 'retail'));
      });

      it('lists jobs by name with runs, failures and last success; a refused run does not count', async () => {
        const failure = () => Promise.reject(new Error('failed'));
        await stores.valuations.run(async () => {
          await stores.valuations.run(async () => undefined).catch(() => undefined);
        });
        await stores.valuations.run(failure).catch(() => undefined);
        await stores.months.run(failure).catch(() => undefined);
        expect(await stores.status.listJobs()).toEqual([
          { job: 'months', runs: 1, failures: 1, lastSucceededAt: null },
          { job: 'values', runs: 2, failures: 1, lastSucceededAt: expect.any(Date) },
        ]);
      });

      it('counts the jobs of each task, and how long the oldest has been due', async () => {
        expect(await stores.status.listQueues()).toEqual([]);
        await stores.jobs.enqueue(['value', 'months']);
        const queue = { waiting: 1, running: 0, failed: 0, oldestSeconds: expect.any(Number), runningSeconds: 0 };
        expect(await stores.status.listQueues()).toEqual([
          { task: 'months', ...queue },
          { task: 'value', ...queue },
        ]);
      });

      it('counts the workers that live while they work', async () => {
        expect(await stores.status.reportWorkers()).toEqual({ alive: 0, lost: 0, lastBeatAt: null });
        let seen: unknown;
        await stores.jobs.enqueue(['value']);
        const look: Task = {
          name: 'value',
          schedule: null,
          run: async () => {
            for (let tries = 0; tries < 1_000; tries++) {
              seen = await stores.status.reportWorkers();
              if ((seen as { alive: number }).alive > 0) break;
              await new Promise((resolve) => setTimeout(resolve, 10));
            }
            return null;
          },
        };
        await stores.worker.runOnce([look], {
          concurrency: 1,
          checkMs: 100,
          leaseMs: 60_000,
          report: () => undefined,
          onLeaseLost: () => {
            throw new Error('the lease is lost');
          },
        });
        expect(seen).toEqual({ alive: 1, lost: 0, lastBeatAt: expect.any(Date) });
        expect(await stores.status.reportWorkers()).toMatchObject({ alive: 0, lost: 0 });
      });

      it('tells what imports of a feed have brought', async () => {
        await stores.catalogImport.mergeCatalog(aCatalog([aSet('1-1')]));
        const itemId = (await stores.items.load()).sets.get('1-1')!;
        const sales = async () => (await stores.status.listFeeds()).find(({ feed: name }) => name === 'sales');
        const before = await sales();
        await stores.salesImport.mergeSales(feed([{ itemId, sale: aMarketSale(DAY, { sourceRef: 'a' }) }]), {
          files: ['sales.csv'],
          facts: () => ({ rejected: 3, checksum: '0'.repeat(64) }),
        });
        expect(await sales()).toEqual({
          feed: 'sales',
          imported: (before?.imported ?? 0) + 1,
          failed: before?.failed ?? 0,
          takenRows: (before?.takenRows ?? 0) + 1,
          rejectedRows: (before?.rejectedRows ?? 0) + 3,
          lastImportedAt: expect.any(Date),
        });
      });

      it('knows no delivery that waits, and no replica, where there is none', async () => {
        expect(await stores.status.reportDeliveries()).toMatchObject({
          channels: [
            { channel: 'webhook', waiting: 0, oldestSeconds: 0 },
            { channel: 'mail', waiting: 0, oldestSeconds: 0 },
          ],
        });
        expect(await stores.status.listReplicaLags()).toEqual([]);
      });
    });
  });
}
