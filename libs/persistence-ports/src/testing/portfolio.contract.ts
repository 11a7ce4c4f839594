import type { Holding, Sale } from '@brickmarket/domain';
import { type HoldingToStore, type SaleToStore, storeHoldings, storeSales } from './books.ts';
import { aHolding, allOf, aSale } from './builders.ts';
import { anAccount, importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store of the collections and sales of accounts must do. */
export function describePortfolioPorts(open: OpenStores): void {
  describe('the portfolio ports', () => {
    let stores: StoresUnderTest;
    let setIds: ReadonlyMap<string, number>;
    let ann: number;
    let bob: number;
    beforeEach(async () => {
      stores = await open();
      setIds = (await importSets(stores, '1-1', '2-1', '10-1')).sets;
      ann = (await anAccount(stores)).id;
      bob = (await anAccount(stores)).id;
    });

    /** A holding with its set's id, in the default brickfolio unless the test names one. */
    function holdingOf(
      setNumber: string,
      facts: Partial<Holding> = {},
      brickfolio: string | null = null,
    ): HoldingToStore {
      return { setId: setIds.get(setNumber)!, holding: aHolding(setNumber, facts), brickfolio };
    }

    /** A sale with its set's id. */
    function saleOf(setNumber: string, facts: Partial<Sale> = {}): SaleToStore {
      return { setId: setIds.get(setNumber)!, sale: aSale(setNumber, facts) };
    }

    describe('exports of a book', () => {
      it('streams holdings, all fields of them, by brickfolio, set number, id, to their account only', async () => {
        const full = holdingOf(
          '2-1',
          {
            quantity: 3,
            condition: 'used',
            purchasePriceCents: 0,
            purchaseDay: 20_000,
            status: 'listed',
            notes: 'a, "b"',
            ...{ shippingPaidCents: 0, taxPaidCents: 7, boughtFrom: 'a "shop"', storedAt: 'shelf 3' },
          },
          'Attic',
        );
        const others = [holdingOf('2-1'), holdingOf('10-1', {}, 'Attic'), holdingOf('1-1', { quantity: 2 })];
        await storeHoldings(stores, ann, [full, ...others]);
        const stored = await allOf(stores.book.streamHoldings(ann));
        expect(stored.map(({ holding }) => holding.setNumber)).toEqual(['1-1', '2-1', '10-1', '2-1']);
        expect(stored[3]).toEqual({ holding: full.holding, brickfolio: 'Attic' });
        expect(await allOf(stores.book.streamHoldings(bob))).toEqual([]);
      });

      it('streams sales, all fields of them, oldest first, to their account only', async () => {
        const [late, early] = [
          saleOf('1-1', { saleDay: 20_001, costBasisCents: 50, notes: 'a, "b"', paymentFeesCents: -3 }),
          saleOf('2-1', { saleDay: 20_000, quantity: 2 }),
        ];
        await storeSales(stores, ann, [late, early]);
        expect(await allOf(stores.book.streamSales(ann))).toEqual([early.sale, late.sale]);
        expect(await allOf(stores.book.streamSales(bob))).toEqual([]);
      });
    });

    describe('Brickfolios', () => {
      it("shows an account its collections, default first, and unsold holdings; no other account's", async () => {
        await storeHoldings(stores, ann, [
          holdingOf('1-1', { quantity: 2, purchasePriceCents: 500, purchaseDay: 20_000 }),
          holdingOf('2-1', { condition: 'used', status: 'listed' }, 'Attic'),
          holdingOf('10-1', { status: 'sold' }),
        ]);
        await storeHoldings(stores, bob, [holdingOf('2-1', { quantity: 9 })]);
        const { brickfolios, holdings } = await stores.brickfolios.readOverview(ann);
        expect(brickfolios.map(({ isDefault }) => isDefault)).toEqual([true, false]);
        expect(holdings).toEqual([
          {
            brickfolioId: brickfolios[0]!.id,
            setId: setIds.get('1-1'),
            condition: 'sealed',
            quantity: 2,
            purchasePriceCents: 500,
            purchaseDay: 20_000,
            status: 'owned',
          },
          {
            brickfolioId: brickfolios[1]!.id,
            setId: setIds.get('2-1'),
            condition: 'used',
            quantity: 1,
            purchasePriceCents: null,
            purchaseDay: null,
            status: 'listed',
          },
        ]);
      });

      it('pages all holdings, sold too, by brickfolio, set number, id, with the total of all pages', async () => {
        const holdings = Array.from({ length: 230 }, (_, index) =>
          holdingOf(['1-1', '10-1', '2-1'][index % 3]!, { quantity: index + 1 }, index < 120 ? null : 'Attic'),
        );
        await storeHoldings(stores, ann, [holdingOf('1-1', { status: 'sold', quantity: 999 }), ...holdings]);
        await storeHoldings(stores, bob, [holdingOf('1-1')]);
        const all = (await allOf(stores.book.streamHoldings(ann))).map(({ holding }) => holding.quantity);
        const paged: number[] = [];
        for (let offset = 0; offset < 240; offset += 37) {
          const page = await stores.brickfolios.findEntryPage(ann, { brickfolioId: null, limit: 37, offset });
          expect(page!.total).toBe(231);
          paged.push(...page!.entries.map(({ quantity }) => quantity));
        }
        expect(paged).toEqual(all);
        const beyond = { brickfolioId: null, limit: 37, offset: 231 };
        expect(await stores.brickfolios.findEntryPage(ann, beyond)).toEqual({ total: 231, entries: [] });
      });

      it('pages one brickfolio, and answers null for one that is unknown or of another account', async () => {
        const full = { quantity: 3, purchasePriceCents: 1_999, purchaseDay: 20_000 };
        await storeHoldings(stores, ann, [
          holdingOf('1-1', {}, 'Attic'),
          holdingOf('2-1'),
          holdingOf('10-1', { ...full, condition: 'used', status: 'sold' }, 'Attic'),
        ]);
        const attic = (await stores.brickfolios.readOverview(ann)).brickfolios[1]!.id;
        const page = { brickfolioId: attic, limit: 10, offset: 0 };
        expect(await stores.brickfolios.findEntryPage(ann, page)).toEqual({
          total: 2,
          entries: [
            {
              brickfolioId: attic,
              setId: setIds.get('1-1'),
              quantity: 1,
              condition: 'sealed',
              purchasePriceCents: null,
              purchaseDay: null,
              status: 'owned',
            },
            { brickfolioId: attic, setId: setIds.get('10-1'), ...full, condition: 'used', status: 'sold' },
          ],
        });
        expect(await stores.brickfolios.findEntryPage(bob, page)).toBeNull();
        expect(await stores.brickfolios.findEntryPage(ann, { ...page, brickfolioId: attic + 1_000 })).toBeNull();
      });
    });

    describe('SalesLedger', () => {
      it('pages the sales of one account, newest first, then by id descending, with the total', async () => {
        for (const [day, grossCents] of [
          [20_000, 1],
          [20_002, 2],
          [20_000, 3],
          [20_001, 4],
        ] as const)
          await storeSales(stores, ann, [saleOf('1-1', { saleDay: day, grossCents })]);
        const facts = { saleDay: 20_001, platform: 'bricklink', costBasisCents: 50, paymentFeesCents: -3, notes: null };
        await storeSales(stores, bob, [saleOf('2-1', facts)]);
        const page = async (limit: number, offset: number) => {
          const { total, sales } = await stores.ledger.listPage(ann, { limit, offset });
          return [total, ...sales.map(({ grossCents }) => grossCents)];
        };
        expect([await page(3, 0), await page(3, 3), await page(3, 4)]).toEqual([[4, 2, 4, 3], [4, 1], [4]]);
        const { setNumber: _number, notes: _notes, ...sold } = saleOf('2-1', facts).sale;
        expect(await stores.ledger.listPage(bob, { limit: 10, offset: 0 })).toEqual({
          total: 1,
          sales: [{ id: expect.any(Number), setId: setIds.get('2-1'), ...sold }],
        });
      });
    });
  });
}
