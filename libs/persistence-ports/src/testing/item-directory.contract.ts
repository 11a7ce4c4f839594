import { aCatalog, aMinifig, aSet } from './builders.ts';
import { type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every directory of sets and minifigures must do. */
export function describeItemDirectoryPorts(open: OpenStores): void {
  describe('ItemDirectory', () => {
    let store: StoresUnderTest;
    beforeEach(async () => {
      store = await open();
    });

    it('has an id for every set and minifig, no id twice, and null for an unknown number', async () => {
      await store.catalogImport.mergeCatalog(
        aCatalog([aSet('1-1'), aSet('2-1')], [aMinifig('1-1'), aMinifig('fig-1')]),
      );
      const items = await store.items.load();
      const ids = [...items.sets.values(), ...items.minifigs.values()];
      expect([[...items.sets.keys()].toSorted(), [...items.minifigs.keys()].toSorted()]).toEqual([
        ['1-1', '2-1'],
        ['1-1', 'fig-1'],
      ]);
      expect(new Set(ids).size).toBe(4);
      expect(items.find('set', '1-1')).toBe(items.sets.get('1-1'));
      expect(items.find('minifig', '2-1')).toBeNull();
      expect(items.setNames.get('1-1')).toMatchObject({ title: aSet('1-1').title, theme: aSet('1-1').theme });
      const asked = ['1-1', '1', '3', '1-2'];
      expect(asked.map((number) => items.findSetNumber(number))).toEqual(['1-1', '1-1', null, null]);
    });
  });
}
