import type {
  Book,
  BookEdit,
  BookRows,
  BookTable,
  BookedHolding,
  RecordedEdit,
  RecordOfFile,
  RowChange,
  RowToTake,
} from '@brickmarket/domain';
import * as fc from 'fast-check';
import { type BookCommand, decide } from '../commands.ts';
import type { SaleTerms } from '../lots.ts';
import type { DoneWithSeveral } from '../several.ts';
import { planImport } from '../import-edit.ts';

/** Last day of these tests. */
export const LAST_DAY = 20_500;
const AT = '2026-11-15T12:00:00.000Z';

/** An account's book in memory, changed as the database is: every row must be what the change was made from. */
export class MemoryBook {
  readonly tables: { [Table in BookTable]: Map<number, BookRows[Table]> } = {
    brickfolio: new Map([
      [1, { id: 1, version: 1, name: 'Shelf', description: null, isDefault: true, createdAt: AT }],
      [2, { id: 2, version: 1, name: 'Attic', description: null, isDefault: false, createdAt: AT }],
    ]),
    rule: new Map([[1, { id: 1, version: 1, name: 'Drops', brickfolioId: 2, stored: '{}' }]]),
    lot: new Map(),
    sale: new Map(),
    saleLot: new Map(),
  };
  readonly edits: RecordedEdit[] = [];
  #lastId = 2;

  /** All of it, with an edit to be undone. */
  read(edit: number | null = null): Book {
    const holdingCounts = new Map<number, number>();
    for (const { brickfolioId } of this.tables.lot.values())
      holdingCounts.set(brickfolioId, (holdingCounts.get(brickfolioId) ?? 0) + 1);
    return { ...this.tables, holdingCounts, edit: this.edits.find(({ id }) => id === edit) ?? null };
  }

  do(command: BookCommand, undone: number | null = null): BookEdit {
    const edit = decide(this.read(undone), command);
    const changes = this.#numbered(edit.changes);
    for (const { table, before, after } of changes) {
      const rows = this.tables[table] as Map<number, BookRows[BookTable]>;
      const { id } = (after ?? before)!;
      // By plain comparisons: matchers would take most of the time of thousands of sequences.
      if ((rows.get(id) ?? null) !== before) throw new Error(`${table} ${id} is not what it was read as`);
      if (before !== null && after !== null && after.version !== before.version + 1)
        throw new Error(`${table} ${id} has version ${after.version} after ${before.version}`);
      if (after === null) rows.delete(id);
      else rows.set(id, after);
    }
    const id = this.edits.length + 1;
    this.edits.push({ ...edit, changes, id, at: new Date(AT), undoneBy: null });
    const taken = this.edits.find((one) => one.id === edit.undoes);
    if (taken !== undefined) this.edits[taken.id - 1] = { ...taken, undoneBy: id };
    return edit;
  }

  #numbered(changes: readonly RowChange[]): readonly RowChange[] {
    const numbers = new Map<number, number>();
    const numberOf = (id: number): number => {
      if (id > 0) return id;
      if (!numbers.has(id)) numbers.set(id, ++this.#lastId);
      return numbers.get(id)!;
    };
    return changes.map((change) => {
      if (change.after === null) return change;
      const after: Record<string, unknown> = { ...change.after, id: numberOf(change.after.id) };
      if (change.table === 'lot') after['brickfolioId'] = numberOf(change.after.brickfolioId);
      if (change.table === 'saleLot') after['saleId'] = numberOf(change.after.saleId);
      return { ...change, after } as unknown as RowChange;
    });
  }
}

/** Counts again, without the code under test, what every book must keep. Returns what is wrong. */
export function brokenRules({ lot, sale, saleLot, brickfolio }: Book): readonly string[] {
  const wrong: string[] = [];
  const lotsOf = new Map<number, BookedHolding[]>();
  for (const { id, saleId } of saleLot.values()) {
    const copies = lot.get(id);
    const line = sale.get(saleId);
    if (copies === undefined || line === undefined) {
      wrong.push(`link ${id} hangs in the air`);
      continue;
    }
    if (copies.status !== 'sold') wrong.push(`lot ${id} is in a sale and not sold`);
    if (copies.setId !== line.setId) wrong.push(`lot ${id} is of another set than its sale`);
    if ((copies.purchaseDay ?? 0) > line.saleDay) wrong.push(`lot ${id} was sold before it was bought`);
    lotsOf.set(saleId, [...(lotsOf.get(saleId) ?? []), copies]);
  }
  for (const [saleId, lots] of lotsOf) {
    const { quantity, costBasisCents } = sale.get(saleId)!;
    let [copies, cost]: [number, number | null] = [0, 0];
    for (const one of lots) {
      copies += one.quantity;
      cost = cost === null || one.purchasePriceCents === null ? null : cost + one.quantity * one.purchasePriceCents;
    }
    if (copies !== quantity) wrong.push(`sale ${saleId} is of ${quantity} copies and has ${copies}`);
    if (cost !== costBasisCents) wrong.push(`sale ${saleId} cost ${costBasisCents}, its copies ${cost}`);
  }
  for (const { id, quantity, brickfolioId, purchasePriceCents, shippingPaidCents, taxPaidCents } of lot.values()) {
    if (purchasePriceCents !== null && (shippingPaidCents ?? 0) + (taxPaidCents ?? 0) > purchasePriceCents)
      wrong.push(`lot ${id} has parts of a price above the price of ${purchasePriceCents}`);
    if (!Number.isInteger(quantity) || quantity < 1) wrong.push(`lot ${id} has ${quantity} copies`);
    if (!brickfolio.has(brickfolioId)) wrong.push(`lot ${id} is in no brickfolio`);
  }
  const defaults = [...brickfolio.values()].filter(({ isDefault }) => isDefault).length;
  if (defaults !== 1) wrong.push(`${defaults} default brickfolios`);
  return wrong;
}

