import { ImportRunningError } from '../operations.ts';
import { aCatalog, aSet } from './builders.ts';
import { dataVersions, type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store must do for those who operate the service. */
export function describeOperationsPorts(open: OpenStores): void {
  describe('the operations ports', () => {
    let stores: StoresUnderTest;
    beforeEach(async () => {
      stores = await open();
    });

    describe('JobLock', () => {
      it('returns the result of the work; null at once while the same job is running, only then', async () => {
        const result = await stores.jobs.tryRun('one', async () => {
          expect(await stores.jobs.tryRun('one', async () => 'second')).toBeNull();
          expect(await stores.jobs.tryRun('two', async () => 'other job')).toBe('other job');
          return 'first';
        });
        expect(result).toBe('first');
        expect(await stores.jobs.tryRun('one', async () => 'again')).toBe('again');
      });

      it('passes an error of the work on, an ImportRunningError too, and is free again', async () => {
        const failing = stores.jobs.tryRun('one', () => Promise.reject(new ImportRunningError('sales')));
        await expect(failing).rejects.toThrow(ImportRunningError);
        expect(await stores.jobs.tryRun('one', async () => 'again')).toBe('again');
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
    });

    describe('DemoRecord', () => {
      const demo = {
        seed: 'one',
        asOf: new Date('2026-11-15T12:34:56.789Z'),
        sets: 10,
        minifigs: 5,
        years: 2.5,
        temperament: 'noisy',
      };

      it('finds no demo before one was begun', async () => {
        expect(await stores.demo.find()).toBeNull();
      });

      it('finds the demo that was begun last, and whether it is complete', async () => {
        await stores.demo.begin(demo);
        expect(await stores.demo.find()).toEqual({ ...demo, finishedAt: null });
        await stores.demo.finish();
        expect(await stores.demo.find()).toEqual({ ...demo, finishedAt: expect.any(Date) });
        const other = { ...demo, seed: 'two', temperament: 'smooth' };
        await stores.demo.begin(other);
        expect(await stores.demo.find()).toEqual({ ...other, finishedAt: null });
      });
    });

    describe('OperationsReport', () => {
      it('lists each kind of shared data once, with the time of a change that raised its version', async () => {
        const kinds = Object.keys(await dataVersions(stores)).toSorted();
        const before = await stores.operations.listDataChanges();
        expect(before.map(({ kind }) => kind).toSorted()).toEqual(kinds);
        await stores.catalogImport.mergeCatalog(aCatalog([aSet('1-1')]));
        const changedAt = (changes: typeof before, kind: string) =>
          changes.find((change) => change.kind === kind)!.changedAt?.getTime() ?? 0;
        const after = await stores.operations.listDataChanges();
        expect(changedAt(after, 'catalog')).toBeGreaterThan(changedAt(before, 'catalog'));
        expect(changedAt(after, 'retail')).toBe(changedAt(before, 'retail'));
      });

      it('lists jobs by name with runs, failures and last success; a refused run does not count', async () => {
        const failure = () => Promise.reject(new Error('failed'));
        await stores.jobs.tryRun('b', async () => {
          await stores.jobs.tryRun('b', async () => undefined);
        });
        await stores.jobs.tryRun('b', failure).catch(() => undefined);
        await stores.jobs.tryRun('a', failure).catch(() => undefined);
        expect(await stores.operations.listJobs()).toEqual([
          { job: 'job a', runs: 1, failures: 1, lastSucceededAt: null },
          { job: 'job b', runs: 2, failures: 1, lastSucceededAt: expect.any(Date) },
        ]);
      });
    });
  });
}
