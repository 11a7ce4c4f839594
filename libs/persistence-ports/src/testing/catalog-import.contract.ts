import type { CatalogBatch } from '../catalog/catalog.ts';
import { ImportRunningError } from '../ops/system.ts';
import {
  aCatalog,
  ALL_DETAILS,
  aMinifig,
  aSet,
  brokenFeed,
  feed,
  rowsOf,
  someDetails as detailsOf,
} from './builders.ts';
import { dataVersions, type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store that takes the catalog must do. */
export function describeCatalogImportPorts(open: OpenStores): void {
  describe('CatalogImport', () => {
    let store: StoresUnderTest;
    beforeEach(async () => {
      store = await open();
    });

    const version = async () => (await dataVersions(store)).catalog;
    const someDetails = (setNumber: string) => detailsOf(setNumber, ALL_DETAILS);
    const setOf = async (number: string) => (await store.sets.findByNumbers([number])).get(number);
    const minifigOf = async (number: string) => (await store.minifigs.findByNumbers([number])).get(number);
    const castle = aCatalog(
      [aSet('1-1', { year: 1990 }), aSet('2-1', { year: 1980, theme: 'Pirates' })],
      [aMinifig('fig-1'), aMinifig('fig-2')],
      [
        ['1-1', 'fig-1', 2],
        ['2-1', 'fig-1', 1],
      ],
    );

    it('inserts what is new and finds it again unchanged', async () => {
      expect(await store.catalogImport.mergeCatalog(castle)).toEqual({
        sets: { inserted: 2, changed: 0, unchanged: 0 },
        minifigs: { inserted: 2, changed: 0, unchanged: 0 },
        setMinifigs: { inserted: 2, changed: 0, unchanged: 0, removed: 0 },
        disappearedSets: [],
        takenNumbers: [],
      });
      const before = await version();
      expect(await store.catalogImport.mergeCatalog(castle)).toEqual({
        sets: { inserted: 0, changed: 0, unchanged: 2 },
        minifigs: { inserted: 0, changed: 0, unchanged: 2 },
        setMinifigs: { inserted: 0, changed: 0, unchanged: 2, removed: 0 },
        disappearedSets: [],
        takenNumbers: [],
      });
      expect(await version()).toBe(before);
      expect(await setOf('1-1')).toMatchObject({
        set: aSet('1-1', { year: 1990 }),
        minifigCount: 2,
        minifigNumbers: ['fig-1'],
      });
    });

    it('raises the version once for an import that changes anything', async () => {
      const before = await version();
      await store.catalogImport.mergeCatalog(castle);
      expect(await version()).toBe(before + 1);
    });

    it('changes what is different and leaves ids alone', async () => {
      await store.catalogImport.mergeCatalog(castle);
      const { sets } = await store.items.load();
      const merge = await store.catalogImport.mergeCatalog(
        aCatalog(
          [
            aSet('1-1', { year: 1990, title: 'Renamed', subtheme: null, imageUrl: null }),
            aSet('2-1', { year: 1980, theme: 'Pirates' }),
          ],
          [aMinifig('fig-1'), aMinifig('fig-2', { name: 'Renamed' })],
          [
            ['1-1', 'fig-1', 2],
            ['2-1', 'fig-1', 1],
          ],
        ),
      );
      expect(merge).toMatchObject({ sets: { changed: 1, unchanged: 1 }, minifigs: { changed: 1, unchanged: 1 } });
      expect((await setOf('1-1'))?.set).toMatchObject({ title: 'Renamed', subtheme: null, imageUrl: null });
      expect((await store.items.load()).sets).toEqual(sets);
    });

    it('replaces the minifigs of a set', async () => {
      await store.catalogImport.mergeCatalog(castle);
      const merge = await store.catalogImport.mergeCatalog(
        aCatalog(
          [aSet('1-1', { year: 1990 }), aSet('2-1', { year: 1980, theme: 'Pirates' })],
          [aMinifig('fig-1'), aMinifig('fig-2')],
          [
            ['1-1', 'fig-1', 3],
            ['1-1', 'fig-2', 1],
          ],
        ),
      );
      expect(merge.setMinifigs).toEqual({ inserted: 1, changed: 1, unchanged: 0, removed: 1 });
      expect(await setOf('1-1')).toMatchObject({ minifigCount: 4, minifigNumbers: ['fig-1', 'fig-2'] });
      expect(await setOf('2-1')).toMatchObject({ minifigCount: 0, minifigNumbers: [] });
    });

    it('keeps sets that have disappeared, with their minifigs, and names them', async () => {
      await store.catalogImport.mergeCatalog(castle);
      const merge = await store.catalogImport.mergeCatalog(aCatalog([aSet('1-1', { year: 1990 })], [], []));
      expect(merge.disappearedSets).toEqual(['2-1']);
      expect(await setOf('2-1')).toMatchObject({ minifigNumbers: ['fig-1'] });
      expect(await minifigOf('fig-2')).toBeDefined();
    });

    it('dates and files a minifig by the earliest set it is in', async () => {
      await store.catalogImport.mergeCatalog(castle);
      expect((await minifigOf('fig-1'))?.minifig).toMatchObject({ yearReleased: 1980, category: 'Pirates' });
      expect((await minifigOf('fig-2'))?.minifig).toMatchObject({ yearReleased: null, category: null });
      const merge = await store.catalogImport.mergeCatalog(
        aCatalog(
          [aSet('1-1', { year: 1990 }), aSet('2-1', { year: 1995, theme: 'Pirates' })],
          [aMinifig('fig-1'), aMinifig('fig-2')],
          [
            ['1-1', 'fig-1', 2],
            ['2-1', 'fig-1', 1],
          ],
        ),
      );
      expect(merge.minifigs).toEqual({ inserted: 0, changed: 1, unchanged: 1 });
      expect((await minifigOf('fig-1'))?.minifig).toMatchObject({ yearReleased: 1990, category: 'Castle' });
    });

    it('merges nothing when the feed fails on the way', async () => {
      async function* broken(): AsyncGenerator<CatalogBatch> {
        yield* castle;
        throw new Error('cut off');
      }
      await expect(store.catalogImport.mergeCatalog(broken())).rejects.toThrow('cut off');
      expect((await store.items.load()).sets.size).toBe(0);
    });

    it('refuses a second import while one is running', async () => {
      async function* slow(): AsyncGenerator<CatalogBatch> {
        yield* castle;
        await expect(store.catalogImport.mergeCatalog(castle)).rejects.toThrow(ImportRunningError);
        await expect(store.catalogImport.mergeSetDetails(feed())).rejects.toThrow(ImportRunningError);
        await expect(store.catalogImport.mergeMinifigNumbers(feed())).rejects.toThrow(ImportRunningError);
      }
      expect((await store.catalogImport.mergeCatalog(slow())).sets.inserted).toBe(2);
      expect((await store.catalogImport.mergeCatalog(castle)).sets.unchanged).toBe(2);
    });

    it('adds details to sets; what they do not say, stays', async () => {
      await store.catalogImport.mergeCatalog(castle);
      const before = await version();
      expect(await store.catalogImport.mergeSetDetails(feed([someDetails('1-1')]))).toEqual({
        inserted: 0,
        changed: 1,
        unchanged: 0,
      });
      expect(await version()).toBe(before + 1);
      expect(await store.catalogImport.mergeSetDetails(feed([someDetails('1-1'), detailsOf('2-1')]))).toEqual({
        inserted: 0,
        changed: 0,
        unchanged: 2,
      });
      expect(await store.catalogImport.mergeSetDetails(feed([detailsOf('1-1', { msrpCents: 1_999 })]))).toMatchObject({
        changed: 1,
      });
      expect((await setOf('1-1'))?.set).toEqual({
        ...aSet('1-1', { year: 1990 }),
        ...someDetails('1-1'),
        msrpCents: 1_999,
      });
      expect(await version()).toBe(before + 2);
    });

    it('keeps details through a later catalogue', async () => {
      await store.catalogImport.mergeCatalog(castle);
      await store.catalogImport.mergeSetDetails(feed([someDetails('1-1')]));
      await store.catalogImport.mergeCatalog(aCatalog([aSet('1-1', { title: 'Renamed' })], [], []));
      expect((await setOf('1-1'))?.set).toMatchObject({ title: 'Renamed', ...someDetails('1-1') });
    });

    describe('renamed sets', () => {
      const rename = (...renames: readonly (readonly [string, string])[]) =>
        store.catalogImport.renameSets(
          renames.map(([oldNumber, newNumber]) => ({ oldNumber, newNumber })),
          async ({ sets }) =>
            renames.map(([oldNumber, newNumber]) => ({
              kind: 'rename',
              setId: sets.get(oldNumber)!.setId,
              rename: { oldNumber, newNumber },
            })),
        );

      it('exchange numbers and keep their ids; an old number finds its set until another one has it', async () => {
        await store.catalogImport.mergeCatalog(aCatalog([aSet('1-1'), aSet('2-1')]));
        const { sets: before } = await store.items.load();
        expect(await rename(['1-1', '2-1'], ['2-1', '1-1'])).toMatchObject({ changed: 2 });
        const { sets: after } = await store.items.load();
        expect([after.get('1-1'), after.get('2-1')]).toEqual([before.get('2-1'), before.get('1-1')]);
        await rename(['1-1', '3-1']);
        const found = await store.sets.findByNumbers(['1-1', '2-1', '3-1']);
        expect(new Map([...found].map(([number, { set }]) => [number, [set.setNumber, set.title]]))).toEqual(
          new Map([
            ['1-1', ['3-1', 'Set 2-1']],
            ['2-1', ['2-1', 'Set 1-1']],
            ['3-1', ['3-1', 'Set 2-1']],
          ]),
        );
      });

      it('are made one, or removed, when nothing depends on them; no step changes nothing', async () => {
        await store.catalogImport.mergeCatalog(
          aCatalog([aSet('1-1'), aSet('2-1'), aSet('3-1')], [aMinifig('f1')], [['2-1', 'f1', 1]]),
        );
        const { sets: ids } = await store.items.load();
        const before = await dataVersions(store);
        const known: unknown[] = [];
        await store.catalogImport.renameSets([{ oldNumber: '1-1', newNumber: '9-1' }], async (facts) => {
          known.push(facts);
          return [];
        });
        expect(known[0]).toEqual({
          sets: new Map([['1-1', { setId: ids.get('1-1'), isUsed: false }]]),
          givenUp: new Map(),
        });
        expect(await dataVersions(store)).toEqual(before);
        const merge = { oldNumber: '1-1', newNumber: '2-1' };
        const removal = { oldNumber: '3-1', newNumber: null };
        await store.catalogImport.renameSets([merge, removal], async ({ sets }) => [
          {
            kind: 'merge',
            keeps: 'old',
            setId: sets.get('1-1')!.setId,
            droppedSetId: sets.get('2-1')!.setId,
            rename: merge,
          },
          { kind: 'remove', setId: sets.get('3-1')!.setId, rename: removal },
        ]);
        expect([...(await store.items.load()).sets]).toEqual([['2-1', ids.get('1-1')]]);
        const found = await store.sets.findByNumbers(['1-1', '3-1']);
        expect([...found.keys()]).toEqual(['1-1']);
        expect(found.get('1-1')).toMatchObject({
          set: { setNumber: '2-1', title: 'Set 2-1' },
          minifigNumbers: ['f1'],
        });
      });
    });

    describe('marketplace numbers', () => {
      const give = (...pairs: readonly (readonly [string, string])[]) =>
        store.catalogImport.mergeMinifigNumbers(
          feed(pairs.map(([minifigNumber, marketplaceNumber]) => ({ minifigNumber, marketplaceNumber }))),
        );
      const shown = async () =>
        (await rowsOf(store.minifigs.streamIdentities())).map(
          ({ minifigNumber, marketplaceNumber }) => `${minifigNumber} ${marketplaceNumber}`,
        );
      beforeEach(async () => {
        await store.catalogImport.mergeCatalog(
          aCatalog(
            [aSet('1-1')],
            [aMinifig('fig-1'), aMinifig('fig-2')],
            [
              ['1-1', 'fig-1', 1],
              ['1-1', 'fig-2', 1],
            ],
          ),
        );
      });

      it('are added, changed and left alone; a change raises the version, once', async () => {
        const before = await version();
        expect(await give(['fig-1', 'zz1'], ['fig-2', 'aa2'])).toEqual({ inserted: 2, changed: 0, unchanged: 0 });
        expect(await version()).toBe(before + 1);
        expect(await give(['fig-1', 'zz1'], ['fig-1', 'zz1'])).toEqual({ inserted: 0, changed: 0, unchanged: 2 });
        expect(await version()).toBe(before + 1);
        expect(await give(['fig-1', 'ZZ1'])).toEqual({ inserted: 0, changed: 1, unchanged: 0 });
        expect(await version()).toBe(before + 2);
        expect(await shown()).toEqual(['fig-1 ZZ1', 'fig-2 aa2']);
      });

      it('are exchanged by two figures, and taken from one that is not in the feed', async () => {
        await give(['fig-1', 'aa'], ['fig-2', 'bb']);
        expect(await give(['fig-1', 'bb'], ['fig-2', 'aa'])).toEqual({ inserted: 0, changed: 2, unchanged: 0 });
        expect((await shown()).toSorted()).toEqual(['fig-1 bb', 'fig-2 aa']);
        await give(['fig-1', 'AA']);
        expect((await shown()).toSorted()).toEqual(['fig-1 AA', 'fig-2 null']);
      });

      it('are what sets and lists show and sort by, and what figures and ids are found by, in any case', async () => {
        await give(['fig-1', 'zz1']);
        expect((await store.sets.findByNumbers(['1-1'])).get('1-1')?.minifigNumbers).toEqual(['fig-2', 'zz1']);
        expect(await shown()).toEqual(['fig-2 null', 'fig-1 zz1']);
        const asked = ['zz1', 'ZZ1', 'fig-1', 'FIG-1'];
        const found = await store.minifigs.findByNumbers([...asked, 'zz']);
        expect([...found].map(([number, { minifig }]) => [number, minifig.minifigNumber])).toEqual(
          asked.map((number) => [number, 'fig-1']),
        );
        const items = await store.items.load();
        for (const number of asked) expect(items.find('minifig', number)).toBe(items.minifigs.get('fig-1'));
      });

      it('are not given when the feed fails on the way', async () => {
        const broken = brokenFeed({ minifigNumber: 'fig-1', marketplaceNumber: 'zz1' });
        await expect(store.catalogImport.mergeMinifigNumbers(broken)).rejects.toThrow('cut off');
        expect((await shown()).toSorted()).toEqual(['fig-1 null', 'fig-2 null']);
      });
    });
  });
}
