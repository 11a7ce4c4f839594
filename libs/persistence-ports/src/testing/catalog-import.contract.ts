import type { CatalogSet, Minifig, SetDetails } from '@brickmarket/domain';
import type { CatalogBatch, CatalogImport } from '../catalog.ts';
import { ImportRunningError } from '../operations.ts';
import type { ItemDirectory } from '../catalog.ts';
import type { MinifigCatalog } from '../catalog.ts';
import type { SetCatalog } from '../catalog.ts';

/** The ports that show what an import did. */
export interface CatalogImportFixture {
  readonly imports: CatalogImport;
  readonly sets: SetCatalog;
  readonly minifigs: MinifigCatalog;
  readonly items: ItemDirectory;
  /** How often the catalogue has been changed. */
  version(): Promise<number>;
}

/** What every catalogue import must do. `open` gives an empty store. */
export function describeCatalogImport(open: () => Promise<CatalogImportFixture>): void {
  describe('CatalogImport', () => {
    let store: CatalogImportFixture;
    beforeEach(async () => {
      store = await open();
    });
    const setOf = async (number: string) => (await store.sets.findByNumbers([number])).get(number);
    const minifigOf = async (number: string) => (await store.minifigs.findByNumbers([number])).get(number);
    const castle = catalog(
      [aSet('1-1', { year: 1990 }), aSet('2-1', { year: 1980, theme: 'Pirates' })],
      [aMinifig('fig-1'), aMinifig('fig-2')],
      [
        ['1-1', 'fig-1', 2],
        ['2-1', 'fig-1', 1],
      ],
    );

    it('inserts what is new and finds it again unchanged', async () => {
      expect(await store.imports.mergeCatalog(castle)).toEqual({
        sets: { inserted: 2, changed: 0, unchanged: 0 },
        minifigs: { inserted: 2, changed: 0, unchanged: 0 },
        setMinifigs: { inserted: 2, changed: 0, unchanged: 0, removed: 0 },
        disappearedSets: [],
      });
      const version = await store.version();
      expect(await store.imports.mergeCatalog(castle)).toEqual({
        sets: { inserted: 0, changed: 0, unchanged: 2 },
        minifigs: { inserted: 0, changed: 0, unchanged: 2 },
        setMinifigs: { inserted: 0, changed: 0, unchanged: 2, removed: 0 },
        disappearedSets: [],
      });
      expect(await store.version()).toBe(version);
      expect(await setOf('1-1')).toMatchObject({
        set: aSet('1-1', { year: 1990 }),
        minifigCount: 2,
        minifigNumbers: ['fig-1'],
      });
    });

    it('raises the version once for an import that changes anything', async () => {
      const before = await store.version();
      await store.imports.mergeCatalog(castle);
      expect(await store.version()).toBe(before + 1);
    });

    it('changes what is different and leaves ids alone', async () => {
      await store.imports.mergeCatalog(castle);
      const { sets } = await store.items.load();
      const merge = await store.imports.mergeCatalog(
        catalog(
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
      await store.imports.mergeCatalog(castle);
      const merge = await store.imports.mergeCatalog(
        catalog(
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
      await store.imports.mergeCatalog(castle);
      const merge = await store.imports.mergeCatalog(catalog([aSet('1-1', { year: 1990 })], [], []));
      expect(merge.disappearedSets).toEqual(['2-1']);
      expect(await setOf('2-1')).toMatchObject({ minifigNumbers: ['fig-1'] });
      expect(await minifigOf('fig-2')).toBeDefined();
    });

    it('dates and files a minifig by the earliest set it is in', async () => {
      await store.imports.mergeCatalog(castle);
      expect((await minifigOf('fig-1'))?.minifig).toMatchObject({ yearReleased: 1980, category: 'Pirates' });
      expect((await minifigOf('fig-2'))?.minifig).toMatchObject({ yearReleased: null, category: null });
      const merge = await store.imports.mergeCatalog(
        catalog(
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
      await expect(store.imports.mergeCatalog(broken())).rejects.toThrow('cut off');
      expect((await store.items.load()).sets.size).toBe(0);
    });

    it('refuses a second import while one is running', async () => {
      async function* slow(): AsyncGenerator<CatalogBatch> {
        yield* castle;
        await expect(store.imports.mergeCatalog(castle)).rejects.toThrow(ImportRunningError);
        await expect(store.imports.mergeSetDetails(details())).rejects.toThrow(ImportRunningError);
      }
      expect((await store.imports.mergeCatalog(slow())).sets.inserted).toBe(2);
      expect((await store.imports.mergeCatalog(castle)).sets.unchanged).toBe(2);
    });

    it('adds details to sets; what they do not say, stays', async () => {
      await store.imports.mergeCatalog(castle);
      const version = await store.version();
      expect(await store.imports.mergeSetDetails(details(someDetails('1-1')))).toEqual({
        inserted: 0,
        changed: 1,
        unchanged: 0,
      });
      expect(await store.version()).toBe(version + 1);
      expect(await store.imports.mergeSetDetails(details(someDetails('1-1'), nothingKnown('2-1')))).toEqual({
        inserted: 0,
        changed: 0,
        unchanged: 2,
      });
      expect(await store.imports.mergeSetDetails(details({ ...nothingKnown('1-1'), msrpCents: 1_999 }))).toMatchObject({
        changed: 1,
      });
      expect((await setOf('1-1'))?.set).toEqual({
        ...aSet('1-1', { year: 1990 }),
        ...someDetails('1-1'),
        msrpCents: 1_999,
      });
      expect(await store.version()).toBe(version + 2);
    });

    it('keeps details through a later catalogue', async () => {
      await store.imports.mergeCatalog(castle);
      await store.imports.mergeSetDetails(details(someDetails('1-1')));
      await store.imports.mergeCatalog(catalog([aSet('1-1', { title: 'Renamed' })], [], []));
      expect((await setOf('1-1'))?.set).toMatchObject({ title: 'Renamed', ...someDetails('1-1') });
    });
  });
}

function aSet(setNumber: string, facts: Partial<CatalogSet> = {}): CatalogSet {
  return {
    setNumber,
    title: `Set ${setNumber}`,
    theme: 'Castle',
    subtheme: 'Knights',
    year: 1990,
    pieces: 100,
    imageUrl: `https://img.example/${setNumber}.jpg`,
    ...facts,
  };
}

function aMinifig(minifigNumber: string, facts: Partial<Minifig> = {}): Minifig {
  return {
    minifigNumber,
    name: `Figure ${minifigNumber}`,
    category: null,
    color: null,
    yearReleased: null,
    imageUrl: null,
    ...facts,
  };
}

function someDetails(setNumber: string): SetDetails {
  return {
    setNumber,
    upc: '673419340526',
    ean: '5702017153988',
    msrpCents: 4_999,
    releaseDay: 18_000,
    exitDay: 19_000,
    box: { widthMm: 382, heightMm: 262, depthMm: 70.5, weightG: 1_020 },
  };
}

function nothingKnown(setNumber: string): SetDetails {
  return { setNumber, upc: null, ean: null, msrpCents: null, releaseDay: null, exitDay: null, box: null };
}

function catalog(
  sets: readonly CatalogSet[],
  minifigs: readonly Minifig[],
  links: readonly (readonly [string, string, number])[],
): AsyncIterable<CatalogBatch> {
  return {
    async *[Symbol.asyncIterator]() {
      yield { kind: 'sets', records: sets };
      yield { kind: 'minifigs', records: minifigs };
      yield {
        kind: 'set-minifigs',
        records: links.map(([setNumber, minifigNumber, quantity]) => ({ setNumber, minifigNumber, quantity })),
      };
    },
  };
}

async function* details(...sets: readonly SetDetails[]): AsyncGenerator<readonly SetDetails[]> {
  yield sets;
}
