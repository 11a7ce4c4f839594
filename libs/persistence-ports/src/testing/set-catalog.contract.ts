import { aCatalog, aSet, rowsOf, someDetails as detailsOf } from './builders.ts';
import { importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store of sets must do. */
export function describeSetCatalogPorts(open: OpenStores): void {
  describe('SetCatalog', () => {
    let store: StoresUnderTest;
    beforeEach(async () => {
      store = await open();
    });

    it('finds sets by exact number; a number without a set is absent, what is unknown is null', async () => {
      await importSets(store, '1-1', '1-2');
      const found = await store.sets.findByNumbers(['1-1', '1', '9-9']);
      expect([...found]).toEqual([
        [
          '1-1',
          {
            set: { ...aSet('1-1'), ...detailsOf('1-1') },
            minifigCount: 0,
            minifigNumbers: [],
            offers: [],
            values: { sealed: null, used: null },
          },
        ],
      ]);
    });

    it('finds what sets are called by id; an id without a set is absent', async () => {
      const { sets } = await importSets(store, '1-1', '1-2');
      const [first, second] = [sets.get('1-1')!, sets.get('1-2')!];
      const found = await store.sets.findNames([second, first, second + 1_000]);
      expect(found).toEqual(
        new Map([
          [first, { setNumber: '1-1', title: 'Set 1-1' }],
          [second, { setNumber: '1-2', title: 'Set 1-2' }],
        ]),
      );
    });

    it('streams every set, newest year first, unknown years last, then by number', async () => {
      const sets = [aSet('5-1', { year: null }), aSet('1-1', { year: 1980 }), aSet('3-1'), aSet('20-1')];
      await store.catalogImport.mergeCatalog(aCatalog(sets));
      const identities = await rowsOf(store.sets.streamIdentities());
      expect(identities.map(({ setNumber }) => setNumber)).toEqual(['20-1', '3-1', '1-1', '5-1']);
      expect(identities[0]).toEqual({ ...aSet('20-1'), releaseDay: null, exitDay: null });
    });

    it('lists every theme with its number of sets, by name in code point order', async () => {
      const themes = ['castle', 'Éire', 'Space', 'Castle', 'Space'];
      await store.catalogImport.mergeCatalog(aCatalog(themes.map((theme, index) => aSet(`${index}-1`, { theme }))));
      expect(await store.sets.listThemes()).toEqual([
        { theme: 'Castle', setCount: 1 },
        { theme: 'Space', setCount: 2 },
        { theme: 'castle', setCount: 1 },
        { theme: 'Éire', setCount: 1 },
      ]);
    });
  });
}
