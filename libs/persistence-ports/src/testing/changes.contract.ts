import { type EpochDay, parseIsoDay, parseIsoMonth } from '@brickmarket/domain';
import type { DataPoint, ItemChange } from '../changes/changes.ts';
import { aCatalog, aMinifig, aRun, aSet, feed, someDetails, valuesOf } from './builders.ts';
import { dataVersions, importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

const TODAY = parseIsoDay('2026-11-15')!;

/** What every store must do that says what has changed. */
export function describeChangesPorts(open: OpenStores): void {
  describe('ItemChanges', () => {
    let stores: StoresUnderTest;
    beforeEach(async () => {
      stores = await open();
    });

    const now = async (day: EpochDay = TODAY): Promise<DataPoint> => ({ versions: await dataVersions(stores), day });
    const since = async (point: DataPoint, { day = TODAY, limit = 100, afterKey = 0 } = {}) =>
      (await stores.changes.list(point, day, { afterKey, limit, retailStaleDays: 30 }))!;
    const lines = (changes: readonly ItemChange[]): string[] =>
      changes.map(({ kind, number, parts, outcome, renamedTo }) =>
        [kind, number, [...parts].toSorted().join('+'), outcome, renamedTo].filter((word) => word !== null).join(' '),
      );
    const changesSince = async (point: DataPoint, day = TODAY): Promise<string[]> =>
      lines((await since(point, { day })).changes);

    it('names itself always the same', async () => {
      expect(await stores.changes.origin()).toMatch(/^[0-9a-f]{10}$/);
      expect(await stores.changes.origin()).toBe(await stores.changes.origin());
    });

    it('is in the first timeline as long as it was not restored and did not fail over', async () => {
      expect(await stores.changes.timeline()).toBe(1);
    });

    it('has a secret that its name does not tell', async () => {
      const secret = await stores.changes.linkSecret();
      expect(secret.length).toBeGreaterThanOrEqual(32);
      expect(secret).not.toContain(await stores.changes.origin());
      expect(await stores.changes.linkSecret()).toBe(secret);
    });

    it('says how far the data is', async () => {
      await importSets(stores, '1-1');
      expect(await stores.changes.versions()).toEqual((await now()).versions);
    });

    it('lists what an import has changed, and not what it left as it was', async () => {
      await importSets(stores, '1-1', '2-1');
      const before = await now();
      expect(await since(before)).toEqual({ versions: before.versions, changes: [], hasMore: false });
      const sets = [aSet('1-1'), aSet('2-1', { title: 'Another' }), aSet('3-1')];
      await stores.catalogImport.mergeCatalog(aCatalog(sets, [aMinifig('f1')], [['1-1', 'f1', 1]]));
      expect(await changesSince(before)).toEqual([
        'set 1-1 catalog changed',
        'set 2-1 catalog changed',
        // A new set has a history too, an empty one.
        'set 3-1 catalog+history changed',
        'minifig f1 catalog changed',
      ]);
      expect(await changesSince(await now())).toEqual([]);
      const again = await now();
      await stores.catalogImport.mergeCatalog(aCatalog(sets, [aMinifig('f1')], [['1-1', 'f1', 2]]));
      await stores.catalogImport.mergeSetDetails(feed([someDetails('2-1', { msrpCents: 5 }), someDetails('3-1')]));
      // How many are in a set is not part of a minifigure's record.
      expect(await changesSince(again)).toEqual(['set 1-1 catalog changed', 'set 2-1 catalog changed']);
    });

    it('has one line for an item, with all parts that changed, however often they did', async () => {
      await importSets(stores, '1-1', '2-1');
      const before = await now();
      const value = (cents: number, at: string): Promise<unknown> =>
        stores.valuations.run(async (session) => {
          const items = (await session.listItems(new Date(0))).slice(0, 1);
          const values = items.flatMap((item) => valuesOf(item, cents));
          await session.publish(aRun({ items, values, calculatedAt: new Date(at) }));
        });
      await value(100, '2026-09-04T01:00:00Z');
      await value(200, '2026-09-04T02:00:00Z');
      await stores.catalogImport.mergeSetDetails(feed([someDetails('1-1', { msrpCents: 5 })]));
      const july = parseIsoMonth('2026-07')!;
      await stores.months.run(async (session) => {
        const [series] = await session.listSeries('1-1');
        await session.publish([{ series: series!, first: july, through: july, months: [] }]);
      });
      expect(await changesSince(before)).toEqual(['set 1-1 catalog+history+value changed']);
      const after = await now();
      // The record says when the value was calculated.
      await value(200, '2026-09-04T03:00:00Z');
      expect(await changesSince(after)).toEqual(['set 1-1 value changed']);
    });

    it('lists the ids of what changed in the given kinds; null when too many did, or not all are known', async () => {
      const { sets } = await importSets(stores, '1-1', '2-1', '3-1');
      const { versions } = await now();
      const { catalog, market, retail } = versions;
      expect(await stores.changes.listItems(versions)).toEqual([]);
      await stores.catalogImport.mergeSetDetails(feed([someDetails('2-1', { msrpCents: 5 })]));
      expect(await stores.changes.listItems({ catalog })).toEqual([sets.get('2-1')]);
      expect(await stores.changes.listItems({ market, retail })).toEqual([]);
      const after = (await now()).versions;
      expect(await stores.changes.listItems(after)).toEqual([]);
      await importSets(stores, ...Array.from({ length: 1_001 }, (_, n) => `${n + 10}-1`));
      expect(await stores.changes.listItems({ catalog: after.catalog })).toBeNull();
      // Of another timeline, as after a restore.
      expect(await stores.changes.listItems({ market: market + 2 ** 36 })).toBeNull();
    });

    it('lists sets that time alone has changed: released, retiring soon, retired, by date and by year', async () => {
      await stores.catalogImport.mergeCatalog(
        aCatalog([
          ...['1-1', '2-1', '3-1', '4-1'].map((number) => aSet(number, { year: 2026 })),
          aSet('5-1', { year: 2027 }),
          aSet('6-1', { year: 2024 }),
          aSet('7-1', { year: 1990 }),
        ]),
      );
      await stores.catalogImport.mergeSetDetails(
        feed([
          someDetails('1-1', { releaseDay: TODAY + 1 }),
          someDetails('2-1', { exitDay: TODAY }),
          someDetails('3-1', { exitDay: TODAY + 181 }),
          someDetails('4-1', { releaseDay: TODAY, exitDay: TODAY + 1 }),
        ]),
      );
      const point = await now();
      expect(await changesSince(point)).toEqual([]);
      expect(await changesSince(point, TODAY + 1)).toEqual(
        ['1-1', '2-1', '3-1'].map((n) => `set ${n} catalog changed`),
      );
      const newYear = await now(parseIsoDay('2026-12-31')!);
      expect(await changesSince(newYear, newYear.day + 1)).toEqual(
        ['5-1', '6-1'].map((n) => `set ${n} catalog changed`),
      );
    });

    it('pages by keys without missing or repeating one, also when items change meanwhile', async () => {
      const before = await now();
      await importSets(stores, '1-1', '2-1', '3-1', '4-1');
      const first = await since(before, { limit: 2 });
      expect([lines(first.changes).length, first.hasMore]).toEqual([2, true]);
      await stores.catalogImport.mergeSetDetails(feed([someDetails('1-1', { msrpCents: 5 })]));
      const second = await since(before, { limit: 2, afterKey: first.changes.at(-1)!.key });
      expect([second.changes.map(({ number }) => number), second.hasMore]).toEqual([['3-1', '4-1'], false]);
      // From what the first page has seen, the change in between is listed.
      expect(await changesSince({ versions: first.versions, day: TODAY })).toEqual(['set 1-1 catalog changed']);
    });

    it('lists numbers that minifigures are no longer shown by, unless another one is shown by them', async () => {
      await stores.catalogImport.mergeCatalog(aCatalog([aSet('1-1')], [aMinifig('f1'), aMinifig('f2')]));
      const numbers = (...pairs: readonly (readonly [string, string])[]) =>
        stores.catalogImport.mergeMinifigNumbers(
          feed(pairs.map(([minifigNumber, marketplaceNumber]) => ({ minifigNumber, marketplaceNumber }))),
        );
      const before = await now();
      await numbers(['f1', 'sw1'], ['f2', 'sw2']);
      expect((await changesSince(before)).toSorted()).toEqual([
        'minifig f1 catalog renamed sw1',
        'minifig f2 catalog renamed sw2',
        'minifig sw1 catalog changed',
        'minifig sw2 catalog changed',
      ]);
      const swapped = await now();
      await numbers(['f1', 'sw2'], ['f2', 'sw1']);
      expect((await changesSince(swapped)).toSorted()).toEqual([
        'minifig sw1 catalog changed',
        'minifig sw2 catalog changed',
      ]);
      const { numbers: listed, hasMore } = await stores.changes.listNumbers(0, { afterKey: 0, limit: 1 });
      expect([listed.map(({ oldNumber, newNumber }) => [oldNumber, newNumber]), hasMore]).toEqual([
        [['f1', 'sw2']],
        true,
      ]);
      const rest = await stores.changes.listNumbers(0, { afterKey: listed[0]!.key, limit: 10 });
      expect(rest.numbers.map(({ kind, oldNumber, newNumber }) => [kind, oldNumber, newNumber])).toEqual([
        ['minifig', 'f2', 'sw1'],
      ]);
      expect((await stores.changes.listNumbers(swapped.versions.catalog, { afterKey: 0, limit: 10 })).numbers).toEqual(
        [],
      );
    });
  });

  describe('ChangeRetention', () => {
    it('forgets old changes, and no others', async () => {
      const stores = await open();
      const before = { versions: await dataVersions(stores), day: TODAY };
      const listed = async () =>
        (await stores.changes.list(before, TODAY, { afterKey: 0, limit: 10, retailStaleDays: 30 }))!.changes.length;
      await importSets(stores, '1-1');
      expect(await stores.changeRetention.deleteBefore(new Date(Date.now() - 3_600_000))).toBe(0);
      expect(await listed()).toBe(1);
      // The record of the set, and its history.
      expect(await stores.changeRetention.deleteBefore(new Date(Date.now() + 3_600_000))).toBe(2);
      expect(await listed()).toBe(0);
    });
  });
}
