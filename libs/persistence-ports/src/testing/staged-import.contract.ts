import type { Holding, RecordOfFile } from '@brickmarket/domain';
import type { PreviewRow, ReadRow, StagedFile, StagedOutcome } from '../staged-import/staged-import.ts';
import { storeHoldings } from './books.ts';
import { aHolding } from './builders.ts';
import { anAccount, importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

const PAID = {
  purchasePriceCents: 5,
  shippingPaidCents: 1,
  taxPaidCents: 2,
  boughtFrom: 'a shop',
  storedAt: 'shelf 3',
};

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

    const row = (record: RecordOfFile, facts: Partial<ReadRow> = {}): ReadRow => ({
      line: 2,
      text: 'a row',
      record,
      reason: null,
      nearest: [],
      ...facts,
    });
    const copy = (setNumber: string, facts: Partial<Holding> = {}): ReadRow =>
      row({ kind: 'collection', holding: { ...aHolding(setNumber, facts), status: null }, brickfolio: null });
    const reject: ReadRow = row(copy('1-1').record!, { reason: 'there is no set 9-9', nearest: ['1-1', '2-1'] });

    /** Has a decision made about a staged import, which changes nothing else in the portfolio. */
    const settle = async (
      id: number,
      decide: (staged: StagedFile) => StagedOutcome,
      accountId = ann,
    ): Promise<StagedFile | null> => {
      let read: StagedFile | null = null;
      await stores.book.change(accountId, { staged: id }, (_book, staged) => {
        read = staged;
        return staged === null ? { edit: null } : { edit: null, staged: decide(staged) };
      });
      return read;
    };
    const ready = (staged: StagedFile): StagedOutcome => ({
      state: 'ready',
      preview: 'first',
      rows: staged.rows
        .filter(({ reason }) => reason !== null)
        .map(({ position }) => ({ position, state: 'rejected', fault: null, stored: null })),
    });
    const stage = async (...rows: readonly ReadRow[]): Promise<number> => {
      const id = await stores.stagedImports.begin(ann, 'mine.csv');
      await stores.stagedImports.add(ann, id, rows, 0.5);
      await stores.stagedImports.recognize(ann, id, { kind: 'collection', source: 'Brickset export' });
      await settle(id, ready);
      return id;
    };
    const rowsOf = (id: number): Promise<readonly PreviewRow[]> =>
      stores.stagedImports.listRows(ann, id, { state: null, limit: 100, offset: 0 });

    it('gives a decision the rows of a file with their sets, and shows what was decided about each', async () => {
      const id = await stage(copy('1-1', PAID), reject, copy('9-9'));
      const stored: RecordOfFile = { kind: 'collection', holding: aHolding('1-1', PAID), brickfolio: 'Attic' };
      const read = await settle(id, () => ({
        state: 'ready',
        preview: 'second',
        rows: [
          { position: 1, state: 'changed', fault: null, stored },
          { position: 3, state: 'rejected', fault: 'it is gone', stored: null },
        ],
      }));
      expect(read).toMatchObject({ fileName: 'mine.csv', state: 'ready', kind: 'collection', preview: 'first' });
      expect(read!.rows.map(({ position, setId, reason }) => [position, setId, reason])).toEqual([
        [1, setIds.get('1-1'), null],
        [2, setIds.get('1-1'), 'there is no set 9-9'],
        [3, null, null],
      ]);
      expect(read!.rows[0]!.record).toEqual(copy('1-1', PAID).record);
      const [changed, rejected, gone] = await rowsOf(id);
      expect(changed).toMatchObject({ state: 'changed', stored, reason: null });
      expect(rejected).toMatchObject({ reason: 'there is no set 9-9', nearest: ['1-1', '2-1'] });
      expect(gone).toMatchObject({ state: 'rejected', reason: 'it is gone' });
      expect(await stores.stagedImports.find(ann, id)).toMatchObject({
        source: 'Brickset export',
        state: 'ready',
        preview: 'second',
        progress: 1,
        rows: { new: 0, same: 0, changed: 1, rejected: 2, left: 0 },
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

    it('is compared with the holdings of the sets of its rows, with no others', async () => {
      const held = ['1-1', '2-1'].map((number) => ({ setId: setIds.get(number)!, holding: aHolding(number) }));
      await storeHoldings(stores, ann, held);
      const staged = await stage(copy('2-1'), copy('3-1'), copy('9-9'));
      let compared: readonly string[] = [];
      await stores.book.change(ann, { staged, whole: 'collection' }, ({ lot }) => {
        compared = [...lot.values()].map(({ setNumber }) => setNumber);
        return { edit: null };
      });
      expect(compared).toEqual(['2-1']);
    });

    it('is committed with its edit, and undone with it, but for the rows that are kept', async () => {
      const id = await stage(copy('1-1'), copy('2-1'));
      const edit = { summary: 'Imported', changes: [], kept: [] as number[] };
      const made = await stores.book.change(ann, { staged: id }, () => ({
        edit: { ...edit, kind: 'imported', undoes: null },
        staged: {
          state: 'committed',
          preview: 'x',
          rows: [],
          taken: [1, 2].map((position) => ({ position, resultId: 10 + position })),
        },
      }));
      expect(await stores.stagedImports.find(ann, id)).toMatchObject({ state: 'committed', editId: made });
      expect(await stores.stagedImports.changeRow(ann, id, 1, { action: 'leave' })).toBe(false);
      await stores.book.change(ann, { edit: made! }, () => ({
        edit: { ...edit, kind: 'undone', undoes: made, kept: [12] },
      }));
      expect(await stores.stagedImports.find(ann, id)).toMatchObject({ state: 'undone', kept: 1 });
      const kept = await stores.stagedImports.listRows(ann, id, { state: 'kept', limit: 9, offset: 0 });
      expect(kept.map(({ position }) => position)).toEqual([2]);
    });

    it('loses rows and edit when they are old, keeps its counts, and is undone until then', async () => {
      const edit = { summary: 'Imported', changes: [], kept: [] as number[] };
      const id = await stage(copy('1-1'), copy('2-1'), reject);
      const made = await stores.book.change(ann, { staged: id }, () => ({
        edit: { ...edit, kind: 'imported', undoes: null },
        staged: { state: 'committed', preview: 'x', rows: [], taken: [{ position: 1, resultId: 11 }] },
      }));
      const preview = await stage(copy('3-1'));
      const from = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
      expect(await stores.bookRetention.deleteBefore(from(-1))).toEqual({ edits: 0, imports: 0 });
      expect(await stores.stagedImports.find(ann, id)).toMatchObject({ hasRows: true, editId: made });
      expect(await rowsOf(id)).toHaveLength(3);
      expect(await stores.bookRetention.deleteBefore(from(1))).toEqual({ edits: 1, imports: 2 });
      expect(await stores.stagedImports.find(ann, preview)).toBeNull();
      expect(await stores.stagedImports.find(ann, id)).toMatchObject({
        ...{ state: 'committed', hasRows: false, editId: null, kept: 0 },
        rows: { new: 2, same: 0, changed: 0, rejected: 1, left: 0 },
      });
      expect(await rowsOf(id)).toEqual([]);
      expect(await stores.book.listEdits(ann, 9)).toEqual([]);
      expect(await stores.bookRetention.deleteBefore(from(1))).toEqual({ edits: 0, imports: 0 });
    });

    it('tells of new rows which copies the book has already, of its own account alone', async () => {
      const held = aHolding('1-1', { quantity: 2 });
      await storeHoldings(stores, ann, [{ setId: setIds.get('1-1')!, holding: held }]);
      const other = (await anAccount(stores)).id;
      await storeHoldings(stores, other, [{ setId: setIds.get('2-1')!, holding: aHolding('2-1') }]);
      const id = await stage(copy('1-1'), copy('2-1'));
      expect(await stores.stagedImports.listCopiesBefore(ann, id, [1, 2])).toEqual([
        { position: 1, copies: 2, fileNames: [] },
      ]);
      expect(await stores.stagedImports.listCopiesBefore(ann, id, [2])).toEqual([]);
      expect(await stores.stagedImports.summarizeCopiesBefore(ann, id)).toEqual({ rows: 1, fileNames: [] });
      expect(await stores.stagedImports.summarizeCopiesBefore(other, id)).toEqual({ rows: 0, fileNames: [] });
    });

    it('changes what happens to a row and what it says as long as it is ready', async () => {
      const id = await stage(copy('1-1'), reject);
      expect(await stores.stagedImports.changeRow(ann, id, 1, { action: 'leave' })).toBe(true);
      expect(await stores.stagedImports.changeRow(ann, id, 2, { record: copy('3-1').record! })).toBe(true);
      expect(await stores.stagedImports.changeRow(ann, id, 3, { action: 'leave' })).toBe(false);
      expect(await stores.stagedImports.findRow(ann, id, 1)).toMatchObject({ action: 'leave' });
      expect(await stores.stagedImports.findRow(ann, id, 2)).toMatchObject({ isCorrected: true, reason: null });
    });

    it('keeps why a file could not be read, and drops its rows', async () => {
      const id = await stores.stagedImports.begin(ann, 'odd.csv');
      await stores.stagedImports.add(ann, id, [copy('1-1')], 0.2);
      expect(await stores.stagedImports.find(ann, id)).toMatchObject({ state: 'reading', kind: null });
      await stores.stagedImports.keep(ann, id);
      expect(await stores.stagedImports.find(ann, id)).toMatchObject({ state: 'reading', isAbandoned: false });
      await stores.stagedImports.fail(ann, id, 'It is a picture.');
      expect(await stores.stagedImports.find(ann, id)).toMatchObject({ state: 'failed', fault: 'It is a picture.' });
      expect(await rowsOf(id)).toEqual([]);
    });

    it('keeps what is asked about a file, and where its copies go', async () => {
      const id = await stores.stagedImports.begin(ann, 'odd.csv', 'Attic');
      expect(await stores.stagedImports.find(ann, id)).toMatchObject({ brickfolio: 'Attic', question: null });
      await stores.stagedImports.fail(ann, id, 'Which column is what?', {
        about: 'columns',
        found: ['Foo', 'Bar'],
        samples: [['1', '2'], []],
      });
      expect(await stores.stagedImports.find(ann, id)).toMatchObject({
        state: 'failed',
        question: 'columns',
        columnsFound: ['Foo', 'Bar'],
        columnSamples: [['1', '2'], []],
      });
      const other = await stores.stagedImports.begin(ann, 'dates.csv');
      await stores.stagedImports.fail(ann, other, 'Which order?', { about: 'dates' });
      const asked = await stores.stagedImports.find(ann, other);
      expect(asked).toMatchObject({ question: 'dates', columnsFound: [], brickfolio: null });
    });

    it('remembers what the columns of a header are, for the account that said it alone', async () => {
      const bob = (await anAccount(stores)).id;
      expect(await stores.stagedImports.findColumns(ann, 'what\ncount')).toBeNull();
      await stores.stagedImports.rememberColumns(ann, 'what\ncount', { set_number: 'What' });
      await stores.stagedImports.rememberColumns(ann, 'what\ncount', { set_number: 'What', quantity: 'Count' });
      expect(await stores.stagedImports.findColumns(ann, 'what\ncount')).toEqual({
        set_number: 'What',
        quantity: 'Count',
      });
      expect(await stores.stagedImports.findColumns(bob, 'what\ncount')).toBeNull();
    });

    it("never shows or touches another account's imports, and keeps a bounded number", async () => {
      const id = await stage(copy('1-1'));
      const bob = (await anAccount(stores)).id;
      expect(await stores.stagedImports.find(bob, id)).toBeNull();
      expect(await stores.stagedImports.listRows(bob, id, { state: null, limit: 9, offset: 0 })).toEqual([]);
      expect(await stores.stagedImports.findRow(bob, id, 1)).toBeNull();
      expect(await stores.stagedImports.changeRow(bob, id, 1, { action: 'leave' })).toBe(false);
      expect(await settle(id, ready, bob)).toBeNull();
      expect(await stores.stagedImports.list(bob, 9)).toEqual([]);
      await settle(id, (staged) => ({ ...ready(staged), state: 'committed' }));
      for (let time = 0; time < 5; time++) await stage(copy('2-1'));
      const left = await stores.stagedImports.list(ann, 99);
      expect(left.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'committed']);
    });
  });
}
