import { ConflictError } from '@brickmarket/domain';
import type {
  ComputedValue,
  FinishedRun,
  SaleScope,
  ShardedRun,
  ValuationShard,
  ValuedItems,
} from '../values/market.ts';
import { ComputationRunningError } from '../ops/system.ts';
import { aCatalog, aMinifig, aRun, aSet, DAY, feed, NO_BASELINES, someDetails, valuesOf } from './builders.ts';
import { EVERYTHING, LONG_AGO, MarketUnderTest } from './market-under-test.ts';
import { dataVersions, type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store of computed values must do. */
export function describeValuationPorts(open: OpenStores): void {
  describe('ValuationStore', () => {
    let market: MarketUnderTest;
    let stores: StoresUnderTest;
    let setId: number;
    let figureId: number;
    beforeEach(async () => {
      market = await MarketUnderTest.open(open);
      ({ stores, setId, figureId } = market);
    });

    it('refuses a second valuation for as long as one is running, and no longer', async () => {
      await stores.valuations.run(async () => {
        await expect(stores.valuations.run(async () => 'second')).rejects.toThrow(ComputationRunningError);
      });
      expect(await stores.valuations.run(async () => 'again')).toBe('again');
    });

    it('lists every item once with its facts, by id', async () => {
      const details = someDetails('1-1', { msrpCents: 4_999, releaseDay: 18_000, exitDay: 19_000 });
      await stores.catalogImport.mergeSetDetails(feed([details]));
      const items = await stores.valuations.run((session) => session.listItems(LONG_AGO));
      expect(items.map(({ itemId }) => itemId)).toEqual([setId, figureId].toSorted((a, b) => a - b));
      expect(items.find(({ itemId }) => itemId === setId)).toEqual({
        itemId: setId,
        isMinifig: false,
        theme: 'Castle',
        year: 1990,
        releaseDay: 18_000,
        exitDay: 19_000,
        listPriceCents: 4_999,
        retailPriceCents: null,
        thirdPartyPriceCents: null,
        lastPriceCents: null,
        factsKey: expect.any(String),
        salesRevision: null,
        isValued: false,
        isBacked: false,
      });
      expect(items.find(({ itemId }) => itemId === figureId)).toMatchObject({ isMinifig: true, theme: null });
    });

    it('lists as changed what is new, what has new sales, and what has new facts; nothing else', async () => {
      expect(await market.changedItems()).toHaveLength(2);
      await market.valueChanged();
      expect(await market.changedItems()).toEqual([]);
      await stores.salesImport.mergeSales(feed([market.aSale({ itemId: figureId })]));
      expect(await market.changedItems()).toEqual([figureId]);
      await market.valueChanged();
      await stores.catalogImport.mergeSetDetails(feed([someDetails('1-1', { msrpCents: 1 })]));
      expect(await market.changedItems()).toEqual([setId]);
    });

    it('keeps an item changed whose sales change while it is being valued', async () => {
      await market.valueChanged();
      await stores.salesImport.mergeSales(feed([market.aSale()]));
      await stores.valuations.run(async (session) => {
        const items = await session.listChangedItems(DAY, LONG_AGO);
        await stores.salesImport.mergeSales(feed([market.aSale()]));
        await session.publish(aRun({ items, values: items.flatMap((item) => valuesOf(item, 1)) }));
      });
      expect(await market.changedItems()).toEqual([setId]);
    });

    it('lists an item again on the day of a sale that lay in the future', async () => {
      await stores.salesImport.mergeSales(feed([market.aSale({ day: DAY + 2 })]));
      await market.valueChanged();
      expect(await market.changedItems(DAY + 1)).toEqual([]);
      expect(await market.changedItems(DAY + 2)).toEqual([setId]);
    });

    it('reads sales after one day up to and including another, of all items or of some', async () => {
      const days = [DAY - 1, DAY, DAY + 1, DAY + 2];
      await stores.salesImport.mergeSales(
        feed([
          ...days.map((day) => market.aSale({ day })),
          ...days.map((day) => market.aSale({ day, itemId: figureId })),
        ]),
      );
      const span = { after: DAY - 1, until: DAY + 1 };
      const read = (itemIds: SaleScope['itemIds']) => market.salesRead({ itemIds, ...span });
      expect((await read('all')).map(([, , day]) => day)).toEqual([DAY, DAY + 1, DAY, DAY + 1]);
      expect(await read([figureId])).toEqual([DAY, DAY + 1].map((day) => [figureId, 'sealed', day, 1_000, 1]));
      expect(await read([])).toEqual([]);
      // So many that they are read in parts.
      const none = Array.from({ length: 5_000 }, (_, at) => 100_000 + at);
      expect(await read([...none, figureId, setId])).toEqual(await read('all'));
    });

    it('reads earlier sales of some of the items', async () => {
      const days = [DAY - 2, DAY - 1, DAY];
      await stores.salesImport.mergeSales(
        feed([
          ...days.map((day) => market.aSale({ day })),
          ...days.map((day) => market.aSale({ day, itemId: figureId })),
        ]),
      );
      const older = { itemIds: [figureId], after: DAY - 2 };
      for (const itemIds of ['all', [setId, figureId]] as const)
        expect(
          (await market.salesRead({ itemIds, after: DAY - 1, until: DAY, older })).map(([id, , day]) => [id, day]),
        ).toEqual(
          [
            [setId, DAY],
            [figureId, DAY - 1],
            [figureId, DAY],
          ].toSorted((a, b) => a[0]! - b[0]!),
        );
    });

    it('reads the last sales of items that have sold nothing since a day, however old they are', async () => {
      const sold = { [setId]: [DAY - 900, DAY - 420, DAY - 400], [figureId]: [DAY - 400, DAY] };
      await stores.salesImport.mergeSales(
        feed([
          ...sold[setId]!.map((day) => market.aSale({ day })),
          ...sold[figureId]!.map((day) => market.aSale({ day, itemId: figureId })),
        ]),
      );
      const quiet = { since: DAY - 365, days: 365 };
      const first = Math.min(setId, figureId);
      const last = Math.max(setId, figureId);
      for (const itemIds of ['all', [setId, figureId], { first, last }] as const)
        for (const after of [DAY - 365, DAY - 410]) {
          const read = await market.salesRead({ itemIds, after, until: DAY, quiet });
          expect(read.filter(([id]) => id === setId).map(([, , day]) => day)).toEqual([DAY - 420, DAY - 400]);
          expect(read.filter(([id]) => id === figureId).map(([, , day]) => day)).toEqual(
            after === DAY - 365 ? [DAY] : [DAY - 400, DAY],
          );
        }
    });

    it("finds null before the first run, then the last day and the last full run's model", async () => {
      const earlier = () => stores.valuations.run(async (session) => session.findEarlierRuns());
      expect(await earlier()).toBeNull();
      const publish = (run: Partial<FinishedRun>) =>
        stores.valuations.run((session) => session.publish(aRun({ items: [], values: [], ...run })));
      await publish({ salesRead: 7, model: { level: 3 } });
      await publish({ asOf: DAY + 1, salesRead: 2, model: null });
      expect(await earlier()).toEqual({ asOf: DAY + 1, model: { level: 3 }, modelAsOf: DAY, modelSales: 7 });
    });

    it('publishes values for the catalogue, counts those that differ, raises the market version', async () => {
      const before = await dataVersions(stores);
      const publish = (cents: number | null) =>
        stores.valuations.run(async (session) => {
          const items = (await session.listItems(LONG_AGO)).filter(({ itemId }) => itemId === setId);
          return session.publish(aRun({ items, values: items.flatMap((item) => valuesOf(item, cents)) }));
        });
      const shown = async () => (await stores.sets.findByNumbers(['1-1'])).get('1-1')!.values;
      expect(await publish(900)).toBe(1);
      expect(await shown()).toEqual({
        sealed: {
          valueCents: 900,
          lowCents: 899,
          highCents: 901,
          tier: 'high',
          calculatedAt: new Date('2026-09-04T01:00:00Z'),
        },
        used: null,
      });
      expect([await publish(900), await publish(901)]).toEqual([0, 1]);
      expect(await publish(null)).toBe(1);
      expect(await shown()).toEqual({ sealed: null, used: null });
      expect(await dataVersions(stores)).toEqual({ ...before, market: before.market + 4 });
    });

    it('lists every so many-th item by id, and estimates the sales of a small market exactly', async () => {
      await stores.catalogImport.mergeCatalog(aCatalog(['1-1', '2-1', '3-1', '4-1'].map((number) => aSet(number))));
      const days = [DAY - 2, DAY - 1, DAY, DAY + 1];
      await stores.salesImport.mergeSales(feed(days.map((day) => market.aSale({ day }))));
      await stores.valuations.run(async (session) => {
        const all = await session.listItems(LONG_AGO);
        expect(await session.listItems(LONG_AGO, 2)).toEqual(all.filter((_, at) => at % 2 === 0));
        expect(await session.estimateSales({ itemIds: 'all', after: DAY - 2, until: DAY })).toBe(2);
      });
    });

    describe('dividing a market', () => {
      const RUN: ShardedRun = {
        asOf: DAY,
        after: DAY - 2,
        retailSince: LONG_AGO,
        hasOutgrown: false,
        model: { level: 3 },
      };
      const PUBLISHED = {
        asOf: DAY,
        calculatedAt: new Date('2026-09-04T01:00:00Z'),
        servedOn: DAY,
        model: RUN.model,
        sales: null,
      };
      let itemIds: number[];
      let shownId: number;
      beforeEach(async () => {
        const sets = ['1-1', '2-1', '3-1', '4-1', '5-1'].map((number) => aSet(number));
        await stores.catalogImport.mergeCatalog(aCatalog(sets, [aMinifig('fig-1')]));
        const { sets: ids, minifigs } = await stores.items.load();
        shownId = ids.get('2-1')!;
        itemIds = [...ids.values(), ...minifigs.values()].toSorted((a, b) => a - b);
        // The last item has none.
        const sold = itemIds
          .slice(0, -1)
          .flatMap((itemId) => [DAY - 2, DAY].map((day) => market.aSale({ itemId, day })));
        await stores.salesImport.mergeSales(feed(sold));
      });
      const value = async (shard: ValuationShard): Promise<ValuedItems> => {
        const items = await shard.listItems();
        const reach = { after: DAY - 1 };
        const read = await market.readSales({ readSales: (_, handle) => shard.readSales(reach, handle) }, EVERYTHING);
        // What was before is not read, and no other item.
        expect(read.filter(([id, , day]) => day !== DAY || !items.some(({ itemId }) => itemId === id))).toEqual([]);
        const values = items.flatMap((item) => valuesOf(item, 100 + item.itemId));
        return { items, values, pastValues: [], salesRead: read.length };
      };
      const shown = async () => (await stores.sets.findByNumbers(['2-1'])).get('2-1')!.values.sealed?.valueCents;

      it('gives each item to one shard, and each shard to one of several workers', async () => {
        const seen: { worker: number; ids: number[] }[] = [];
        const begun = new Set<number>();
        let goOn = (): void => undefined;
        const bothHaveOne = new Promise<void>((resolve) => (goOn = resolve));
        const worker = (n: number) =>
          stores.valuations.valueShards(async (shard) => {
            expect(shard).toMatchObject(RUN);
            if (begun.add(n).size === 2) goOn();
            await bothHaveOne;
            const valued = await value(shard);
            seen.push({ worker: n, ids: valued.items.map(({ itemId }) => itemId) });
            return valued;
          });
        await stores.valuations.run(async (session) => {
          await session.divide(RUN, 'all', 3);
          expect(await session.countShardsLeft()).toBe(3);
          const [first, second] = await Promise.all([worker(0), worker(1)]);
          expect([first + second, first > 0, second > 0]).toEqual([3, true, true]);
          expect(await session.countShardsLeft()).toBe(0);
        });
        expect(seen.flatMap(({ ids }) => ids).toSorted((a, b) => a - b)).toEqual(itemIds);
      });

      it('divides some items only when it is told so', async () => {
        const some = itemIds.filter((_, at) => at % 2 === 0);
        const seen: number[] = [];
        await stores.valuations.run(async (session) => {
          await session.divide(RUN, some, 2);
          await stores.valuations.valueShards(async (shard) => {
            const valued = await value(shard);
            seen.push(...valued.items.map(({ itemId }) => itemId));
            return valued;
          });
        });
        expect(seen.toSorted((a, b) => a - b)).toEqual(some);
      });

      it('publishes all shards at once, and nothing before the last one is valued', async () => {
        const before = await dataVersions(stores);
        await stores.valuations.run(async (session) => {
          await session.divide(RUN, 'all', 3);
          let shards = 0;
          const failing = stores.valuations.valueShards((shard) =>
            ++shards === 2 ? Promise.reject(new Error('cut off')) : value(shard),
          );
          await expect(failing).rejects.toThrow('cut off');
          expect(await session.countShardsLeft()).toBe(2);
          await expect(session.publishShards(PUBLISHED)).rejects.toThrow(ConflictError);
          expect([await shown(), await dataVersions(stores)]).toEqual([undefined, before]);
          // What has failed is free again.
          expect(await stores.valuations.valueShards(value)).toBe(2);
          expect(await shown()).toBeUndefined();
          const sales = itemIds.length - 1;
          expect(await session.publishShards(PUBLISHED)).toEqual({
            items: itemIds.length,
            sales,
            changed: itemIds.length,
          });
          expect(await shown()).toBe(100 + shownId);
          await session.forgetShards();
        });
        expect(await dataVersions(stores)).toEqual({ ...before, market: before.market + 1 });
        expect(await stores.valuations.run(async (session) => session.findEarlierRuns())).toEqual({
          asOf: DAY,
          model: RUN.model,
          modelAsOf: DAY,
          modelSales: itemIds.length - 1,
        });
        // Sales that were not there when a shard was valued would have to be seen by the next run.
        expect(await market.changedItems()).toEqual([]);
      });

      it('forgets the shards of a run that has ended, and those of one that was never finished', async () => {
        await stores.valuations.run(async (session) => {
          await session.divide(RUN, 'all', 2);
          await session.forgetShards();
        });
        expect(await stores.valuations.valueShards(value)).toBe(0);
        await stores.valuations.run((session) => session.divide(RUN, 'all', 3));
        let shards = 0;
        const failing = stores.valuations.valueShards((shard) =>
          ++shards === 2 ? Promise.reject(new Error('cut off')) : value(shard),
        );
        await expect(failing).rejects.toThrow('cut off');
        await stores.valuations.run(async (session) => {
          await session.divide({ ...RUN, model: { level: 4 } }, 'all', 2);
          expect(await stores.valuations.valueShards(value)).toBe(2);
          const published = await session.publishShards({ ...PUBLISHED, sales: 70 });
          expect(published).toMatchObject({ items: itemIds.length, sales: 70 });
        });
      });
    });

    it('publishes nothing of a run whose values cannot be produced to the end', async () => {
      function* broken(): Generator<ComputedValue> {
        yield {
          itemId: setId,
          condition: 'sealed',
          price: { valueCents: 1, lowCents: 1, highCents: 1 },
          tier: 'low',
          baselines: NO_BASELINES,
        };
        throw new Error('cut off');
      }
      const failing = stores.valuations.run(async (session) =>
        session.publish(aRun({ items: await session.listItems(LONG_AGO), values: broken() })),
      );
      await expect(failing).rejects.toThrow('cut off');
      expect((await stores.sets.findByNumbers(['1-1'])).get('1-1')!.values.sealed).toBeNull();
      expect(await stores.valuations.run(async (session) => session.findEarlierRuns())).toBeNull();
    });
  });
}
