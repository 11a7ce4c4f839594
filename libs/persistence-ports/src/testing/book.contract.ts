import { type BookedSale, ConflictError, type BookedHolding, type RowChange } from '@brickmarket/domain';
import type { HoldingQuery, SaleQuery } from '../portfolio/book.ts';
import { changeBook, readBook } from './books.ts';
import { aHolding, allOf, aSale } from './builders.ts';
import { anAccount, importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

const QUERY: HoldingQuery = {
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

const SALES: SaleQuery = {
  text: null,
  platform: null,
  year: null,
  order: 'sale_date',
  descending: true,
  limit: 10,
  offset: 0,
};

/** What every store of the portfolio that owners edit must do. */
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

    const write = (changes: readonly RowChange[], more: Parameters<typeof changeBook>[3] = {}): Promise<number> =>
      changeBook(stores, ann, changes, more);

    async function added(setNumber: string, facts: Partial<BookedHolding> = {}): Promise<BookedHolding> {
      const known = new Set((await readBook(stores, ann, { whole: 'collection' })).lot.keys());
      const lot: BookedHolding = {
        ...aHolding(setNumber),
        setId: setIds.get(setNumber)!,
        brickfolioId: shelf,
        id: -1,
        version: 1,
        origins: [],
        ...facts,
      };
      await write([{ table: 'lot', before: null, after: lot }]);
      const { lot: lots } = await readBook(stores, ann, { whole: 'collection' });
      const [id] = [...lots.keys()].filter((one) => !known.has(one));
      return { ...lot, id: id! };
    }

    const holdingNow = async (accountId: number, id: number): Promise<BookedHolding | undefined> =>
      (await readBook(stores, accountId, { holdings: [id] })).lot.get(id);

    const holdingsOf = async (accountId: number, query: Partial<HoldingQuery> = {}) =>
      (await stores.book.listHoldings(accountId, { ...QUERY, ...query }))!;

    it('returns a lot as it was written, to its owner alone, and the totals of the API follow at once', async () => {
      const lot = await added('2-1', {
        quantity: 3,
        condition: 'used',
        purchasePriceCents: 0,
        purchaseDay: 20_000,
        status: 'listed',
        notes: 'a, "b"',
        ...{ shippingPaidCents: 0, taxPaidCents: 7, boughtFrom: 'a "shop"', storedAt: 'shelf 3' },
      });
      expect(await holdingNow(ann, lot.id)).toEqual(lot);
      expect((await holdingsOf(ann)).holdings[0]).toMatchObject({ holding: lot, unitValueCents: null, sold: null });
      expect(await holdingNow(bob, lot.id)).toBeUndefined();
      expect(await holdingsOf(bob)).toEqual({ total: 0, holdings: [] });
      expect((await stores.brickfolios.readOverview(ann)).holdings).toMatchObject([{ quantity: 3, status: 'listed' }]);
      const moreThanHis = await stores.book.listHoldings(bob, { ...QUERY, brickfolioId: shelf });
      expect(moreThanHis).toBeNull();
    });

    it('writes nothing of a refusal, and never a change that was made from another version', async () => {
      const lot = await added('1-1');
      const refused = stores.book.change(ann, { holdings: [lot.id] }, () => {
        throw new ConflictError('No.');
      });
      await expect(refused).rejects.toThrow(new ConflictError('No.'));
      const after = { ...lot, quantity: 2, version: 2 };
      await write([{ table: 'lot', before: lot, after }]);
      expect(await holdingNow(ann, lot.id)).toEqual(after);
      const other: BookedHolding = { ...lot, id: -1 };
      const late: RowChange[] = [
        { table: 'lot', before: null, after: other },
        { table: 'lot', before: lot, after: null },
      ];
      await expect(write(late)).rejects.toThrow('delete of lot');
      await expect(changeBook(stores, bob, [{ table: 'lot', before: after, after: null }])).rejects.toThrow('delete');
      expect((await holdingsOf(ann)).holdings.map((one) => one.holding.id)).toEqual([lot.id]);
      await write([{ table: 'lot', before: after, after: null }]);
      expect((await holdingsOf(ann)).total).toBe(0);
      // Taken back, it has its number again.
      await write([{ table: 'lot', before: null, after }]);
      expect(await holdingNow(ann, lot.id)).toEqual(after);
    });

    it('lets one decision after the other see the book: none is lost', async () => {
      const lot = await added('1-1');
      await Promise.all(
        Array.from({ length: 8 }, () =>
          changeBook(
            stores,
            ann,
            ({ lot: lots }) => {
              const before = lots.get(lot.id)!;
              return [
                {
                  table: 'lot',
                  before,
                  after: { ...before, quantity: before.quantity + 1, version: before.version + 1 },
                },
              ];
            },
            { part: { holdings: [lot.id] } },
          ),
        ),
      );
      expect(await holdingNow(ann, lot.id)).toMatchObject({ quantity: 9, version: 9 });
    });

    it('records every edit with its rows, for its owner, newest first, and which took it back', async () => {
      const id = await write([], { kind: 'added', summary: 'Added' });
      const { edit } = await readBook(stores, ann, { edit: id });
      expect(edit).toMatchObject({ id, kind: 'added', summary: 'Added', changes: [], undoneBy: null });
      expect((await readBook(stores, bob, { edit: id })).edit).toBeNull();
      const undone = await write([], { kind: 'undone', undoes: id });
      const edits = await stores.book.listEdits(ann, 10);
      expect(edits.map(({ kind, undoneBy }) => [kind, undoneBy])).toEqual([
        ['undone', null],
        ['added', undone],
      ]);
      expect(await stores.book.listEdits(bob, 10)).toEqual([]);
    });

    describe('BookRetention', () => {
      it('keeps an old edit as long as the undo of it, and deletes both together', async () => {
        const first = await write([], { kind: 'added' });
        const middle = new Date(Date.now());
        await new Promise((resolve) => setTimeout(resolve, 5));
        await write([], { kind: 'undone', undoes: first });
        await write([]);
        expect(await stores.bookRetention.deleteBefore(middle)).toMatchObject({ edits: 0 });
        expect(await stores.book.listEdits(ann, 9)).toHaveLength(3);
        expect(await stores.bookRetention.deleteBefore(new Date(Date.now() + 3_600_000))).toMatchObject({ edits: 3 });
      });
    });

    it('lists with every edit the one set that it changed; null when none, several or hundreds of rows', async () => {
      const setOfLast = async () => (await stores.book.listEdits(ann, 1))[0]!.setNumber;
      const lot = await added('1-1');
      expect(await setOfLast()).toBe('1-1');
      await write([{ table: 'lot', before: lot, after: null }]);
      expect(await setOfLast()).toBe('1-1');
      const other = await added('10-1', { notes: '2 × 1-1 (used)' });
      expect(await setOfLast()).toBe('10-1');
      const sale = { ...aSale('10-1'), setId: other.setId, id: -2, version: 1 };
      await write([{ table: 'sale', before: null, after: sale }]);
      expect(await setOfLast()).toBe('10-1');
      const copy = { ...other, id: -1 };
      await write([
        { table: 'lot', before: null, after: copy },
        { table: 'lot', before: null, after: { ...copy, id: -2, setId: lot.setId, setNumber: '1-1' } },
      ]);
      expect(await setOfLast()).toBeNull();
      const hundreds = Array.from({ length: 900 }, (_, at) => ({ ...copy, id: -1 - at, notes: `Copy ${at * at}` }));
      await write(hundreds.map((after): RowChange => ({ table: 'lot', before: null, after })));
      expect(await setOfLast()).toBeNull();
      await write([]);
      expect(await setOfLast()).toBeNull();
    });

    it('records hundreds of rows that one edit adds, changes and deletes as it wrote them', async () => {
      const one = await added('2-1', { notes: 'one' });
      const hundreds = Array.from({ length: 250 }, (_, at): BookedHolding => ({
        ...aHolding(at % 2 === 0 ? '1-1' : '10-1'),
        setId: setIds.get(at % 2 === 0 ? '1-1' : '10-1')!,
        brickfolioId: shelf,
        id: -1 - at,
        version: 1,
        purchasePriceCents: at % 3 === 0 ? null : at,
        boughtFrom: undefined,
        notes: at % 5 === 0 ? `"${at}", {}` : at % 3 === 0 ? 'NULL' : null,
        origins: at % 7 === 0 ? [] : [`row ${at}`, 'null', `${at}-_`],
      }));
      const change: RowChange = { table: 'lot', before: one, after: { ...one, version: 2, notes: 'two' } };
      const adds = hundreds.map((after): RowChange => ({ table: 'lot', before: null, after }));
      const adding = await write([...adds.slice(0, 120), change, ...adds.slice(120)]);
      const { lot } = await readBook(stores, ann, { whole: 'collection' });
      const changesOf = async (edit: number) => (await readBook(stores, ann, { edit })).edit!.changes;
      const recorded = await changesOf(adding);
      expect(recorded.map(({ before }) => before?.id ?? null)).toEqual([
        ...adds.slice(0, 120).map(() => null),
        one.id,
        ...adds.slice(120).map(() => null),
      ]);
      for (const { after } of recorded) expect(after).toEqual(lot.get(after!.id));
      const stored = recorded.flatMap(({ before, after }) => (before === null ? [after as BookedHolding] : []));
      expect(stored.map(({ notes, origins }) => [notes, origins])).toEqual(
        hundreds.map(({ notes, origins }) => [notes, origins]),
      );
      const deletions = stored.map((before): RowChange => ({ table: 'lot', before, after: null }));
      expect(await changesOf(await write(deletions))).toEqual(deletions);
    });

    /** Two copies and the sale that took them. */
    async function soldCopies() {
      const lot = await added('1-1', { quantity: 2, purchasePriceCents: 700, purchaseDay: 19_000 });
      const facts = { quantity: 2, costBasisCents: 1_400, origins: [] };
      const sale: BookedSale = { ...aSale('1-1'), setId: lot.setId, id: -1, version: 1, ...facts };
      await write([
        { table: 'saleLot', before: null, after: { id: lot.id, version: 1, saleId: -1, method: 'fifo' } },
        { table: 'sale', before: null, after: sale },
        { table: 'lot', before: lot, after: { ...lot, version: 2, status: 'sold' } },
      ]);
      const [booked] = (await stores.book.readLedger(ann)).sales;
      return { lot, sale: { ...sale, id: booked!.id }, link: { id: lot.id, version: 1, saleId: booked!.id } };
    }

    it('reads sales with all copies that they took, and copies with their sale, for their owner alone', async () => {
      const { lot, sale, link } = await soldCopies();
      for (const part of [{ holdings: [lot.id] }, { sales: [sale.id] }, { whole: 'sales' }] as const) {
        const read = await readBook(stores, ann, part);
        expect([...read.sale.values()]).toEqual([sale]);
        expect([...read.saleLot.values()]).toEqual([{ ...link, method: 'fifo' }]);
        expect([...read.lot.keys()]).toEqual([lot.id]);
        const foreign = await readBook(stores, bob, part);
        expect([foreign.sale.size, foreign.saleLot.size, foreign.lot.size]).toEqual([0, 0, 0]);
      }
    });

    it('links sold lots to their sale, and lists sales and sold copies to their owner alone', async () => {
      const { lot, sale } = await soldCopies();
      expect(await stores.book.listSalePage(ann, SALES)).toMatchObject({
        total: 1,
        sales: [{ sale, lotCount: 1 }],
      });
      const sold = {
        lotId: lot.id,
        saleId: sale.id,
        method: 'fifo',
        quantity: 2,
        condition: 'sealed',
        setId: lot.setId,
        unitCostCents: 700,
        acquiredDay: 19_000,
      };
      expect(await stores.book.readLedger(ann)).toEqual({ sales: [sale], sold: [sold] });
      expect(await stores.book.readOverview(ann)).toMatchObject({
        brickfolios: [{ brickfolio: { id: shelf }, holdingCount: 1 }],
        holdings: [],
        sales: [sale],
        sold: [sold],
      });
      expect((await stores.ledger.listPage(ann, { limit: 10, offset: 0 })).sales[0]!.costBasisCents).toBe(1_400);
      expect((await holdingsOf(ann)).holdings[0]).toMatchObject({ sold: { saleId: sale.id } });
      expect(await stores.book.readLedger(bob)).toEqual({ sales: [], sold: [] });
      expect(await stores.book.listSales(ann)).toEqual([sale]);
      expect(await stores.book.listSales(bob)).toEqual([]);
      expect(await allOf(stores.book.streamSales(ann))).toHaveLength(1);
      expect(await allOf(stores.book.streamSales(bob))).toEqual([]);
      expect((await stores.book.listSalePage(bob, SALES)).total).toBe(0);
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
      const quantities = async (query: Partial<HoldingQuery>) =>
        (await holdingsOf(ann, query)).holdings.map(({ holding }) => holding.quantity);
      expect(await quantities({ order: 'quantity' })).toEqual([3, 3, 4, 5]);
      expect(await quantities({ order: 'quantity', descending: true, limit: 2, offset: 1 })).toEqual([4, 3]);
      expect(await quantities({ status: 'unsold', order: 'added' })).toEqual([5, 3, 4]);
      expect(await quantities({ condition: 'used' })).toEqual([3]);
      expect(await quantities({ text: '2-1' })).toEqual([3]);
      expect(await holdingsOf(ann, { offset: 10 })).toEqual({ total: 4, holdings: [] });
      for (const order of ['title', 'purchase_date', 'cost', 'value', 'gain', 'percent'] as const)
        expect((await quantities({ order })).toSorted((a, b) => a - b)).toEqual([3, 3, 4, 5]);
      const themes = await stores.book.listThemes(ann);
      expect(await quantities({ theme: themes[0]! })).toHaveLength(4);
      expect(await quantities({ theme: 'no such theme' })).toEqual([]);
      expect(await stores.book.listThemes(bob)).toEqual([]);
    });

    it('adds up the holdings that match, sold ones by what they fetched, for their owner alone', async () => {
      await added('1-1', { quantity: 2, purchasePriceCents: 300 });
      await added('2-1', { quantity: 3, purchasePriceCents: null });
      const { sale } = await soldCopies();
      const filter = { brickfolioId: null, theme: null, condition: null, status: null, text: null };
      const net = sale.grossCents - sale.platformFeesCents - sale.paymentFeesCents - sale.shippingCents;
      const nothing = {
        unsold: {
          setCount: 0,
          itemCount: 0,
          costCents: 0,
          valueCents: 0,
          unvaluedCostCents: 0,
          unknownCost: { itemCount: 0, valueCents: 0 },
        },
        sold: { itemCount: 0, netCents: 0, gainCents: 0, gainCostCents: 0, unknownItemCount: 0 },
      };
      const unsold = {
        setCount: 2,
        itemCount: 5,
        costCents: 600,
        valueCents: 600,
        unvaluedCostCents: 600,
        unknownCost: { itemCount: 3, valueCents: 0 },
      };
      const sold = { itemCount: 2, netCents: net, gainCents: net - 1_400, gainCostCents: 1_400, unknownItemCount: 0 };
      const today = 20_772;
      expect(await stores.book.addUpHoldings(ann, filter, today)).toEqual({ unsold, sold });
      expect(await stores.book.addUpHoldings(ann, { ...filter, status: 'sold' }, today)).toEqual({ ...nothing, sold });
      expect(await stores.book.addUpHoldings(ann, { ...filter, text: 'nothing' }, today)).toEqual(nothing);
      expect(await stores.book.addUpHoldings(bob, filter, today)).toEqual(nothing);
      expect(await stores.book.addUpHoldings(bob, { ...filter, brickfolioId: shelf }, today)).toBeNull();
    });

    it('numbers new rows and what refers to them, counts what brickfolios hold, and changes the default', async () => {
      const attic = { id: -1, version: 1, name: 'Attic', description: null, isDefault: false };
      const createdAt = '2026-11-15T12:00:00.000Z';
      const facts = { ...aHolding('1-1'), setId: setIds.get('1-1')!, version: 1 };
      await write([
        { table: 'lot', before: null, after: { ...facts, id: -2, brickfolioId: -1, origins: ['a', 'b'] } },
        { table: 'brickfolio', before: null, after: { ...attic, createdAt } },
      ]);
      const { brickfolio, holdingCounts, lot } = await readBook(stores, ann, { whole: 'collection', use: true });
      const made = [...brickfolio.values()].find(({ name }) => name === 'Attic')!;
      expect(made).toMatchObject({ createdAt, isDefault: false });
      expect([...lot.values()]).toMatchObject([{ brickfolioId: made.id, origins: ['a', 'b'] }]);
      expect(holdingCounts.get(made.id)).toBe(1);
      expect(await allOf(stores.book.streamHoldings(ann))).toEqual([{ brickfolio: 'Attic', holding: aHolding('1-1') }]);
      const main = brickfolio.get(shelf)!;
      await write([
        { table: 'brickfolio', before: made, after: { ...made, version: 2, isDefault: true } },
        { table: 'brickfolio', before: main, after: { ...main, version: 2, isDefault: false } },
      ]);
      expect((await stores.book.listBrickfolios(ann)).map((one) => [one.brickfolio.id, one.holdingCount])).toEqual([
        [made.id, 1],
        [shelf, 0],
      ]);
    });
  });
}