const price = fc.option(fc.integer({ min: 0, max: 100_000 }), { freq: 4 });
const day = fc.option(fc.integer({ min: LAST_DAY - 300, max: LAST_DAY }), { freq: 4 });

/** A row of a file of any source: bare counts, dated copies with prices, our own format, and sales. */
const fileRow = fc.record({
  set: fc.constantFrom(7, 8),
  condition: fc.constantFrom('sealed' as const, 'used' as const),
  quantity: fc.integer({ min: 1, max: 4 }),
  price,
  day: fc.option(fc.constantFrom(LAST_DAY - 200, LAST_DAY - 100), { freq: 3 }),
  place: fc.option(fc.constantFrom('Attic', 'Loft'), { freq: 1 }),
  status: fc.option(fc.constantFrom('owned' as const, 'listed' as const, 'sold' as const), { freq: 2 }),
});
/** A file, by its source. */
export const anyFile = fc.record({
  source: fc.constantFrom('bare', 'dated', 'own', 'sales'),
  rows: fc.array(fileRow, { minLength: 1, maxLength: 5 }),
  replaces: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});
export type AnyFile = typeof anyFile extends fc.Arbitrary<infer T> ? T : never;

/** The rows of a file as they are given to a plan. */
export function rowsOf(
  { source, rows }: AnyFile,
  setIdOf: (number: number) => number = (number) => number,
): RowToTake[] {
  return rows.map((row, index) => {
    const setNumber = `${row.set}-1`;
    const own = source === 'own';
    const record: RecordOfFile =
      source === 'sales'
        ? {
            kind: 'sales',
            sale: {
              setNumber,
              platform: 'ebay',
              saleDay: row.day ?? LAST_DAY,
              quantity: row.quantity,
              grossCents: row.price ?? 5,
              platformFeesCents: row.status === null ? null : 3,
              paymentFeesCents: null,
              shippingCents: null,
              costBasisCents: row.status === 'sold' ? row.price : null,
              notes: null,
            },
          }
        : {
            kind: 'collection',
            brickfolio: own ? row.place : null,
            holding: {
              setNumber,
              quantity: source === 'dated' ? 1 : row.quantity,
              condition: row.condition,
              purchasePriceCents: source === 'bare' ? null : row.price,
              purchaseDay: source === 'bare' ? null : row.day,
              status: own ? row.status : null,
              notes: null,
            },
          };
    const facts = { position: index, line: index + 2, setId: setIdOf(row.set), record, isBeside: false };
    return { ...facts, origin: JSON.stringify(record) };
  });
}

