import type { BookEdit, Holding, BookedHolding, MatchedRow, RecordOfFile, RowToTake, Sale } from '@brickmarket/domain';
import type { BookCommand } from './commands.ts';
import type { HoldingFacts } from './lots.ts';
import { planImport, planImportInSlices } from './import-edit.ts';
import { LAST_DAY, MemoryBook } from './testing/memory-book.ts';

const set = (number = 7) => ({ setId: number, setNumber: `${number}-1` });
const FACTS: HoldingFacts = {
  condition: 'sealed',
  quantity: 1,
  purchasePriceCents: null,
  purchaseDay: null,
  status: 'owned',
  notes: null,
};

/** A row that says set, condition and number of copies, and what the test says. */
const copies = (facts: Partial<Holding> = {}, brickfolio: string | null = null, number = 7): RecordOfFile => ({
  kind: 'collection',
  holding: { ...FACTS, setNumber: `${number}-1`, ...facts, status: facts.status ?? null },
  brickfolio,
});
const sold = (facts: Partial<Sale> = {}): RecordOfFile => ({
  kind: 'sales',
  sale: {
    setNumber: '7-1',
    platform: 'ebay',
    saleDay: LAST_DAY,
    quantity: 1,
    grossCents: 100,
    platformFeesCents: null,
    paymentFeesCents: null,
    shippingCents: null,
    costBasisCents: null,
    notes: null,
    ...facts,
  },
});

