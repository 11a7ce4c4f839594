import {
  type BookRows,
  type BookTable,
  ConflictError,
  DomainError,
  type Lot,
  parseIsoDay,
  type RowChange,
} from '@brickmarket/domain';
import * as fc from 'fast-check';
import { salesTotals, taxYearLines } from './gains.ts';
import { valueHolding } from './holding-valuation.ts';
import {
  basisOf,
  changeLot,
  countParts,
  firstInFirstOut,
  rebaseSale,
  sellCopies,
  splitLot,
  type TakenCopies,
  undoChanges,
} from './lots.ts';
import { portfolioTotals, saleResult } from './portfolio-totals.ts';
import { aHolding, countedCopies } from './testing/portfolio-builders.ts';

const TODAY = 20_500;
const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);
const aLot = (id: number, facts: Partial<Lot> = {}): Lot => ({
  ...aHolding(),
  id,
  version: 1,
  brickfolioId: 1,
  setId: 7,
  ...facts,
});

/** An account's book in memory, changed as the database is: every row must be what the change was made from. */
class Book {
  readonly tables = {
    brickfolio: new Map<number, BookRows['brickfolio']>(),
    lot: new Map<number, Lot>(),
    sale: new Map<number, BookRows['sale']>(),
    saleLot: new Map<number, BookRows['saleLot']>(),
  };
  readonly edits: (readonly RowChange[])[] = [];
  lastId = 0;

  readonly find = <Table extends BookTable>(table: Table, id: number): BookRows[Table] | null =>
    (this.tables[table] as Map<number, BookRows[Table]>).get(id) ?? null;

  apply(changes: readonly RowChange[]): void {
    for (const { table, before, after } of changes) {
      const rows = this.tables[table] as Map<number, BookRows[BookTable]>;
      const { id } = (after ?? before)!;
      expect(rows.get(id) ?? null).toEqual(before);
      if (after === null) rows.delete(id);
      else rows.set(id, after);
    }
    this.edits.push(changes);
  }

  get lots(): readonly Lot[] {
    return [...this.tables.lot.values()];
  }

  lotsOf(saleId: number): readonly Lot[] {
    const links = [...this.tables.saleLot.values()].filter((link) => link.saleId === saleId);
    return links.map(({ id }) => this.tables.lot.get(id)!);
  }

  copiesOf(saleId: number) {
    return this.lotsOf(saleId).map((lot) => ({
      lotId: lot.id,
      saleId,
      quantity: lot.quantity,
      unitCostCents: lot.purchasePriceCents,
      acquiredDay: lot.purchaseDay,
      method: this.tables.saleLot.get(lot.id)!.method,
    }));
  }

  sell(taken: readonly TakenCopies[], saleDay: number, grossCents: number, method: 'fifo' | 'picked'): void {
    const terms = {
      platform: 'ebay',
      saleDay,
      grossCents,
      platformFeesCents: Math.floor(grossCents / 7),
      paymentFeesCents: -3,
      shippingCents: 11,
      notes: null,
    };
    const newLotIds = Array.from({ length: countParts(taken) }, () => ++this.lastId);
    this.apply(sellCopies(taken, terms, method, { saleId: ++this.lastId, newLotIds }));
  }
}

const priceOrUnknown = fc.option(fc.integer({ min: 0, max: 100_000 }), { freq: 5 });
const edit = fc.oneof(
  fc.record({
    kind: fc.constant('buy' as const),
    set: fc.constantFrom(7, 8),
    condition: fc.constantFrom('sealed' as const, 'used' as const),
    quantity: fc.integer({ min: 1, max: 9 }),
    price: priceOrUnknown,
    day: fc.option(fc.integer({ min: TODAY - 300, max: TODAY }), { freq: 5 }),
  }),
  fc.record({
    kind: fc.constantFrom('sell' as const, 'pick' as const),
    which: fc.nat(),
    quantity: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: TODAY - 100, max: TODAY }),
    gross: fc.integer({ min: 0, max: 50_000 }),
  }),
  fc.record({ kind: fc.constant('split' as const), which: fc.nat(), quantity: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ kind: fc.constant('move' as const), which: fc.nat(), to: fc.constantFrom(1, 2, 3) }),
  fc.record({ kind: fc.constant('price' as const), which: fc.nat(), price: priceOrUnknown }),
  fc.record({ kind: fc.constant('undo' as const), which: fc.nat() }),
);
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

