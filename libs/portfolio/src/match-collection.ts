import type {
  Book,
  BookedBrickfolio,
  HoldingOfFile,
  Lot,
  MatchedRow,
  MatchState,
  RowChange,
  RowToTake,
} from '@brickmarket/domain';
import { changeLot } from './lots.ts';
import { groupBy, keyOf, rowsBy, type Stock, type StockGroup, stockOf, takeFrom, withOrigin } from './stock.ts';

type Row = RowToTake<HoldingOfFile>;

const FACTS = ['purchasePriceCents', 'purchaseDay', 'status', 'notes'] as const;
type Fact = (typeof FACTS)[number];

/** What happens with the rows of a file when they are taken. */
export interface ImportPlan {
  readonly rows: readonly MatchedRow[];
  readonly changes: readonly RowChange[];
  /** Names of brickfolios that are made for it. */
  readonly newBrickfolios: readonly string[];
  /** How many holdings go because the file replaces what is there. */
  readonly removed: number;
}

/** How the rows of a collection are taken. */
export interface CollectionOptions {
  /** Also remove copies from the brickfolios of the file that the file does not have. */
  readonly replaces: boolean;
  /** ISO-8601: when brickfolios that the file names are made. */
  readonly at: string;
  readonly newId: () => number;
}

/**
 * Matches the rows of a collection with the copies in the book, as a multiset, from strict to loose; copies that are
 * sold count as there, and what the file does not say is kept.
 */
export function matchCollection(book: Book, rows: readonly Row[], options: CollectionOptions): ImportPlan {
  const matching = new CollectionMatching(book, rows, options);
  matching.matchTaken();
  matching.matchEqual();
  matching.matchSaid();
  matching.matchLoosely();
  return matching.plan();
}

class CollectionMatching {
  readonly #stocks: readonly Stock<Lot>[];
  readonly #default: BookedBrickfolio;
  readonly #idOfName = new Map<string, number>();
  readonly #open: Map<number, Row>;
  readonly #setsInStock: ReadonlySet<number>;
  readonly #matched = new Map<number, MatchedRow>();
  /** Lots as they become, by number. */
  readonly #after = new Map<number, Lot>();
  readonly #added: RowChange[] = [];
  readonly #made: string[] = [];

  constructor(
    private readonly book: Book,
    private readonly rows: readonly Row[],
    private readonly options: CollectionOptions,
  ) {
    // Sold copies last: they are there, but what is not sold is closer.
    const inOrder = [...book.lot.values()].toSorted((a, b) => Number(isSold(a)) - Number(isSold(b)) || a.id - b.id);
    const sets = new Set(rows.map(({ setId }) => setId));
    this.#stocks = inOrder.filter(({ setId }) => options.replaces || sets.has(setId)).map(stockOf);
    this.#setsInStock = new Set(this.#stocks.map(({ row }) => row.setId));
    this.#default = [...book.brickfolio.values()].find(({ isDefault }) => isDefault)!;
    for (const { id, name } of book.brickfolio.values()) this.#idOfName.set(name, id);
    this.#open = new Map(rows.map((row) => [row.position, row]));
  }

