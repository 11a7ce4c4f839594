import { aCatalog, aMinifig, aSet, rowsOf } from './builders.ts';
import { type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store of minifigures must do. */
export function describeMinifigCatalogPorts(open: OpenStores): void {
  describe('MinifigCatalog', () => {
    let store: StoresUnderTest;
    beforeEach(async () => {
      store = await open();
    });

    const figures = [
      aMinifig('fig-2', { category: 'Pirates', color: 'Black', imageUrl: 'https://img.example/2.jpg' }),
      aMinifig('fig-1'),
      aMinifig('fig-3'),
    ];
    beforeEach(async () => {
      const sets = [aSet('3-1', { year: 1980 }), aSet('10-1')];
      await store.catalogImport.mergeCatalog(
        aCatalog(sets, figures, [
          ['3-1', 'fig-2', 1],
          ['10-1', 'fig-2', 4],
          ['10-1', 'fig-3', 1],
        ]),
      );
    });

    it('finds minifigs by number, their set numbers ascending; an unknown number is absent', async () => {
      const found = await store.minifigs.findByNumbers(['fig-2', 'fig-9', 'fig-1']);
      expect(found.size).toBe(2);
      expect(found.get('fig-2')).toEqual({
        minifig: { ...figures[0], yearReleased: 1980 },
        setNumbers: ['10-1', '3-1'],
        value: null,
      });
      expect(found.get('fig-1')).toMatchObject({ setNumbers: [] });
    });

    it('streams every minifig, newest year first, unknown years last, then by number', async () => {
      const streamed = await rowsOf(store.minifigs.streamIdentities());
      expect(streamed.map(({ minifigNumber }) => minifigNumber)).toEqual(['fig-3', 'fig-2', 'fig-1']);
      expect(streamed[1]).toEqual({ ...figures[0], yearReleased: 1980 });
      const id = (await store.items.load()).minifigs.get('fig-2')!;
      expect(await store.minifigs.listIdentities([id])).toEqual([streamed[1]]);
    });
  });
}
