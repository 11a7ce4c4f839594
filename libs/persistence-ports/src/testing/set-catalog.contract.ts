import { type Condition, parseIsoMonth } from '@brickmarket/domain';
import { aCatalog, aRun, aSet, rowsOf, someDetails as detailsOf, valuesOf } from './builders.ts';
import { importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

const MONTH = parseIsoMonth('2026-07')!;

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
      const { sets: ids } = await store.items.load();
      expect(await store.sets.listIdentities([ids.get('20-1')!, 0])).toEqual([identities[0]]);
    });

    it('finds the set with both values and the most published sales, of several the first by number', async () => {
      const { sets } = await importSets(store, '1-1', '2-1', '10-1', '3-1');
      const valued = (hasUsed: boolean, ...numbers: string[]) =>
        store.valuations.run(async (session) => {
          const ids = numbers.map((number) => sets.get(number));
          const items = (await session.listItems(new Date(0))).filter(({ itemId }) => ids.includes(itemId));
          const values = items.flatMap((item) => {
            const [sealed, used] = valuesOf(item, 1_000);
            return [sealed!, hasUsed ? { ...sealed!, condition: 'used' as const } : used!];
          });
          await session.publish(aRun({ items, values }));
        });
      const sold = (number: string, condition: Condition, salesCount: number) =>
        store.months.run(async (session) => {
          const series = (await session.listSeries(number)).find((one) => one.condition === condition)!;
          const prices = { valueCents: 1_000, lowCents: 900, highCents: 1_100 };
          const months = [{ month: MONTH, ...prices, salesCount, event: null }];
          await session.publish([{ series, first: MONTH, through: MONTH, months }]);
        });
      expect(await store.sets.findMostSold()).toBeNull();
      await valued(false, '3-1');
      await sold('3-1', 'sealed', 99);
      expect(await store.sets.findMostSold()).toBeNull();
      await valued(true, '2-1', '10-1');
      expect(await store.sets.findMostSold()).toBe('10-1');
      await sold('2-1', 'used', 3);
      expect(await store.sets.findMostSold()).toBe('2-1');
      await sold('10-1', 'sealed', 2);
      await sold('10-1', 'used', 2);
      expect(await store.sets.findMostSold()).toBe('10-1');
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