/** One thing that an owner does; which rows it is about is decided by what is there. */
export const anyStep = fc.oneof(
  fc.record({
    kind: fc.constantFrom('add' as const, 'add sale' as const),
    which: fc.nat(),
    quantity: fc.integer({ min: 1, max: 6 }),
    price,
    day,
  }),
  fc.record({
    kind: fc.constantFrom(
      ...(['edit', 'split', 'move', 'delete', 'sell', 'pick', 'several', 'edit sale'] as const),
      ...(['undo', 'undo', 'brickfolio'] as const),
    ),
    which: fc.nat(),
    quantity: fc.integer({ min: 1, max: 6 }),
    price,
    day,
  }),
  fc.record({ kind: fc.constant('import' as const), file: anyFile }),
);
export type AnyStep = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** The command that a step is in a book, which may be refused; null when there is nothing that it could be about. */
export function commandOf(
  book: Book,
  step: AnyStep,
  setIdOf: (number: number) => number = (number) => number,
): BookCommand | null {
  if (step.kind === 'import') {
    const { source, replaces } = step.file;
    const kind = source === 'sales' ? 'sales' : 'collection';
    const plan = planImport(book, { kind, rows: rowsOf(step.file, setIdOf), replaces, at: AT });
    return { do: 'import', file: { name: `${source}.csv`, plan } };
  }
  const { kind, which, quantity, price: cents, day: on } = step;
  const number = 7 + (which % 2);
  const set = { setId: setIdOf(number), setNumber: `${number}-1` };
  const condition = which % 3 === 0 ? ('used' as const) : ('sealed' as const);
  const pick = <Row>(rows: ReadonlyMap<number, Row>): Row | undefined => [...rows.values()][which % (rows.size || 1)];
  const terms = {
    platform: 'ebay',
    saleDay: on ?? LAST_DAY,
    grossCents: cents ?? 7,
    platformFeesCents: 2,
    paymentFeesCents: -3,
    shippingCents: 11,
    notes: null,
  };
  if (kind === 'add') {
    const facts = {
      condition,
      quantity,
      purchasePriceCents: cents,
      purchaseDay: on,
      status: 'owned',
      notes: null,
    } as const;
    return { do: 'add', set, brickfolioId: null, facts };
  }
  if (kind === 'add sale') return { do: 'add sale', set, sale: { ...terms, quantity, costBasisCents: cents } };
  if (kind === 'undo') return { do: 'undo' };
  if (kind === 'brickfolio') {
    const brickfolio = pick(book.brickfolio)!;
    const facts = { name: `Folio ${which % 4}`, description: null };
    if (quantity === 1) return { do: 'create brickfolio', facts, createdAt: AT };
    if (quantity === 2) return { do: 'edit brickfolio', brickfolio, facts };
    if (quantity < 5) return { do: 'make default', brickfolio };
    return { do: 'delete brickfolio', brickfolio, withRules: which % 2 === 0 };
  }
  if (kind === 'edit sale') {
    const sale = pick(book.sale);
    if (sale === undefined) return null;
    const facts = { grossCents: cents ?? 1, saleDay: on ?? sale.saleDay };
    return { do: 'edit sale', sale, facts: which % 5 === 0 ? { ...facts, costBasisCents: cents } : facts };
  }
  const lot = pick(book.lot);
  if (lot === undefined) return null;
  if (kind === 'edit') {
    const facts = { purchasePriceCents: cents, notes: `note ${which % 3}` };
    if (which % 4 === 0) return { do: 'edit', holding: lot, facts: { ...facts, purchaseDay: on } };
    const parts = {
      shippingPaidCents: (which % 50) * 1_000,
      taxPaidCents: quantity,
      boughtFrom: 'a shop',
      storedAt: 'Shelf 1',
    };
    if (which % 4 === 2) return { do: 'edit', holding: lot, facts: parts };
    return { do: 'edit', holding: lot, facts: which % 4 === 1 ? { ...facts, quantity, status: 'listed' } : facts };
  }
  if (kind === 'several') {
    const lots = [...book.lot.values()].filter((_, index) => index % 2 === which % 2);
    return { do: 'several', holdings: lots, then: anyOfSeveral(book, lots, { quantity, cents, day: on, terms }) };
  }
  if (kind === 'split') return { do: 'split', holding: lot, quantity };
  if (kind === 'move') return { do: 'move', holding: lot, brickfolioId: pick(book.brickfolio)!.id };
  if (kind === 'delete') return { do: 'delete', holding: lot };
  const { setId, setNumber } = lot;
  const copiesOfLot = Math.min(quantity, lot.quantity);
  const picked = kind === 'sell' ? null : [{ ...lot, quantity: copiesOfLot }];
  const copies = picked === null ? quantity : copiesOfLot;
  return {
    do: 'sell',
    wanted: { set: { setId, setNumber }, condition: lot.condition, quantity: copies, picked, terms },
  };
}

interface SeveralFacts {
  readonly quantity: number;
  readonly cents: number | null;
  readonly day: number | null;
  readonly terms: SaleTerms;
}

/** What is done with several lots: a part of it is refused, as when some are sold. */
function anyOfSeveral(
  book: Book,
  lots: readonly BookedHolding[],
  { quantity, cents, day: on, terms }: SeveralFacts,
): DoneWithSeveral {
  if (quantity === 1) return { do: 'delete' };
  if (quantity === 2) return { do: 'move', brickfolioId: [...book.brickfolio.keys()].at(-1)! };
  if (quantity === 3) return { do: 'edit', facts: { purchasePriceCents: cents, purchaseDay: on } };
  if (quantity === 4) return { do: 'edit', facts: { status: 'listed', notes: 'some', storedAt: 'Shelf 2' } };
  const sets = new Map(lots.map((lot) => [`${lot.setNumber} ${lot.condition}`, lot]));
  const proceeds = [...sets.values()].map(({ setNumber, condition }) => ({
    setNumber,
    condition,
    grossCents: cents ?? 0,
  }));
  return { do: 'sell', proceeds, terms };
}
