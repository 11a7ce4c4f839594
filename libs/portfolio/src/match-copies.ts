import { type HoldingOfFile, type BookedHolding, holdingFault, type RowToTake } from '@brickmarket/domain';
import { type CollectionTaking, DETAILS, FACTS, factsOf } from './collection-taking.ts';
import {
  groupBy,
  keyOf,
  pairingFault,
  rowsBy,
  type Slice,
  type Stock,
  type StockGroup,
  stocksByOrigin,
  takeFrom,
} from './stock.ts';

type Row = RowToTake<HoldingOfFile>;

type Fact = (typeof FACTS)[number];
type Value = string | number | null;

/** Matches from strict to loose. Remaining rows are new. */
export function matchCopies({ rows, stocks }: Slice<Row, BookedHolding>, taking: CollectionTaking): void {
  const matching = new CopiesMatching(rows, stocks, taking);
  matching.matchTaken();
  matching.matchEqual();
  matching.matchSaid();
  matching.matchLoosely();
}

class CopiesMatching {
  constructor(
    private readonly rows: readonly Row[],
    private readonly stocks: readonly Stock<BookedHolding>[],
    private readonly taking: CollectionTaking,
  ) {}

  /** Rows accepted before match whatever became of their copies. */
  matchTaken(): void {
    const byOrigin = stocksByOrigin(this.stocks);
    if (byOrigin.size === 0) return;
    for (const [origin, rows] of rowsBy(this.rows, (row) => row.origin)) {
      const lots = (byOrigin.get(origin) ?? []).filter(({ left }) => left > 0);
      for (const [index, row] of rows.entries()) {
        let missing = row.record.holding.quantity;
        // Copies may have been split or sold since: each row gets at least one holding.
        while (lots.length > 0 && missing > 0) {
          if (this.taking.isSettled(row) && lots.length < rows.length - index) break;
          const some = Math.min(lots[0]!.left, missing);
          lots[0]!.left -= some;
          missing -= some;
          if (lots[0]!.left === 0) lots.shift();
          this.taking.settle(row, 'same');
        }
      }
    }
  }

