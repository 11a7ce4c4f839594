import type { IdentifiedSale } from '../sales/sales.ts';
import { ImportRunningError } from '../ops/system.ts';
import { DAY, feed } from './builders.ts';
import { MarketUnderTest } from './market-under-test.ts';
import { type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store of decisions about single sales must do. */
export function describeSaleExclusionPorts(open: OpenStores): void {
  describe('SaleExclusions', () => {
    let market: MarketUnderTest;
    let stores: StoresUnderTest;
    let setId: number;
    beforeEach(async () => {
      market = await MarketUnderTest.open(open);
      ({ stores, setId } = market);
    });

    const KEY = { source: 'ebay', sourceRef: 'odd' } as const;
    const DECISION = { ...KEY, by: 'ann', reason: 'a typing error' } as const;
    const ODD = { itemId: 0, condition: 'sealed', day: DAY, priceCents: 90_000 } as const;
    const odd = () => market.aSale({ ...KEY, priceCents: ODD.priceCents });

    it('identifies a sale by its facts, while it counts', async () => {
      await stores.salesImport.mergeSales(feed([odd(), market.aSale()]));
      const facts = { ...ODD, itemId: setId };
      const identified = { ...KEY, ...facts, quantity: 1, itemKind: 'set', itemNumber: '1-1' };
      expect(await stores.saleExclusions.identify([facts, { ...facts, priceCents: 1 }])).toEqual([identified]);
      await stores.saleExclusions.exclude(DECISION);
      expect(await stores.saleExclusions.identify([facts])).toEqual([]);
      expect(await stores.saleExclusions.find(KEY)).toEqual({
        ...DECISION,
        excludedAt: expect.any(Date) as Date,
        sale: identified,
      });
    });

    it('leaves a sale out until it is included, whatever is imported, and records its item each time', async () => {
      await stores.salesImport.mergeSales(feed([odd(), market.aSale()]));
      await market.valueChanged();
      expect(await stores.saleExclusions.exclude(DECISION)).toMatchObject({ sale: KEY, publishedMonth: null });
      expect(await market.changedItems()).toEqual([setId]);
      await market.valueChanged();
      expect(await stores.salesImport.mergeSales(feed([odd()]))).toEqual({ inserted: 0, changed: 0, unchanged: 1 });
      expect(await market.changedItems()).toEqual([]);
      expect(await market.salesRead()).toEqual([[setId, 'sealed', DAY, 1_000, 1]]);
      expect(await stores.saleExclusions.list(10)).toMatchObject([DECISION]);
      expect(await stores.saleExclusions.include({ ...KEY, by: 'bob', reason: 'true' })).toMatchObject({ sale: KEY });
      expect(await market.changedItems()).toEqual([setId]);
      expect(await market.salesRead()).toEqual([
        [setId, 'sealed', DAY, 1_000, 1],
        [setId, 'sealed', DAY, 90_000, 1],
      ]);
      expect(await stores.saleExclusions.list(10)).toEqual([]);
    });

    it('excludes only what counts, and includes only what is excluded', async () => {
      expect(await stores.saleExclusions.exclude(DECISION)).toBeNull();
      expect(await stores.saleExclusions.include(DECISION)).toBeNull();
      await stores.salesImport.mergeSales(feed([odd()]));
      expect(await stores.saleExclusions.exclude(DECISION)).not.toBeNull();
      expect(await stores.saleExclusions.exclude({ ...DECISION, by: 'bob' })).toBeNull();
      expect(await stores.saleExclusions.find(KEY)).toMatchObject({ by: 'ann' });
      expect(await stores.saleExclusions.find({ ...KEY, source: 'other' })).toBeNull();
    });

    it('decides nothing while sales are imported', async () => {
      async function* slow(): AsyncGenerator<readonly IdentifiedSale[]> {
        yield [odd()];
        await expect(stores.saleExclusions.exclude(DECISION)).rejects.toThrow(ImportRunningError);
      }
      await stores.salesImport.mergeSales(slow());
    });
  });
}