/** Performs an edit as the use cases do; what a rule refuses changes nothing. */
function perform(book: Book, step: Edit): void {
  const lot = 'which' in step && book.lots.length > 0 ? book.lots[step.which % book.lots.length]! : null;
  if (step.kind === 'buy') {
    const { set: setId, condition, quantity, price: purchasePriceCents, day: purchaseDay } = step;
    const facts = { setId, setNumber: `${setId}-1`, condition, quantity, purchasePriceCents, purchaseDay };
    book.apply([{ table: 'lot', before: null, after: aLot(++book.lastId, facts) }]);
  } else if (step.kind === 'undo') {
    if (book.edits.length > 0) book.apply(undoChanges(book.edits[step.which % book.edits.length]!, book.find));
  } else if (lot !== null) {
    const isSold = book.tables.saleLot.has(lot.id);
    if (step.kind === 'split' && !isSold) book.apply(splitLot(lot, step.quantity, ++book.lastId));
    if (step.kind === 'move') book.apply([changeLot(lot, { brickfolioId: step.to })]);
    if (step.kind === 'price') reprice(book, lot, step.price);
    if (step.kind === 'sell') {
      const same = book.lots.filter(({ setId, condition }) => setId === lot.setId && condition === lot.condition);
      book.sell(firstInFirstOut(same, step.quantity, step.day), step.day, step.gross, 'fifo');
    }
    if (step.kind === 'pick')
      book.sell([{ lot, quantity: Math.min(step.quantity, lot.quantity) }], step.day, step.gross, 'picked');
  }
}

function reprice(book: Book, lot: Lot, purchasePriceCents: number | null): void {
  const changed = changeLot(lot, { purchasePriceCents });
  const link = book.tables.saleLot.get(lot.id);
  const after = changed.after as Lot;
  const sale = link && book.tables.sale.get(link.saleId)!;
  const lots = link ? book.lotsOf(link.saleId).map((one) => (one.id === lot.id ? after : one)) : [];
  const rebased = sale ? rebaseSale(sale, lots) : null;
  book.apply(rebased === null ? [changed] : [changed, rebased]);
}

describe('lots', () => {
  it('agree with holdings and totals to the cent after any buying, selling, splitting, moving and undoing', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 40 }), (steps) => {
        const book = new Book();
        for (const step of steps)
          try {
            perform(book, step);
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
          }
        const unsold = book.lots.filter(({ status }) => status !== 'sold');
        const unitValueOf = ({ setNumber }: { setNumber: string }) => (setNumber === '7-1' ? 1_234 : null);
        const totals = portfolioTotals(countedCopies(book.lots), unitValueOf);
        const lines = unsold.map((lot) => valueHolding(lot, unitValueOf(lot)));
        expect(totals.itemCount).toBe(sum(unsold.map(({ quantity }) => quantity)));
        expect(totals.costCents).toBe(sum(lines.map(({ costCents }) => costCents)));
        expect(totals.gainCents).toBe(sum(lines.map(({ gainCents }) => gainCents)));
        // Every sold lot is in one sale, and every sale is its lots.
        expect(book.lots.length - unsold.length).toBe(book.tables.saleLot.size);
        const sales = [...book.tables.sale.values()];
        for (const sale of sales) {
          const lots = book.lotsOf(sale.id);
          expect(sale.quantity).toBe(sum(lots.map(({ quantity }) => quantity)));
          expect(sale.costBasisCents).toBe(basisOf(lots.map((lot) => ({ lot, quantity: lot.quantity }))));
        }
        const lines2026 = [2025, 2026].flatMap((year) => taxYearLines(year, sales, (id) => book.copiesOf(id)));
        const realized = salesTotals(sales);
        expect(sum(lines2026.map(({ proceedsCents }) => proceedsCents))).toBe(realized.grossCents);
        expect(sum(lines2026.map(({ feesCents }) => feesCents))).toBe(realized.feesCents);
        const known = sales.filter(({ costBasisCents }) => costBasisCents !== null);
        expect(realized.profitCents ?? 0).toBe(sum(known.map((sale) => saleResult(sale).profitCents!)));
      }),
    );
  });

  it('are what they were after every edit is undone, last first', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 25 }), (steps) => {
        const book = new Book();
        for (const step of steps)
          try {
            perform(book, step);
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
          }
        for (const changes of book.edits.toReversed()) book.apply(undoChanges(changes, book.find));
        expect(Object.values(book.tables).map(({ size }) => size)).toEqual([0, 0, 0, 0]);
      }),
    );
  });
});