  /** All fields equal, where absent in the file means unknown in the portfolio. */
  matchEqual(): void {
    this.#cover(
      (lot) => keyOf(lot.setId, lot.condition, this.taking.nameOf(lot), ...factsOf(lot)),
      ({ setId, record: { holding, brickfolio } }) =>
        keyOf(setId, holding.condition, brickfolio ?? this.taking.defaultName, ...factsOf(holding)),
      this.taking.openOf(this.rows),
    );
  }

  /** All fields that the file has, if it has more than a quantity. A sold copy matches any status. */
  matchSaid(): void {
    const bySaying = rowsBy(this.taking.openOf(this.rows), ({ record }) =>
      isCount(record) ? null : keyOf(...said(record), record.holding.status),
    );
    for (const rows of bySaying.values()) {
      const { record } = rows[0]!;
      const compared = said(record).filter((fact) => fact !== 'status');
      const { status } = record.holding;
      const value = (fact: string, lot: BookedHolding): Value =>
        fact === 'brickfolio' ? this.taking.nameOf(lot) : (lot[fact as Fact] ?? null);
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

  /** By set, condition and date if the file has one. */
  matchLoosely(): void {
    for (const hasDay of [true, false])
      for (const hasPlace of [true, false]) {
        const rows = rowsBy(this.taking.openOf(this.rows), ({ setId, isBeside, record: { holding, brickfolio } }) =>
          isBeside || (holding.purchaseDay !== null) !== hasDay || (brickfolio !== null) !== hasPlace
            ? null
            : keyOf(setId, holding.condition, hasDay && holding.purchaseDay, hasPlace && brickfolio),
        );
        if (rows.size === 0) continue;
        const groups = groupBy(this.stocks, (lot) =>
          keyOf(lot.setId, lot.condition, hasDay && lot.purchaseDay, hasPlace && this.taking.nameOf(lot)),
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
  }

  /** Rows with a quantity only: adds missing copies. */
  #count(row: Row, group: StockGroup<BookedHolding>): void {
    const { quantity } = row.record.holding;
    if (group.left === 0) return;
    const there = Math.min(quantity, group.left);
    const taken = takeFrom(group, quantity);
    for (const stock of taken) this.taking.adopt(stock, row);
    if (there === quantity) this.taking.settle(row, 'same');
    else {
      const stored = this.taking.recordOf(taken[0]!.row);
      this.taking.add(row, quantity - there, 'changed', {
        ...stored,
        holding: { ...stored.holding, quantity: there },
      });
    }
  }

  /** Rows with details change a holding each, if the pairing is unambiguous. */
  #pair(rows: readonly Row[], group: StockGroup<BookedHolding>): void {
    if (rows.length === 0) return;
    const unsold = group.stocks.filter(({ row: lot, left }) => left > 0 && !isSold(lot));
    const { setNumber, condition } = rows[0]!.record.holding;
    const named = ['copies', 'holdings', `${setNumber} (${condition})`] as const;
    const keyOfLot = (lot: BookedHolding): string => keyOf(lot.quantity, lot.brickfolioId, ...factsOf(lot));
    const fault = pairingFault(rows, unsold, keyOfLot, named);
    if (fault !== null) return this.taking.reject(rows, unsold, fault);
    for (const row of rows) {
      const next = unsold.find(({ left }) => left > 0);
      if (next !== undefined) this.#change(row, next, group);
      else if (group.left > 0) {
        takeFrom(group, row.record.holding.quantity);
        this.taking.settle(row, 'same');
      }
    }
  }

  #change(row: Row, stock: Stock<BookedHolding>, group: StockGroup<BookedHolding>): void {
    const { record } = row;
    const lot = stock.row;
    const told = Object.fromEntries(
      FACTS.filter((fact) => isSaid(record, fact)).map((fact) => [fact, record.holding[fact]]),
    ) as Partial<BookedHolding>;
    const differs = FACTS.some((fact) => told[fact] !== undefined && told[fact] !== lot[fact]);
    if (differs && stock.left < lot.quantity)
      return this.taking.reject(
        [row],
        [stock],
        `it is about some of ${lot.quantity} copies of ${lot.setNumber} that are one holding: split that first`,
      );
    const fault = holdingFault({ ...lot, ...told });
    if (fault !== null) return this.taking.reject([row], [stock], fault);
    const quantity = lot.quantity - stock.left + record.holding.quantity;
    group.left -= stock.left;
    stock.left = 0;
    this.taking.adopt(stock, row);
    if (!differs && quantity === lot.quantity) this.taking.settle(row, 'same');
    else this.taking.change(row, stock, { ...told, quantity });
  }

  /** Pairs rows with stock of the same key that has enough copies. */
  #cover(
    keyOfHolding: (lot: BookedHolding) => string | null,
    keyOfRow: (row: Row) => string,
    rows: readonly Row[],
  ): void {
    if (rows.length === 0) return;
    const groups = groupBy(this.stocks, keyOfHolding);
    for (const row of rows) {
      const group = groups.get(keyOfRow(row));
      const { quantity } = row.record.holding;
      if (group === undefined || group.left < quantity) continue;
      for (const stock of takeFrom(group, quantity)) this.taking.adopt(stock, row);
      this.taking.settle(row, 'same');
    }
  }
}

export function isSold({ status }: BookedHolding): boolean {
  return status === 'sold';
}

/** Fields besides set, condition and quantity. */
function said({ holding, brickfolio }: HoldingOfFile): readonly string[] {
  return [...FACTS.filter((fact) => isSaid({ holding }, fact)), ...(brickfolio === null ? [] : ['brickfolio'])];
}

function saidValue({ holding, brickfolio }: HoldingOfFile, fact: string): Value {
  return fact === 'brickfolio' ? brickfolio : (holding[fact as Fact] ?? null);
}

/** Owned copies without further fields. */
function isCount({ holding }: HoldingOfFile): boolean {
  return (
    holding.purchasePriceCents === null &&
    holding.notes === null &&
    (holding.status ?? 'owned') === 'owned' &&
    !DETAILS.some((detail) => isSaid({ holding }, detail))
  );
}

function isSaid({ holding }: Pick<HoldingOfFile, 'holding'>, fact: Fact): boolean {
  return (holding[fact] ?? null) !== null;
}