describe('the rows of a file', () => {
  let book: MemoryBook;
  beforeEach(() => {
    book = new MemoryBook();
  });
  const add = (facts: Partial<HoldingFacts> = {}): BookEdit =>
    book.do({ do: 'add', set: set(), brickfolioId: null, facts: { ...FACTS, ...facts } });
  const rowsOf = (records: readonly RecordOfFile[], beside: readonly number[] = []): RowToTake[] =>
    records.map((record, position) => ({
      position,
      line: position + 2,
      setId: Number.parseInt(record.kind === 'sales' ? record.sale.setNumber : record.holding.setNumber, 10),
      record,
      isBeside: beside.includes(position),
      origin: JSON.stringify(record),
    }));
  const plan = (records: readonly RecordOfFile[], beside: readonly number[] = [], replaces = false) =>
    planImport(book.read(), { kind: records[0]!.kind, rows: rowsOf(records, beside), replaces, at: '' });
  const take = (...records: readonly RecordOfFile[]): BookEdit =>
    book.do({ do: 'import', file: { name: 'a.csv', plan: plan(records) } });
  const states = (...records: readonly RecordOfFile[]) => plan(records).rows.map(({ state }) => state);
  const reasons = (rows: readonly MatchedRow[]) => rows.map(({ reason }) => reason);
  const lots = () => [...book.tables.lot.values()];
  const sell = (quantity: number): BookEdit => {
    const fees = { platformFeesCents: 0, paymentFeesCents: 0, shippingCents: 0, notes: null };
    const terms = { platform: 'ebay', saleDay: LAST_DAY, grossCents: 100, ...fees };
    const command: BookCommand = {
      do: 'sell',
      wanted: { set: set(), condition: 'sealed', quantity, picked: null, terms },
    };
    return book.do(command);
  };

  it('are new, same or changed as a multiset: equal ones are counted', () => {
    add();
    add({ purchasePriceCents: 500, purchaseDay: 20_000 });
    const [same, fresh, changed] = plan([
      copies({ status: 'owned' }),
      copies({ status: 'owned' }),
      copies({ purchasePriceCents: 600, purchaseDay: 20_000 }),
    ]).rows;
    expect([same!.state, fresh!.state]).toEqual(['same', 'new']);
    expect(changed).toMatchObject({ state: 'changed', stored: { holding: { purchasePriceCents: 500 } } });
  });

  it('write the number of copies that a changed row says', () => {
    add({ quantity: 2, purchasePriceCents: 5, purchaseDay: 20_000 });
    take(copies({ quantity: 3, purchasePriceCents: 6, purchaseDay: 20_000 }));
    expect(lots()).toMatchObject([{ quantity: 3, purchasePriceCents: 6 }]);
  });

  it('never write a field that the file does not have', () => {
    const facts = { purchasePriceCents: 4_242, purchaseDay: 20_000, status: 'listed', notes: 'mine' } as const;
    add({ quantity: 2, ...facts });
    take(copies({ quantity: 2 }), copies({ purchaseDay: 20_000, notes: 'theirs' }, null, 8));
    expect(lots()[0]).toMatchObject(facts);
    expect(states(copies({ quantity: 2 }))).toEqual(['same']);
  });

  it('match by set and condition when they have no date and no brickfolio, wherever the copies are by now', () => {
    add({ quantity: 2, purchaseDay: 20_000 });
    book.do({ do: 'move', holding: lots()[0]!, brickfolioId: 2 });
    expect(states(copies({ quantity: 2 }))).toEqual(['same']);
    expect(states(copies({ quantity: 2 }, 'Shelf'))).toEqual(['new']);
  });

  it('with a date are about copies of that date, or about those that they were taken for before', () => {
    take(copies({ purchaseDay: 20_000 }));
    book.do({ do: 'edit', holding: lots()[0]!, facts: { purchaseDay: 20_001 } });
    expect(states(copies({ purchaseDay: 20_000 }))).toEqual(['same']);
    expect(states(copies({ purchaseDay: 20_001, notes: 'mine' }))).toEqual(['changed']);
    expect(states(copies({ purchaseDay: 20_000, notes: 'mine' }))).toEqual(['new']);
  });

  it('are there in copies that were sold or split off since, and only what is missing is added', () => {
    add({ quantity: 3, purchasePriceCents: 10, purchaseDay: 20_000 });
    sell(1);
    const row = { purchasePriceCents: 10, purchaseDay: 20_000, status: 'owned' } as const;
    expect(states(copies({ ...row, quantity: 3 }))).toEqual(['same']);
    expect(states(copies(row), copies(row), copies(row))).toEqual(['same', 'same', 'same']);
    const { rows, changes } = plan([copies({ quantity: 5 })]);
    expect(rows[0]).toMatchObject({ state: 'changed', stored: { holding: { quantity: 3 } } });
    expect(changes.filter(({ before }) => before === null)).toMatchObject([
      { after: { quantity: 2, purchasePriceCents: null } },
    ]);
  });

  it('are rejected in words when they could be any of two holdings that differ', () => {
    add({ purchasePriceCents: 1, purchaseDay: 20_000 });
    add({ purchasePriceCents: 2, purchaseDay: 20_000 });
    const odd = copies({ purchasePriceCents: 3, purchaseDay: 20_000 });
    expect(reasons(plan([odd]).rows)).toEqual([
      'it could be any of 2 holdings of 7-1 (sealed), which differ: correct it, or add it as a new copy',
    ]);
    expect(plan([odd]).changes).toEqual([]);
    expect(plan([odd], [0]).rows).toMatchObject([{ state: 'new' }]);
  });

  it('are rejected in words when the file contradicts itself about the same copies', () => {
    add({ purchasePriceCents: 1, purchaseDay: 20_000 });
    const { rows, changes } = plan([
      copies({ purchasePriceCents: 3, purchaseDay: 20_000 }),
      copies({ purchasePriceCents: 4, purchaseDay: 20_000 }),
    ]);
    expect(new Set(reasons(rows))).toEqual(
      new Set([
        'lines 2 and 3 say different things about the same copies of 7-1 (sealed): ' +
          'correct one of them, or add them as new copies',
      ]),
    );
    expect(changes).toEqual([]);
  });

  it('replace what their brickfolios have and they lack, but for copies that a sale took', () => {
    add({ quantity: 3, purchasePriceCents: 5 });
    sell(1);
    add({ condition: 'used' });
    const replaced = plan([copies({ purchasePriceCents: 5 })], [], true);
    book.do({ do: 'import', file: { name: 'a.csv', plan: replaced } });
    expect(lots().map(({ quantity, condition, status }) => [quantity, condition, status])).toEqual([
      [1, 'sealed', 'owned'],
      [1, 'sealed', 'sold'],
    ]);
  });

  it('of sales keep what the file does not say, and leave number and cost to the copies of a sale', () => {
    add({ quantity: 2, purchasePriceCents: 5_000 });
    sell(2);
    expect(states(sold({ quantity: 2 }))).toEqual(['same']);
    expect(plan([sold({ quantity: 2, grossCents: 90 })]).rows).toMatchObject([{ state: 'changed' }]);
    expect(reasons(plan([sold({ quantity: 3, grossCents: 90 })]).rows)).toEqual([
      'quantity is 3, but this sale took 2 copies of your collection',
    ]);
    expect(reasons(plan([sold({ quantity: 2, grossCents: 91, costBasisCents: 10_001 })]).rows)).toEqual([
      'cost is 100.01, but the copies of this sale had cost 100.00',
    ]);
    take(sold({ quantity: 2, grossCents: 90 }));
    const [sale] = book.tables.sale.values();
    expect(sale).toMatchObject({ grossCents: 90, costBasisCents: 10_000, quantity: 2 });
    book.do({ do: 'edit sale', sale: sale!, facts: { platformFeesCents: 77, grossCents: 95 } });
    expect(states(sold({ quantity: 2, grossCents: 90 }))).toEqual(['same']);
    expect(states(sold({ quantity: 2, grossCents: 80 }))).toEqual(['changed']);
  });

  it('of sales are the same again after their lines were edited', () => {
    take(sold(), sold(), sold({ grossCents: 300 }));
    for (const sale of book.tables.sale.values())
      book.do({ do: 'edit sale', sale, facts: { platformFeesCents: 9, saleDay: LAST_DAY - 1, platform: 'bricklink' } });
    expect(states(sold(), sold(), sold({ grossCents: 300 }))).toEqual(['same', 'same', 'same']);
    expect(states(sold(), sold(), sold())).toEqual(['same', 'same', 'new']);
  });

  it('that were changed after an import stay when it is undone, and are told', () => {
    take(copies({ purchasePriceCents: 1 }), copies({ purchasePriceCents: 2 }, 'Loft'));
    const [first] = lots();
    book.do({ do: 'edit', holding: first!, facts: { purchasePriceCents: 3 } });
    const undone = book.do({ do: 'undo' }, 1);
    expect(undone.kept).toEqual([first!.id]);
    expect(lots()).toMatchObject([{ id: first!.id, purchasePriceCents: 3 }]);
    expect([...book.tables.brickfolio.values()].map(({ name }) => name)).toEqual(['Shelf', 'Attic']);
  });

  it('10,000 of them are matched with 10,000 copies without comparing each with each', () => {
    // Whether it is fast is measured by `npm run bench -- book`; a comparison of each with each would not end here.
    const records = Array.from({ length: 10_000 }, (_, index) =>
      copies({ purchasePriceCents: index, purchaseDay: 20_000 - (index % 400) }),
    );
    take(...records);
    expect(new Set(states(...records))).toEqual(new Set(['same']));
    book.tables.lot.forEach((lot, id) => book.tables.lot.set(id, { ...lot, origins: [] }));
    expect(new Set(states(...records))).toEqual(new Set(['same']));
  });

  it('are matched some hundreds at a time, and new ones are numbered in the order of the file', () => {
    const numbers = Array.from({ length: 1_500 }, (_, index) => 7 + ((index * 7) % 300));
    const records = numbers.map((number) => copies({ purchasePriceCents: number }, null, number));
    take(...records.slice(0, 300));
    const file = { kind: 'collection' as const, rows: rowsOf(records), replaces: false, at: '' };
    const slices = planImportInSlices(book.read(), file);
    let stops = 0;
    while (slices.next().done !== true) stops++;
    expect(stops).toBeGreaterThan(3);
    const added = planImport(book.read(), file).changes.flatMap(({ before, after }) =>
      before === null ? [(after as BookedHolding).setId] : [],
    );
    expect(added).toEqual(numbers.slice(300));
  });
});