  /** A row that was taken before is there in whatever became of its copies. */
  matchTaken(): void {
    const byOrigin = new Map<string, Stock<Lot>[]>();
    for (const stock of this.#stocks)
      for (const origin of stock.row.origins ?? []) {
        const known = byOrigin.get(origin);
        if (known === undefined) byOrigin.set(origin, [stock]);
        else known.push(stock);
      }
    for (const [origin, rows] of rowsBy(this.#open.values(), (row) => row.origin)) {
      const lots = (byOrigin.get(origin) ?? []).filter(({ left }) => left > 0);
      for (const [index, row] of rows.entries()) {
        let missing = row.record.holding.quantity;
        // Copies may have been split, sold or counted anew since: each of several rows gets one holding at least.
        while (lots.length > 0 && missing > 0) {
          if (!this.#open.has(row.position) && lots.length < rows.length - index) break;
          const some = Math.min(lots[0]!.left, missing);
          lots[0]!.left -= some;
          missing -= some;
          if (lots[0]!.left === 0) lots.shift();
          this.#settle(row, 'same');
        }
      }
    }
  }

  /** The same in everything, where what the file does not say is unknown in the book too. */
  matchEqual(): void {
    this.#cover(
      (lot) => keyOf(lot.setId, lot.condition, this.#nameOf(lot), ...FACTS.map((fact) => lot[fact])),
      ({ setId, record: { holding, brickfolio } }) =>
        keyOf(
          setId,
          holding.condition,
          brickfolio ?? this.#default.name,
          ...FACTS.map((fact) => holding[fact] ?? (fact === 'status' ? 'owned' : null)),
        ),
    );
  }

  /**
   * The same in all that the file says, for rows that say more than a number of copies. A sold copy is there whatever
   * status the file has.
   */
  matchSaid(): void {
    const bySaying = rowsBy(this.#openOfStock(), ({ record }) =>
      isCount(record) ? null : keyOf(said(record), record.holding.status),
    );
    for (const rows of bySaying.values()) {
      const { record } = rows[0]!;
      const compared = said(record).filter((fact) => fact !== 'status');
      const { status } = record.holding;
      const value = (fact: string, lot: Lot): unknown =>
        fact === 'brickfolio' ? this.#nameOf(lot) : lot[fact as Fact];
      this.#cover(
        (lot) =>
          status === null || lot.status === status || isSold(lot)
            ? keyOf(lot.setId, lot.condition, ...compared.map((fact) => value(fact, lot)))
            : null,
        (row) => keyOf(row.setId, row.record.holding.condition, ...compared.map((fact) => saidValue(row.record, fact))),
        rows,
      );
    }
  }

  /** By set, condition and date; or by set and condition where the file has no date. */
  matchLoosely(): void {
    for (const hasDay of [true, false])
      for (const hasPlace of [true, false]) {
        const rows = rowsBy(this.#openOfStock(), ({ setId, isBeside, record: { holding, brickfolio } }) =>
          isBeside || (holding.purchaseDay !== null) !== hasDay || (brickfolio !== null) !== hasPlace
            ? null
            : keyOf(setId, holding.condition, hasDay && holding.purchaseDay, hasPlace && brickfolio),
        );
        if (rows.size === 0) continue;
        const groups = groupBy(this.#stocks, (lot) =>
          keyOf(lot.setId, lot.condition, hasDay && lot.purchaseDay, hasPlace && this.#nameOf(lot)),
        );
        for (const [key, some] of rows) {
          const group = groups.get(key);
          if (group === undefined) continue;
          const counts = some.filter(({ record }) => isCount(record));
          this.#pair(
            some.filter(({ record }) => !isCount(record)),
            group,
          );
          for (const row of counts) this.#count(row, group);
        }
      }
    for (const row of this.#open.values()) this.#add(row, row.record.holding.quantity, 'new', null);
  }

  /** Rows that only count: copies that are not there are added, nothing else is written. */
  #count(row: Row, group: StockGroup<Lot>): void {
    const { quantity } = row.record.holding;
    if (group.left === 0) return;
    const there = Math.min(quantity, group.left);
    const [first] = takeFrom(group, quantity).map((stock) => this.#adopt(stock, row));
    if (there === quantity) this.#settle(row, 'same');
    else {
      const stored = this.#recordOf(first!);
      this.#add(row, quantity - there, 'changed', { ...stored, holding: { ...stored.holding, quantity: there } });
    }
  }

  /** Rows that say more change a holding each, when it is clear which. */
  #pair(rows: readonly Row[], group: StockGroup<Lot>): void {
    if (rows.length === 0) return;
    const unsold = group.stocks.filter(({ row: lot, left }) => left > 0 && !isSold(lot));
    const sayings = new Set(rows.map(({ record }) => keyOf(record.holding, record.brickfolio)));
    const holdings = new Set(unsold.map(({ row: lot }) => keyOf(lot.quantity, lot.brickfolioId, ...facts(lot))));
    const { setNumber, condition } = rows[0]!.record.holding;
    const what = `${setNumber} (${condition})`;
    if (unsold.length > 0 && sayings.size > 1)
      return this.#reject(
        rows,
        unsold,
        `lines ${[...new Set(rows.map(({ line }) => line))].slice(0, 3).join(' and ')} say different things about ` +
          `the same copies of ${what}: correct one of them, or add them beside what is there`,
      );
    if (holdings.size > 1)
      return this.#reject(
        rows,
        unsold,
        `it could be any of ${unsold.length} holdings of ${what}, which differ: correct it, or add it beside them`,
      );
    for (const row of rows) {
      const next = unsold.find(({ left }) => left > 0);
      if (next !== undefined) this.#change(row, next, group);
      else if (group.left > 0) {
        // Sold copies stay as they were sold.
        takeFrom(group, row.record.holding.quantity);
        this.#settle(row, 'same');
      }
    }
  }

