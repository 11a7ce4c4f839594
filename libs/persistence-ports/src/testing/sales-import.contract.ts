import type { IdentifiedSale } from '../sales/sales.ts';
import { ImportRunningError } from '../ops/system.ts';
import { brokenFeed, DAY, feed } from './builders.ts';
import { MarketUnderTest } from './market-under-test.ts';
import { type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store of observed sales must do. */
export function describeSalesImportPorts(open: OpenStores): void {
  describe('SalesImport', () => {
    let market: MarketUnderTest;
    let stores: StoresUnderTest;
    let setId: number;
    let figureId: number;
    beforeEach(async () => {
      market = await MarketUnderTest.open(open);
      ({ stores, setId, figureId } = market);
    });

    it('stores sales by the UTC day, and finds all of them unchanged when they come again', async () => {
      const sales = [
        market.aSale({ soldAt: new Date(DAY * 86_400_000 - 1) }),
        market.aSale({ soldAt: new Date(DAY * 86_400_000), condition: 'used', quantity: 3 }),
        market.aSale({ itemId: figureId, itemKind: 'minifig', itemNumber: 'fig-1', priceCents: 5 }),
      ];
      expect(await stores.salesImport.mergeSales(feed(sales))).toEqual({ inserted: 3, changed: 0, unchanged: 0 });
      const stored = await market.salesRead();
      expect(stored).toEqual(
        [
          [setId, 'sealed', DAY - 1, 1_000, 1],
          [setId, 'used', DAY, 1_000, 3],
          [figureId, 'sealed', DAY, 5, 1],
        ].toSorted((a, b) => Number(a[0]) - Number(b[0])),
      );
      expect(await stores.salesImport.mergeSales(feed(sales))).toEqual({ inserted: 0, changed: 0, unchanged: 3 });
      expect(await market.salesRead()).toEqual(stored);
    });

    it('identifies a sale by source and reference: corrects it, and lets the last of several count', async () => {
      await stores.salesImport.mergeSales(
        feed([market.aSale({ sourceRef: 'a' }), market.aSale({ sourceRef: 'a', source: 'other' })]),
      );
      const corrections = feed(
        [market.aSale({ sourceRef: 'a', priceCents: 1 })],
        [market.aSale({ sourceRef: 'a', priceCents: 2 })],
      );
      expect(await stores.salesImport.mergeSales(corrections)).toMatchObject({ inserted: 0, changed: 1 });
      expect(await market.salesRead()).toEqual([
        [setId, 'sealed', DAY, 2, 1],
        [setId, 'sealed', DAY, 1_000, 1],
      ]);
    });

    it('records the items whose sales change, before and after a correction, and no others', async () => {
      await market.valueChanged();
      expect(await market.changedItems()).toEqual([]);
      const sale = market.aSale({ sourceRef: 'a' });
      await stores.salesImport.mergeSales(feed([sale]));
      expect(await market.changedItems()).toEqual([setId]);
      await market.valueChanged();
      await stores.salesImport.mergeSales(feed([sale]));
      expect(await market.changedItems()).toEqual([]);
      await stores.salesImport.mergeSales(feed([{ ...sale, itemId: figureId }]));
      expect((await market.changedItems()).toSorted((a, b) => a - b)).toEqual(
        [setId, figureId].toSorted((a, b) => a - b),
      );
    });

    it('keeps sales of incomplete copies from valuations, for as long as the feed calls them so', async () => {
      const sale = market.aSale({ sourceRef: 'a', condition: 'used' });
      const incomplete = { ...sale, sale: { ...sale.sale, isIncomplete: true } };
      const other = market.aSale({ isIncomplete: true, condition: 'used', priceCents: 1 });
      const known = () => stores.monthHistory.countIncomplete('1-1');
      await stores.salesImport.mergeSales(feed([sale]));
      await market.valueChanged();
      expect(await known()).toEqual({ sealed: 0, used: 0 });
      expect(await stores.salesImport.mergeSales(feed([incomplete, other]))).toEqual({
        inserted: 1,
        changed: 1,
        unchanged: 0,
      });
      expect(await market.salesRead()).toEqual([]);
      expect(await market.changedItems()).toEqual([setId]);
      await market.valueChanged();
      expect(await known()).toEqual({ sealed: 0, used: 2 });
      expect(await stores.salesImport.mergeSales(feed([incomplete]))).toMatchObject({ changed: 0, unchanged: 1 });
      expect(await market.changedItems()).toEqual([]);
      expect(await stores.salesImport.mergeSales(feed([incomplete, sale]))).toMatchObject({ changed: 1 });
      expect(await market.salesRead()).toEqual([[setId, 'used', DAY, 1_000, 1]]);
      await market.valueChanged();
      expect(await known()).toEqual({ sealed: 0, used: 1 });
      expect(await stores.monthHistory.countIncomplete('9-9')).toEqual({ sealed: 0, used: 0 });
    });

    it('stores nothing of a chunk that fails, and takes it when it is imported again', async () => {
      const sale = market.aSale();
      await expect(stores.salesImport.mergeSales(brokenFeed(sale))).rejects.toThrow('cut off');
      expect(await market.salesRead()).toEqual([]);
      expect(await stores.salesImport.mergeSales(feed([sale]))).toMatchObject({ inserted: 1 });
    });

    it('refuses a second import while one is running', async () => {
      async function* slow(): AsyncGenerator<readonly IdentifiedSale[]> {
        yield [market.aSale()];
        await expect(stores.salesImport.mergeSales(feed([market.aSale()]))).rejects.toThrow(ImportRunningError);
      }
      expect(await stores.salesImport.mergeSales(slow())).toMatchObject({ inserted: 1 });
    });
  });
}
