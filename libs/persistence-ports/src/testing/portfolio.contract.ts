import type { Holding, Sale } from '@brickmarket/domain';
import type { HoldingToStore, SaleToStore } from '../portfolio.ts';
import { aHolding, allOf, aSale, brokenFeed, feed } from './builders.ts';
import { anAccount, importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

const ADD = { replaces: false, isDryRun: false };

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

    const listed = async (accountId: number) =>
      (await allOf(stores.holdings.streamAll(accountId))).map(
        ({ brickfolio, holding }) => `${brickfolio} ${holding.setNumber} x${holding.quantity}`,
      );

    describe('HoldingStore', () => {
      it('returns what was merged, all fields of it, by brickfolio, set number, id', async () => {
        const full = holdingOf(
          '2-1',
          {
            quantity: 3,
            condition: 'used',
            purchasePriceCents: 0,
            purchaseDay: 20_000,
            status: 'listed',
            notes: 'a, "b"',
          },
          'Attic',
        );
        const merge = await stores.holdings.merge(
          ann,
          feed([full, holdingOf('2-1')], [holdingOf('10-1', {}, 'Attic'), holdingOf('1-1', { quantity: 2 })]),
          ADD,
        );
        expect(merge).toEqual({
          holdings: { inserted: 4, changed: 0, unchanged: 0 },
          newBrickfolios: ['Attic'],
        });
        const stored = await allOf(stores.holdings.streamAll(ann));
        expect(stored.map(({ holding }) => holding.setNumber)).toEqual(['1-1', '2-1', '10-1', '2-1']);
        expect(stored[3]).toEqual({ holding: full.holding, brickfolio: 'Attic' });
      });

      it('adds nothing when the same holdings come again, and counts equal ones', async () => {
        await stores.holdings.merge(ann, feed([holdingOf('1-1')]), ADD);
        const three = () => feed([holdingOf('1-1')], [holdingOf('1-1'), holdingOf('1-1')]);
        expect((await stores.holdings.merge(ann, three(), ADD)).holdings).toMatchObject({ inserted: 2, unchanged: 1 });
        expect((await stores.holdings.merge(ann, three(), ADD)).holdings).toMatchObject({ inserted: 0, unchanged: 3 });
        expect(await listed(ann)).toHaveLength(3);
      });

      it('removes what the feed lacks only when it replaces, only from brickfolios it names', async () => {
        const both = [holdingOf('1-1', {}, 'Attic'), holdingOf('2-1', {}, 'Attic'), holdingOf('1-1', {}, 'Shop')];
        await stores.holdings.merge(ann, feed(both), ADD);
        await stores.holdings.merge(bob, feed(both), ADD);
        await stores.holdings.merge(ann, feed([both[1]!]), ADD);
        expect(await listed(ann)).toHaveLength(3);
        const replaced = await stores.holdings.merge(ann, feed([both[1]!]), { replaces: true, isDryRun: false });
        expect(replaced.holdings).toEqual({ inserted: 0, changed: 0, unchanged: 1, removed: 1 });
        expect(await listed(ann)).toEqual(['Attic 2-1 x1', 'Shop 1-1 x1']);
        expect(await listed(bob)).toHaveLength(3);
      });

      it('changes nothing in a dry run that reports what would be done', async () => {
        await stores.holdings.merge(ann, feed([holdingOf('1-1')]), ADD);
        const dryRun = await stores.holdings.merge(ann, feed([holdingOf('2-1'), holdingOf('2-1', {}, 'Attic')]), {
          replaces: true,
          isDryRun: true,
        });
        expect(dryRun).toMatchObject({ holdings: { inserted: 2, removed: 1 }, newBrickfolios: ['Attic'] });
        expect(await listed(ann)).toHaveLength(1);
        expect((await stores.brickfolios.readOverview(ann)).brickfolios).toHaveLength(1);
      });

      it('adds nothing of a feed that fails', async () => {
        const failing = stores.holdings.merge(ann, brokenFeed(holdingOf('1-1', {}, 'Attic')), ADD);
        await expect(failing).rejects.toThrow('cut off');
        expect(await listed(ann)).toEqual([]);
        expect((await stores.brickfolios.readOverview(ann)).brickfolios).toHaveLength(1);
      });

      it('labels brickfolios, the default by the first label, and creates those that are missing', async () => {
        const labels = [
          { name: 'Living room', description: 'shelf' },
          { name: 'Attic', description: null },
        ];
        await stores.holdings.labelBrickfolios(ann, labels);
        await stores.holdings.labelBrickfolios(ann, [labels[0]!, { name: 'Attic', description: 'boxes' }]);
        expect((await stores.brickfolios.readOverview(ann)).brickfolios).toMatchObject([
          { name: 'Living room', description: 'shelf', isDefault: true },
          { name: 'Attic', description: 'boxes', isDefault: false },
        ]);
        expect((await stores.brickfolios.readOverview(bob)).brickfolios).toMatchObject([{ description: null }]);
      });
    });

    describe('Brickfolios', () => {
      it("shows an account its collections, default first, and unsold holdings; no other account's", async () => {
        await stores.holdings.merge(
          ann,
          feed([
            holdingOf('1-1', { quantity: 2, purchasePriceCents: 500, purchaseDay: 20_000 }),
            holdingOf('2-1', { condition: 'used', status: 'listed' }, 'Attic'),
            holdingOf('10-1', { status: 'sold' }),
          ]),
          ADD,
        );
        await stores.holdings.merge(bob, feed([holdingOf('2-1', { quantity: 9 })]), ADD);
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
        await stores.holdings.merge(ann, feed([holdingOf('1-1', { status: 'sold', quantity: 999 }), ...holdings]), ADD);
        await stores.holdings.merge(bob, feed([holdingOf('1-1')]), ADD);
        const all = (await allOf(stores.holdings.streamAll(ann))).map(({ holding }) => holding.quantity);
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
        await stores.holdings.merge(
          ann,
          feed([
            holdingOf('1-1', {}, 'Attic'),
            holdingOf('2-1'),
            holdingOf('10-1', { ...full, condition: 'used', status: 'sold' }, 'Attic'),
          ]),
          ADD,
        );
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

    describe('SaleStore', () => {
      it('returns what was merged, all fields of it, oldest first, to its account only', async () => {
        const [late, early] = [
          saleOf('1-1', { saleDay: 20_001, costBasisCents: 50, notes: 'a, "b"', paymentFeesCents: -3 }),
          saleOf('2-1', { saleDay: 20_000, quantity: 2 }),
        ];
        expect(await stores.sales.merge(ann, feed([late], [early]), { isDryRun: false })).toEqual({
          inserted: 2,
          changed: 0,
          unchanged: 0,
        });
        expect(await allOf(stores.sales.streamAll(ann))).toEqual([early.sale, late.sale]);
        expect(await allOf(stores.sales.streamAll(bob))).toEqual([]);
      });

      it('adds nothing when the same sales come again, and counts equal ones', async () => {
        await stores.sales.merge(ann, feed([saleOf('1-1')]), { isDryRun: false });
        const three = () => feed([saleOf('1-1'), saleOf('1-1')], [saleOf('1-1')]);
        expect(await stores.sales.merge(ann, three(), { isDryRun: true })).toMatchObject({ inserted: 2, unchanged: 1 });
        expect(await allOf(stores.sales.streamAll(ann))).toHaveLength(1);
        expect(await stores.sales.merge(ann, three(), { isDryRun: false })).toMatchObject({
          inserted: 2,
          unchanged: 1,
        });
        expect(await stores.sales.merge(ann, three(), { isDryRun: false })).toMatchObject({
          inserted: 0,
          unchanged: 3,
        });
        expect(await stores.sales.merge(bob, three(), { isDryRun: false })).toMatchObject({
          inserted: 3,
          unchanged: 0,
        });
      });

      it('adds nothing of a feed that fails', async () => {
        await expect(stores.sales.merge(ann, brokenFeed(saleOf('1-1')), { isDryRun: false })).rejects.toThrow(
          'cut off',
        );
        expect(await allOf(stores.sales.streamAll(ann))).toEqual([]);
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
          await stores.sales.merge(ann, feed([saleOf('1-1', { saleDay: day, grossCents })]), { isDryRun: false });
        const facts = { saleDay: 20_001, platform: 'bricklink', costBasisCents: 50, paymentFeesCents: -3, notes: null };
        await stores.sales.merge(bob, feed([saleOf('2-1', facts)]), { isDryRun: false });
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
