import type { BookedSale, Lot, RowChange } from '@brickmarket/domain';
import type { BookEdit, LotQuery } from '../book.ts';
import { aHolding, aSale, feed } from './builders.ts';
import { anAccount, importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

const QUERY: LotQuery = {
  brickfolioId: null,
  theme: null,
  condition: null,
  status: null,
  text: null,
  order: 'set_number',
  descending: false,
  limit: 50,
  offset: 0,
  today: 20_772,
};

/** What every store of the books that owners edit must do. */
export function describeBookPorts(open: OpenStores): void {
  describe('AccountBook', () => {
    let stores: StoresUnderTest;
    let setIds: ReadonlyMap<string, number>;
    let ann: number;
    let bob: number;
    let shelf: number;
    beforeEach(async () => {
      stores = await open();
      setIds = (await importSets(stores, '1-1', '2-1', '10-1')).sets;
      ann = (await anAccount(stores)).id;
      bob = (await anAccount(stores)).id;
      shelf = (await stores.book.listBrickfolios(ann))[0]!.brickfolio.id;
    });

    const edit = (changes: readonly RowChange[], more: Partial<BookEdit> = {}): BookEdit => ({
      kind: 'edited',
      summary: 'A change',
      changes,
      undoes: null,
      ...more,
    });

    async function aLot(setNumber: string, facts: Partial<Lot> = {}): Promise<Lot> {
      const [id] = await stores.book.reserveIds('lot', 1);
      return {
        ...aHolding(setNumber),
        setId: setIds.get(setNumber)!,
        brickfolioId: shelf,
        id: id!,
        version: 1,
        ...facts,
      };
    }

    async function added(setNumber: string, facts: Partial<Lot> = {}): Promise<Lot> {
      const lot = await aLot(setNumber, facts);
      const written = await stores.book.write(ann, edit([{ table: 'lot', before: null, after: lot }]));
      expect(written.outcome).toBe('written');
      return lot;
    }

    async function aBookedSale(facts: Partial<BookedSale> = {}): Promise<BookedSale> {
      const [id] = await stores.book.reserveIds('sale', 1);
      return { ...aSale('1-1'), setId: setIds.get('1-1')!, id: id!, version: 1, ...facts };
    }

    const lotsOf = async (accountId: number, query: Partial<LotQuery> = {}) =>
      (await stores.book.listLots(accountId, { ...QUERY, ...query }))!;

    it('returns a lot as it was written, to its owner alone, and the totals of the API follow at once', async () => {
      const lot = await added('2-1', {
        quantity: 3,
        condition: 'used',
        purchasePriceCents: 0,
        purchaseDay: 20_000,
        status: 'listed',
        notes: 'a, "b"',
      });
      expect((await stores.book.read(ann, { lot: [lot.id] })).lot.get(lot.id)).toEqual(lot);
      expect((await lotsOf(ann)).lots[0]).toMatchObject({ lot, unitValueCents: null, saleId: null });
      expect((await stores.book.read(bob, { lot: [lot.id] })).lot.size).toBe(0);
      expect(await lotsOf(bob)).toEqual({ total: 0, lots: [] });
      expect((await stores.brickfolios.readOverview(ann)).holdings).toMatchObject([{ quantity: 3, status: 'listed' }]);
      const moreThanHis = await stores.book.listLots(bob, { ...QUERY, brickfolioId: shelf });
      expect(moreThanHis).toBeNull();
    });

    it('changes a row only in the version the edit was made from, and writes all of an edit or nothing', async () => {
      const lot = await added('1-1');
      const after = { ...lot, quantity: 2, version: 2 };
      const change: RowChange = { table: 'lot', before: lot, after };
      expect(await stores.book.write(bob, edit([change]))).toEqual({ outcome: 'stale', table: 'lot', id: lot.id });
      expect((await stores.book.write(ann, edit([change]))).outcome).toBe('written');
      expect((await stores.book.read(ann, { lot: [lot.id] })).lot.get(lot.id)).toEqual(after);
      const other = await aLot('2-1');
      const late = edit([
        { table: 'lot', before: null, after: other },
        { table: 'lot', before: lot, after: null },
      ]);
      expect(await stores.book.write(ann, late)).toEqual({ outcome: 'stale', table: 'lot', id: lot.id });
      expect((await lotsOf(ann)).lots.map(({ lot: one }) => one.id)).toEqual([lot.id]);
      expect((await stores.book.write(ann, edit([{ table: 'lot', before: after, after: null }]))).outcome).toBe(
        'written',
      );
      expect((await lotsOf(ann)).total).toBe(0);
      // Taken back, it has its number again.
      expect((await stores.book.write(ann, edit([{ table: 'lot', before: null, after }]))).outcome).toBe('written');
      expect(await stores.book.write(ann, edit([{ table: 'lot', before: null, after }]))).toMatchObject({
        outcome: 'stale',
      });
    });

    it('raises the version of what an import or the command line changes', async () => {
      await stores.holdings.labelBrickfolios(ann, [{ name: 'Renamed', description: null }]);
      expect((await stores.book.listBrickfolios(ann))[0]).toMatchObject({
        brickfolio: { name: 'Renamed', version: 2, isDefault: true },
        holdingCount: 0,
      });
    });

    it('records every edit with its rows, for its owner, newest first, and lets it be taken back once', async () => {
      const lot = await aLot('1-1');
      const add = edit([{ table: 'lot', before: null, after: lot }], { kind: 'added', summary: 'Added' });
      const written = await stores.book.write(ann, add);
      const id = written.outcome === 'written' ? written.id : 0;
      expect(await stores.book.findEdit(ann, id)).toMatchObject({ ...add, id, undoneBy: null });
      expect(await stores.book.findEdit(bob, id)).toBeNull();
      const remove = edit([{ table: 'lot', before: lot, after: null }], { kind: 'undone', undoes: id });
      const undone = await stores.book.write(ann, remove);
      expect(undone.outcome).toBe('written');
      expect(await stores.book.write(ann, edit([], { undoes: id }))).toEqual({ outcome: 'undone-already' });
      const edits = await stores.book.listEdits(ann, 10);
      expect(edits.map(({ kind, undoneBy }) => [kind, undoneBy])).toEqual([
        ['undone', null],
        ['added', undone.outcome === 'written' ? undone.id : 0],
      ]);
      expect(await stores.book.listEdits(bob, 10)).toEqual([]);
    });

    /** Two copies and the sale that took them. */
    async function soldCopies() {
      const lot = await added('1-1', { quantity: 2, purchasePriceCents: 700, purchaseDay: 19_000 });
      const sale = await aBookedSale({ quantity: 2, costBasisCents: 1_400 });
      const link = { id: lot.id, version: 1, saleId: sale.id, method: 'fifo' as const };
      const sold = edit([
        { table: 'saleLot', before: null, after: link },
        { table: 'sale', before: null, after: sale },
        { table: 'lot', before: lot, after: { ...lot, version: 2, status: 'sold' } },
      ]);
      expect((await stores.book.write(ann, sold)).outcome).toBe('written');
      return { lot, sale, link };
    }

    it('keeps copies that a sale took when an import replaces the collection: its cost is made of them', async () => {
      const { sale, link } = await soldCopies();
      await added('1-1');
      const file = feed([{ setId: setIds.get('2-1')!, holding: aHolding('2-1'), brickfolio: null }]);
      const { holdings } = await stores.holdings.merge(ann, file, { replaces: true, isDryRun: false });
      expect(holdings).toEqual({ inserted: 1, changed: 0, unchanged: 0, removed: 1 });
      expect(await stores.book.listLotsOfSale(ann, sale.id)).toEqual([link]);
    });

    it('links sold lots to their sale, and lists sales and sold copies to their owner alone', async () => {
      const { lot, sale, link } = await soldCopies();
      expect(await stores.book.listSales(ann)).toEqual([sale]);
      expect(await stores.book.listSalePage(ann, { limit: 10, offset: 0 })).toMatchObject({
        total: 1,
        sales: [{ sale, lotCount: 1 }],
      });
      expect(await stores.book.listLotsOfSale(ann, sale.id)).toEqual([link]);
      expect(await stores.book.listSoldCopies(ann)).toEqual([
        {
          lotId: lot.id,
          saleId: sale.id,
          method: 'fifo',
          quantity: 2,
          condition: 'sealed',
          setId: lot.setId,
          unitCostCents: 700,
          acquiredDay: 19_000,
        },
      ]);
      expect((await stores.ledger.listPage(ann, { limit: 10, offset: 0 })).sales[0]!.costBasisCents).toBe(1_400);
      expect((await lotsOf(ann)).lots[0]).toMatchObject({ saleId: sale.id });
      expect(await stores.book.listSales(bob)).toEqual([]);
      expect(await stores.book.listSoldCopies(bob)).toEqual([]);
      expect(await stores.book.listLotsOfSale(bob, sale.id)).toEqual([]);
      expect((await stores.book.listSalePage(bob, { limit: 10, offset: 0 })).total).toBe(0);
      expect((await stores.book.read(bob, { sale: [sale.id], saleLot: [lot.id] })).sale.size).toBe(0);
    });

    it('lists unsold lots of one set in one condition, and finds sets by their number', async () => {
      const lots = [await added('1-1'), await added('1-1', { status: 'listed' })];
      await added('1-1', { status: 'sold' });
      await added('1-1', { condition: 'used' });
      await added('2-1');
      expect(await stores.book.listUnsold(ann, setIds.get('1-1')!, 'sealed')).toEqual(lots);
      expect(await stores.book.listUnsold(bob, setIds.get('1-1')!, 'sealed')).toEqual([]);
      expect(await stores.book.findSet('1-1')).toMatchObject({ setId: setIds.get('1-1'), setNumber: '1-1' });
      expect(await stores.book.findSet('1')).toBeNull();
    });

    it('filters and pages holdings in a total order, whatever they are sorted by', async () => {
      for (const quantity of [5, 3, 4]) await added('1-1', { quantity });
      await added('2-1', { quantity: 3, condition: 'used', status: 'sold' });
      const quantities = async (query: Partial<LotQuery>) =>
        (await lotsOf(ann, query)).lots.map(({ lot }) => lot.quantity);
      expect(await quantities({ order: 'quantity' })).toEqual([3, 3, 4, 5]);
      expect(await quantities({ order: 'quantity', descending: true, limit: 2, offset: 1 })).toEqual([4, 3]);
      expect(await quantities({ status: 'unsold', order: 'added' })).toEqual([5, 3, 4]);
      expect(await quantities({ condition: 'used' })).toEqual([3]);
      expect(await quantities({ text: '2-1' })).toEqual([3]);
      expect(await lotsOf(ann, { offset: 10 })).toEqual({ total: 4, lots: [] });
      for (const order of ['title', 'purchase_date', 'cost', 'value', 'gain'] as const)
        expect((await quantities({ order })).toSorted((a, b) => a - b)).toEqual([3, 3, 4, 5]);
      const themes = await stores.book.listThemes(ann);
      expect(await quantities({ theme: themes[0]! })).toHaveLength(4);
      expect(await quantities({ theme: 'no such theme' })).toEqual([]);
      expect(await stores.book.listThemes(bob)).toEqual([]);
    });

    it('refuses a second brickfolio of a name and to delete one with holdings, and keeps one default', async () => {
      const [id] = await stores.book.reserveIds('brickfolio', 1);
      const attic = {
        id: id!,
        version: 1,
        name: 'Attic',
        description: null,
        isDefault: false,
        createdAt: '2026-11-15T12:00:00.000Z',
      };
      const create = edit([{ table: 'brickfolio', before: null, after: attic }]);
      expect((await stores.book.write(ann, create)).outcome).toBe('written');
      const again = { ...attic, id: (await stores.book.reserveIds('brickfolio', 1))[0]! };
      expect(await stores.book.write(ann, edit([{ table: 'brickfolio', before: null, after: again }]))).toEqual({
        outcome: 'name-taken',
      });
      const lot = await added('1-1', { brickfolioId: attic.id });
      const remove = edit([{ table: 'brickfolio', before: attic, after: null }]);
      expect(await stores.book.write(ann, remove)).toEqual({ outcome: 'not-empty' });
      const main = (await stores.book.listBrickfolios(ann))[0]!.brickfolio;
      const swap = edit([
        { table: 'brickfolio', before: attic, after: { ...attic, version: 2, isDefault: true } },
        { table: 'brickfolio', before: main, after: { ...main, version: 2, isDefault: false } },
      ]);
      expect((await stores.book.write(ann, swap)).outcome).toBe('written');
      expect((await stores.book.listBrickfolios(ann)).map((one) => [one.brickfolio.id, one.holdingCount])).toEqual([
        [attic.id, 1],
        [main.id, 0],
      ]);
      await expect(
        stores.book.write(ann, edit([{ table: 'lot', before: lot, after: { ...lot, brickfolioId: 999_999 } }])),
      ).resolves.toMatchObject({ outcome: 'stale', table: 'brickfolio' });
    });
  });
}