describe('first in, first out', () => {
  const day = (text: string) => parseIsoDay(text)!;
  const lots = [
    aLot(1, { purchaseDay: day('2025-06-01'), quantity: 2, purchasePriceCents: 300 }),
    aLot(2, { purchaseDay: day('2024-06-01'), quantity: 2, purchasePriceCents: 200 }),
    aLot(3, { purchaseDay: null, quantity: 1, purchasePriceCents: 100 }),
    aLot(4, { purchaseDay: day('2023-01-01'), quantity: 5, status: 'sold' }),
  ];
  const taken = (quantity: number, until: string) =>
    firstInFirstOut(lots, quantity, day(until)).map(({ lot, quantity: copies }) => [lot.id, copies]);

  it('takes copies of unknown date, then the oldest, and passes over sold ones', () => {
    expect(taken(4, '2026-01-01')).toEqual([
      [3, 1],
      [2, 2],
      [1, 1],
    ]);
  });

  it('does not sell copies before they were bought', () => {
    expect(() => taken(4, '2025-01-01')).toThrow('You have 3 of these copies bought until 2025-01-01, not 4.');
  });
});

describe('taking a change back', () => {
  it('is refused in words when the row was changed since, and allowed again once that was undone', () => {
    const book = new Book();
    book.apply([{ table: 'lot', before: null, after: aLot(1) }]);
    book.apply([changeLot(book.find('lot', 1)!, { quantity: 3 })]);
    const [bought, edited] = book.edits;
    expect(() => undoChanges(bought!, book.find)).toThrow(
      new ConflictError('The holding of 75192-1 was changed since, so this cannot be undone.'),
    );
    book.apply(undoChanges(edited!, book.find));
    book.apply(undoChanges(bought!, book.find));
    expect(book.lots).toEqual([]);
  });
});

describe('the cost of a sale', () => {
  it('is unknown when the price of any of its copies is, and then so is its gain', () => {
    const book = new Book();
    book.apply([{ table: 'lot', before: null, after: aLot(1, { purchasePriceCents: null }) }]);
    book.apply([{ table: 'lot', before: null, after: aLot(2, { purchasePriceCents: 500 }) }]);
    book.lastId = 2;
    book.sell(firstInFirstOut(book.lots, 2, TODAY), TODAY, 3_000, 'fifo');
    const [sale] = book.tables.sale.values();
    expect(sale).toMatchObject({ quantity: 2, costBasisCents: null });
    expect(saleResult(sale!)).toMatchObject({ profitCents: null, roiPct: null });
    expect(salesTotals([sale!])).toMatchObject({ costCents: null, profitCents: null, salesOfUnknownCost: 1 });
  });
});
