import type { Holding, Lot, RowChange, Sale } from '@brickmarket/domain';
import type { PreviewRow, RecordOfFile, RowOfFile } from '../staged-import.ts';
import { aHolding, allOf, aSale, feed } from './builders.ts';
import { anAccount, importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store of staged imports must do. */
export function describeStagedImportPorts(open: OpenStores): void {
  describe('StagedImports', () => {
    let stores: StoresUnderTest;
    let ann: number;
    let setIds: ReadonlyMap<string, number>;
    beforeEach(async () => {
      stores = await open();
      setIds = (await importSets(stores, '1-1', '2-1', '3-1')).sets;
      ann = (await anAccount(stores)).id;
    });

    const row = (record: RecordOfFile, facts: Partial<RowOfFile> = {}): RowOfFile => ({
      line: 2,
      text: 'a row',
      record,
      reason: null,
      nearest: [],
      ...facts,
    });
    const copy = (setNumber: string, facts: Partial<Holding> = {}, brickfolio: string | null = null): RowOfFile =>
      row({ kind: 'collection', holding: aHolding(setNumber, facts), brickfolio });
    const reject: RowOfFile = row(copy('1-1').record!, { reason: 'there is no set 9-9', nearest: ['1-1', '2-1'] });

    const stage = async (...rows: readonly RowOfFile[]): Promise<number> => {
      const id = await stores.stagedImports.begin(ann, 'mine.csv');
      await stores.stagedImports.add(ann, id, rows, 0.5);
      await stores.stagedImports.finish(ann, id, { kind: rows[0]!.record!.kind, source: 'Brickset export' });
      return id;
    };
    const rowsOf = (id: number): Promise<readonly PreviewRow[]> =>
      stores.stagedImports.listRows(ann, id, { state: null, limit: 100, offset: 0 });
    const states = async (id: number) => (await rowsOf(id)).map(({ state }) => state);
    const store = (...holdings: readonly Holding[]) =>
      stores.holdings.merge(
        ann,
        feed(
          holdings.map((holding) => ({ setId: setIds.get(holding.setNumber)!, holding, brickfolio: 'My brickfolio' })),
        ),
        { replaces: false, isDryRun: false },
      );
    const write = async (changes: readonly RowChange[]): Promise<void> => {
      const edit = { kind: 'edited', summary: 'A change', changes, undoes: null } as const;
      expect((await stores.book.write(ann, edit)).outcome).toBe('written');
    };
    const soldCopy = async (setNumber: string, facts: Partial<Holding> = {}): Promise<Lot> => {
      const [id] = await stores.book.reserveIds('lot', 1);
      const brickfolioId = (await stores.book.listBrickfolios(ann))[0]!.brickfolio.id;
      const holding = aHolding(setNumber, { ...facts, status: 'sold' });
      const after: Lot = { ...holding, setId: setIds.get(setNumber)!, brickfolioId, id: id!, version: 1 };
      await write([{ table: 'lot', before: null, after }]);
      return after;
    };
    const rowOfSale = (facts: Partial<Sale>): RowOfFile => row({ kind: 'sales', sale: aSale('1-1', facts) });
    /** A sale of two copies of the collection that cost 50 dollars each. */
    const sellTwoCopies = async (): Promise<void> => {
      const lot = await soldCopy('1-1', { quantity: 2, purchasePriceCents: 5_000 });
      const [id] = await stores.book.reserveIds('sale', 1);
      const facts = aSale('1-1', { quantity: 2, costBasisCents: 10_000 });
      const sale = { ...facts, setId: lot.setId, id: id!, version: 1 };
      await write([
        { table: 'sale', before: null, after: sale },
        { table: 'saleLot', before: null, after: { id: lot.id, version: 1, saleId: sale.id, method: 'fifo' } },
      ]);
    };
    const owned = async () =>
      (await allOf(stores.holdings.streamAll(ann))).map(({ brickfolio, holding }) => [
        brickfolio,
        holding.setNumber,
        holding.quantity,
        holding.purchasePriceCents,
      ]);

    it('tells what is new, same, changed and rejected, and counts equal rows', async () => {
      await store(aHolding('1-1'), aHolding('2-1', { purchasePriceCents: 500 }));
      const id = await stage(copy('1-1'), copy('1-1'), copy('2-1', { purchasePriceCents: 600 }), copy('3-1'), reject);
      expect(await states(id)).toEqual(['same', 'new', 'changed', 'new', 'rejected']);
      const [, , changed, , rejected] = await rowsOf(id);
      expect(changed!.stored).toEqual({
        kind: 'collection',
        brickfolio: 'My brickfolio',
        holding: aHolding('2-1', { purchasePriceCents: 500 }),
      });
      expect(rejected).toMatchObject({ position: 5, reason: 'there is no set 9-9', nearest: ['1-1', '2-1'] });
      expect(await stores.stagedImports.find(ann, id)).toMatchObject({
        fileName: 'mine.csv',
        state: 'ready',
        kind: 'collection',
        source: 'Brickset export',
        progress: 1,
        rows: { new: 2, same: 1, changed: 1, rejected: 1, left: 0 },
      });
    });

    it('pages rows by state, in the order of the file', async () => {
      const id = await stage(copy('1-1'), reject, copy('2-1'), copy('3-1'));
      const page = async (state: 'new' | 'rejected', offset: number) =>
        (await stores.stagedImports.listRows(ann, id, { state, limit: 2, offset })).map(({ position }) => position);
      expect(await page('new', 0)).toEqual([1, 3]);
      expect(await page('new', 2)).toEqual([4]);
      expect(await page('rejected', 0)).toEqual([2]);
    });

    it('commits once, adds what is new, changes what is changed, and the same file again is all the same', async () => {
      await store(aHolding('1-1'), aHolding('2-1', { purchasePriceCents: 500 }));
      const rows = [
        copy('1-1'),
        copy('1-1'),
        copy('2-1', { purchasePriceCents: 600 }),
        copy('3-1', {}, 'Attic'),
        reject,
      ];
      const id = await stage(...rows);
      expect(await stores.stagedImports.commit(ann, id)).toBe('done');
      const after = [
        ['My brickfolio', '1-1', 1, null],
        ['My brickfolio', '1-1', 1, null],
        ['My brickfolio', '2-1', 1, 600],
        ['Attic', '3-1', 1, null],
      ];
      expect(await owned()).toEqual(after);
      expect(await stores.stagedImports.commit(ann, id)).toBe('before');
      const again = await stage(...rows);
      expect(await states(again)).toEqual(['same', 'same', 'same', 'same', 'rejected']);
      expect(await stores.stagedImports.commit(ann, again)).toBe('done');
      expect(await owned()).toEqual(after);
    });

    it('undoes exactly what it did, and leaves alone what was changed since', async () => {
      await store(aHolding('1-1'), aHolding('2-1', { purchasePriceCents: 500 }));
      const before = await owned();
      const rows = [copy('1-1'), copy('1-1'), copy('2-1', { purchasePriceCents: 600 }), copy('3-1', {}, 'Attic')];
      const id = await stage(...rows);
      expect(await stores.stagedImports.undo(ann, id)).toBe('refused');
      await stores.stagedImports.commit(ann, id);
      expect(await stores.stagedImports.undo(ann, id)).toBe('done');
      expect(await owned()).toEqual(before);
      expect((await stores.brickfolios.readOverview(ann)).brickfolios.map(({ name }) => name)).toEqual([
        'My brickfolio',
      ]);
      expect(await stores.stagedImports.undo(ann, id)).toBe('before');
      expect(await stores.stagedImports.commit(ann, id)).toBe('refused');

      const second = await stage(copy('3-1', { purchasePriceCents: 100 }), copy('3-1', { quantity: 2 }));
      await stores.stagedImports.commit(ann, second);
      // A later import corrects the price of one of them.
      const third = await stage(copy('3-1', { purchasePriceCents: 111 }), copy('3-1', { quantity: 2 }));
      expect(await states(third)).toEqual(['changed', 'same']);
      await stores.stagedImports.commit(ann, third);
      expect(await stores.stagedImports.undo(ann, second)).toBe('done');
      expect(await owned()).toEqual([...before, ['My brickfolio', '3-1', 1, 111]]);
      expect(await stores.stagedImports.find(ann, second)).toMatchObject({ state: 'undone', kept: 1 });
      const kept = await stores.stagedImports.listRows(ann, second, { state: 'kept', limit: 9, offset: 0 });
      expect(kept.map(({ position }) => position)).toEqual([1]);
    });

    it('does with a row what the person chose, and takes a corrected one', async () => {
      await store(aHolding('2-1', { purchasePriceCents: 500 }));
      const id = await stage(copy('1-1'), copy('2-1', { purchasePriceCents: 600 }), reject);
      expect(await stores.stagedImports.changeRow(ann, id, 1, { action: 'leave' })).toBe(true);
      expect(await stores.stagedImports.changeRow(ann, id, 2, { action: 'add' })).toBe(true);
      expect(await stores.stagedImports.changeRow(ann, id, 3, { record: copy('3-1').record! })).toBe(true);
      expect(await stores.stagedImports.changeRow(ann, id, 4, { action: 'leave' })).toBe(false);
      expect(await states(id)).toEqual(['left', 'new', 'new']);
      expect(await stores.stagedImports.findRow(ann, id, 3)).toMatchObject({ isCorrected: true, reason: null });
      await stores.stagedImports.commit(ann, id);
      expect(await owned()).toEqual([
        ['My brickfolio', '2-1', 1, 500],
        ['My brickfolio', '2-1', 1, 600],
        ['My brickfolio', '3-1', 1, null],
      ]);
      expect(await stores.stagedImports.changeRow(ann, id, 1, { action: 'take' })).toBe(false);
      expect(await stores.stagedImports.findRow(ann, id, 1)).toBeNull();
    });

    it('takes a copy that was sold since for the same', async () => {
      await store(aHolding('1-1', { status: 'sold', purchasePriceCents: 100 }));
      const id = await stage(copy('1-1', { purchasePriceCents: 100 }), copy('1-1', { purchasePriceCents: 200 }));
      expect(await states(id)).toEqual(['same', 'new']);
    });

    it('does the same for sales', async () => {
      const sold = (setNumber: string, grossCents: number): RowOfFile =>
        row({ kind: 'sales', sale: aSale(setNumber, { grossCents }) });
      const listed = async () =>
        (await allOf(stores.sales.streamAll(ann))).map((sale) => [sale.setNumber, sale.grossCents]);
      const first = await stage(sold('1-1', 100), sold('1-1', 100), sold('2-1', 300));
      await stores.stagedImports.commit(ann, first);
      const second = await stage(sold('1-1', 100), sold('1-1', 150), sold('2-1', 300), sold('3-1', 1));
      expect(await states(second)).toEqual(['same', 'changed', 'same', 'new']);
      await stores.stagedImports.commit(ann, second);
      expect(await listed()).toEqual(
        expect.arrayContaining([
          ['1-1', 100],
          ['1-1', 150],
          ['2-1', 300],
          ['3-1', 1],
        ]),
      );
      await stores.stagedImports.undo(ann, second);
      expect(await listed()).toEqual([
        ['1-1', 100],
        ['1-1', 100],
        ['2-1', 300],
      ]);
    });

    it('leaves number and cost of a sale to the copies it took, and rejects a row that says otherwise', async () => {
      await sellTwoCopies();
      const ledger = async () =>
        (await allOf(stores.sales.streamAll(ann))).map((sale) => [sale.quantity, sale.grossCents, sale.costBasisCents]);
      const more = rowOfSale({ quantity: 3, grossCents: 90 });
      const dearer = rowOfSale({ quantity: 2, grossCents: 91, costBasisCents: 10_001 });
      for (const [odd, reason] of [
        [more, 'quantity is 3, but this sale took 2 copies of your collection'],
        [dearer, 'cost is 100.01, but the copies of this sale had cost 100.00'],
      ] as const) {
        const id = await stage(odd, row({ kind: 'sales', sale: aSale('2-1') }));
        for (const outcome of ['before the commit', 'done'] as const) {
          expect(await states(id)).toEqual(['rejected', 'new']);
          expect((await rowsOf(id))[0]).toMatchObject({ reason, stored: { sale: { quantity: 2, grossCents: 100 } } });
          if (outcome !== 'done') expect(await stores.stagedImports.commit(ann, id)).toBe('done');
        }
        expect(await ledger()).toEqual([
          [2, 100, 10_000],
          [1, 100, null],
        ]);
        expect(await stores.stagedImports.undo(ann, id)).toBe('done');
        expect(await ledger()).toEqual([[2, 100, 10_000]]);
      }

      const beside = await stage(more);
      expect(await stores.stagedImports.changeRow(ann, beside, 1, { action: 'add' })).toBe(true);
      expect(await states(beside)).toEqual(['new']);
      expect((await rowsOf(beside))[0]).toMatchObject({ reason: null, stored: null });
      await stores.stagedImports.commit(ann, beside);
      expect(await ledger()).toEqual([
        [2, 100, 10_000],
        [3, 90, null],
      ]);
      // Beside it the ledger has a line that took no copies now: that is the one a row may correct.
      const fewer = await stage(rowOfSale({ quantity: 1, grossCents: 90 }));
      expect((await rowsOf(fewer))[0]).toMatchObject({ state: 'changed', stored: { sale: { quantity: 3 } } });
    });

    it('keeps the cost that is known of a sale when the file has none', async () => {
      await sellTwoCopies();
      const ledger = async () =>
        (await allOf(stores.sales.streamAll(ann))).map((sale) => [
          sale.setNumber,
          sale.grossCents,
          sale.costBasisCents,
        ]);
      const other = row({ kind: 'sales', sale: aSale('2-1', { costBasisCents: 700 }) });
      await stores.stagedImports.commit(ann, await stage(other));
      const before = await ledger();
      const file = [
        rowOfSale({ quantity: 2, grossCents: 90 }),
        row({ kind: 'sales', sale: aSale('2-1', { grossCents: 80 }) }),
      ];
      const id = await stage(...file);
      expect((await rowsOf(id)).map(({ state, record }) => [state, record])).toMatchObject([
        ['changed', { sale: { grossCents: 90, costBasisCents: 10_000 } }],
        ['changed', { sale: { grossCents: 80, costBasisCents: 700 } }],
      ]);
      await stores.stagedImports.commit(ann, id);
      expect(await ledger()).toEqual([
        ['1-1', 90, 10_000],
        ['2-1', 80, 700],
      ]);
      expect(await states(await stage(...file))).toEqual(['same', 'same']);
      await stores.stagedImports.undo(ann, id);
      expect(await ledger()).toEqual(before);
    });

    it('gives the copies back that an imported sale was linked to, when that import is undone', async () => {
      const sale: RowOfFile = row({ kind: 'sales', sale: aSale('1-1') });
      const imported = await stage(sale, row({ kind: 'sales', sale: aSale('2-1') }));
      await stores.stagedImports.commit(ann, imported);
      const [linked, other] = [await soldCopy('1-1'), await soldCopy('3-1')];
      const saleId = (await stores.book.listSales(ann)).find(({ setNumber }) => setNumber === '1-1')!.id;
      const link = { id: linked.id, version: 1, saleId, method: 'picked' } as const;
      await write([{ table: 'saleLot', before: null, after: link }]);

      expect(await stores.stagedImports.undo(ann, imported)).toBe('done');
      const { lot: lots, saleLot } = await stores.book.read(ann, {
        lot: [linked.id, other.id],
        saleLot: [linked.id],
      });
      expect([lots.get(linked.id)!.status, lots.get(other.id)!.status]).toEqual(['owned', 'sold']);
      expect([saleLot.size, await stores.book.listSales(ann)]).toEqual([0, []]);
    });

    it('keeps why a file could not be read, and drops its rows', async () => {
      const id = await stores.stagedImports.begin(ann, 'odd.csv');
      await stores.stagedImports.add(ann, id, [copy('1-1')], 0.2);
      expect(await stores.stagedImports.find(ann, id)).toMatchObject({ state: 'reading', kind: null });
      await stores.stagedImports.fail(ann, id, 'It is a picture.');
      expect(await stores.stagedImports.find(ann, id)).toMatchObject({ state: 'failed', fault: 'It is a picture.' });
      expect(await rowsOf(id)).toEqual([]);
      expect(await stores.stagedImports.commit(ann, id)).toBe('refused');
    });

    it("never shows or touches another account's imports, and keeps a bounded number", async () => {
      const id = await stage(copy('1-1'));
      const bob = (await anAccount(stores)).id;
      expect(await stores.stagedImports.find(bob, id)).toBeNull();
      expect(await stores.stagedImports.listRows(bob, id, { state: null, limit: 9, offset: 0 })).toEqual([]);
      expect(await stores.stagedImports.findRow(bob, id, 1)).toBeNull();
      expect(await stores.stagedImports.changeRow(bob, id, 1, { action: 'leave' })).toBe(false);
      expect(await stores.stagedImports.commit(bob, id)).toBe('refused');
      expect(await stores.stagedImports.undo(bob, id)).toBe('refused');
      expect(await stores.stagedImports.list(bob, 9)).toEqual([]);
      await stores.stagedImports.commit(ann, id);
      for (let time = 0; time < 5; time++) await stage(copy('2-1'));
      const left = await stores.stagedImports.list(ann, 99);
      expect(left.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'committed']);
    });
  });
}