  #change(row: Row, stock: Stock<Lot>, group: StockGroup<Lot>): void {
    const { record } = row;
    const lot = stock.row;
    const told = Object.fromEntries(
      FACTS.filter((fact) => record.holding[fact] !== null).map((fact) => [fact, record.holding[fact]]),
    ) as Partial<Lot>;
    const differs = FACTS.some((fact) => told[fact] !== undefined && told[fact] !== lot[fact]);
    if (differs && stock.left < lot.quantity)
      return this.#reject(
        [row],
        [stock],
        `it is about some of ${lot.quantity} copies of ${lot.setNumber} that are one holding: split that first`,
      );
    const quantity = lot.quantity - stock.left + record.holding.quantity;
    group.left -= stock.left;
    stock.left = 0;
    this.#adopt(stock, row);
    if (!differs && quantity === lot.quantity) return this.#settle(row, 'same');
    this.#after.set(lot.id, { ...this.#after.get(lot.id)!, ...told, quantity });
    this.#settle(row, 'changed', { stored: this.#recordOf(lot), resultId: lot.id });
  }

  /** Rows of sets of which there are copies: any other is new, and need not be compared. */
  #openOfStock(): readonly Row[] {
    return [...this.#open.values()].filter(({ setId }) => this.#setsInStock.has(setId));
  }

  /** Pairs open rows with stock of the same key that has all their copies. */
  #cover(
    keyOfLot: (lot: Lot) => string | null,
    keyOfRow: (row: Row) => string,
    rows: Iterable<Row> = this.#openOfStock(),
  ): void {
    const groups = groupBy(this.#stocks, keyOfLot);
    for (const row of rows) {
      const group = this.#open.has(row.position) ? groups.get(keyOfRow(row)) : undefined;
      const { quantity } = row.record.holding;
      if (group === undefined || group.left < quantity) continue;
      for (const stock of takeFrom(group, quantity)) this.#adopt(stock, row);
      this.#settle(row, 'same');
    }
  }

  /** Remembers that a row was taken for a lot. Sold copies are found by what they are: their sale is left alone. */
  #adopt(stock: Stock<Lot>, { origin }: Row): Lot {
    const lot = this.#after.get(stock.row.id) ?? stock.row;
    if (!this.book.saleLot.has(lot.id)) this.#after.set(lot.id, { ...lot, origins: withOrigin(lot.origins, origin) });
    return stock.row;
  }

  #add(row: Row, quantity: number, state: MatchState, stored: HoldingOfFile | null): void {
    const { setId, origin, record } = row;
    const id = this.options.newId();
    const lot: Lot = {
      ...record.holding,
      status: record.holding.status ?? 'owned',
      quantity,
      id,
      version: 1,
      setId,
      brickfolioId: this.#brickfolioFor(record.brickfolio),
      origins: [origin],
    };
    this.#added.push({ table: 'lot', before: null, after: lot });
    this.#settle(row, state, { resultId: id, stored });
  }

  #brickfolioFor(name: string | null): number {
    if (name === null) return this.#default.id;
    const known = this.#idOfName.get(name);
    if (known !== undefined) return known;
    const id = this.options.newId();
    const after = { id, version: 1, name, description: null, isDefault: false, createdAt: this.options.at };
    this.#added.push({ table: 'brickfolio', before: null, after });
    this.#idOfName.set(name, id);
    this.#made.push(name);
    return id;
  }

  #reject(rows: readonly Row[], stocks: readonly Stock<Lot>[], reason: string): void {
    for (const stock of stocks) stock.isContested = true;
    const [first] = stocks;
    for (const row of rows) this.#settle(row, 'rejected', { reason, stored: this.#recordOf(first!.row) });
  }

  #settle({ position }: Row, state: MatchState, more: Partial<MatchedRow> = {}): void {
    this.#open.delete(position);
    this.#matched.set(position, { position, state, reason: null, stored: null, resultId: null, ...more });
  }

  #recordOf(lot: Lot): HoldingOfFile {
    const { setNumber, quantity, condition, purchasePriceCents, purchaseDay, status, notes } = lot;
    const holding = { setNumber, quantity, condition, purchasePriceCents, purchaseDay, status, notes };
    return { kind: 'collection', holding, brickfolio: this.#nameOf(lot) };
  }

  #nameOf(lot: Lot): string {
    return this.book.brickfolio.get(lot.brickfolioId)!.name;
  }

  plan(): ImportPlan {
    const removed = this.options.replaces ? this.#removals() : [];
    const changed = this.#stocks.flatMap(({ row: lot }): RowChange[] => {
      const after = this.#after.get(lot.id);
      return after === undefined || isSameLot(lot, after) ? [] : [changeLot(lot, after)];
    });
    return {
      rows: this.rows.map(({ position }) => this.#matched.get(position)!),
      changes: [
        ...this.#added,
        ...changed,
        ...removed
          .filter(({ left }) => left > 0)
          .map(({ row }): RowChange => ({ table: 'lot', before: row, after: null })),
      ],
      newBrickfolios: this.#made.toSorted(),
      removed: removed.length,
    };
  }

  /** What the file lacks in its brickfolios. What the cost of a sale is made of stays as long as the sale does. */
  #removals(): readonly Stock<Lot>[] {
    const named = new Set(this.rows.map(({ record }) => record.brickfolio ?? this.#default.name));
    const lacking = this.#stocks.filter(
      ({ row: lot, left, isContested }) =>
        left > 0 && !isContested && !this.book.saleLot.has(lot.id) && named.has(this.#nameOf(lot)),
    );
    for (const stock of lacking) {
      if (stock.left === stock.quantity) continue;
      const { row: lot, left, quantity } = stock;
      this.#after.set(lot.id, { ...(this.#after.get(lot.id) ?? lot), quantity: quantity - left });
      stock.left = 0;
    }
    return lacking;
  }
}

function isSameLot(lot: Lot, after: Lot): boolean {
  return lot.origins === after.origins && lot.quantity === after.quantity && keyOf(facts(lot)) === keyOf(facts(after));
}

function isSold({ status }: Lot): boolean {
  return status === 'sold';
}

function facts(lot: Lot): readonly unknown[] {
  return FACTS.map((fact) => lot[fact]);
}

/** What a row says besides set, condition and number of copies. */
function said({ holding, brickfolio }: HoldingOfFile): readonly string[] {
  return [...FACTS.filter((fact) => holding[fact] !== null), ...(brickfolio === null ? [] : ['brickfolio'])];
}

function saidValue({ holding, brickfolio }: HoldingOfFile, fact: string): unknown {
  return fact === 'brickfolio' ? brickfolio : holding[fact as Fact];
}

/** Whether a row only counts copies that are owned. */
function isCount({ holding }: HoldingOfFile): boolean {
  return holding.purchasePriceCents === null && holding.notes === null && (holding.status ?? 'owned') === 'owned';
}
