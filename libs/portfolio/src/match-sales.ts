import {
  type Book,
  type BookedSale,
  type RowChange,
  type RowToTake,
  SALE_FEES,
  type SaleOfFile,
  soldCopiesFault,
} from '@brickmarket/domain';
import type { ImportPlan } from './collection-taking.ts';
import {
  groupBy,
  keyOf,
  MatchedRows,
  pairingFault,
  partsOf,
  rowsBy,
  type Slice,
  slicesOf,
  type Stock,
  stocksByOrigin,
  withOrigin,
} from './stock.ts';

type Row = RowToTake<SaleOfFile>;

const DETAILS = ['quantity', 'grossCents', ...SALE_FEES, 'costBasisCents', 'notes'] as const;

/** Pairs each row with one sale, from strict to loose. Yields after some hundreds of rows. */
export function* matchSales(book: Book, rows: readonly Row[], newId: () => number): Generator<void, ImportPlan> {
  // A sale matches once, whatever its quantity.
  const stocks = [...book.sale.values()]
    .toSorted((a, b) => a.id - b.id)
    .map((row) => ({ row, quantity: 1, left: 1, isContested: false }));
  const matching = new SalesMatching(book, newId);
  for (const slice of slicesOf(rows, stocks)) {
    matching.matchTaken(slice);
    matching.matchEqual(slice);
    matching.matchLoosely(slice);
    yield;
  }
  for (const part of partsOf(rows)) {
    for (const row of part) if (!matching.isSettled(row)) matching.add(row);
    yield;
  }
  return matching.plan(rows);
}

type SalesSlice = Slice<Row, BookedSale>;

class SalesMatching extends MatchedRows<Row> {
  readonly #ofCopies: ReadonlySet<number>;
  readonly #changes: RowChange[] = [];

  constructor(
    book: Book,
    private readonly newId: () => number,
  ) {
    super();
    this.#ofCopies = new Set([...book.saleLot.values()].map(({ saleId }) => saleId));
  }

  /** Rows accepted before match whatever became of the sale. */
  matchTaken({ rows, stocks }: SalesSlice): void {
    const byOrigin = stocksByOrigin(stocks);
    for (const row of rows) {
      const stock = byOrigin.get(row.origin)?.find(({ left }) => left > 0);
      if (stock !== undefined) this.#take(row, stock);
    }
  }

  /** All fields equal; then all fields that the file has. */
  matchEqual(slice: SalesSlice): void {
    const open = this.openOf(slice.rows);
    const masks = [open, ...rowsBy(open, ({ record }) => told(record).join()).values()];
    for (const [index, rows] of masks.entries()) {
      if (rows.length === 0) continue;
      const details = index === 0 ? DETAILS : told(rows[0]!.record);
      const groups = groupBy(slice.stocks, (sale) => keyOf(...keys(sale), ...details.map((detail) => sale[detail])));
      for (const row of rows) {
        if (this.isSettled(row)) continue;
        const { sale } = row.record;
        const wanted = details.map((detail) => sale[detail] ?? (index === 0 && isFee(detail) ? 0 : null));
        const group = groups.get(keyOf(row.setId, sale.platform, sale.saleDay, ...wanted));
        const stock = group?.stocks.find(({ left }) => left > 0);
        if (stock !== undefined) this.#take(row, stock);
      }
    }
  }

  /** By set, platform and day. Quantity and cost of linked sales follow from their copies. */
  matchLoosely(slice: SalesSlice): void {
    const groups = groupBy(slice.stocks, (sale) => keyOf(...keys(sale)));
    const bySale = rowsBy(this.openOf(slice.rows), ({ setId, isBeside, record: { sale } }) =>
      isBeside ? null : keyOf(setId, sale.platform, sale.saleDay),
    );
    for (const [key, rows] of bySale) {
      const stocks = groups.get(key)?.stocks ?? [];
      const ofCopies = stocks.filter(({ row: { id } }) => this.#ofCopies.has(id));
      for (const row of rows) {
        const fits = ofCopies.filter(
          ({ row: sale, left }) => left > 0 && soldCopiesFault(row.record.sale, sale) === null,
        );
        if (fits.length === 1) this.#take(row, fits[0]!);
      }
      this.#pair(
        this.openOf(rows),
        stocks.filter(({ row: { id }, left }) => left > 0 && !this.#ofCopies.has(id)),
      );
      for (const row of rows) {
        const contradicted = ofCopies.find(({ left }) => left > 0);
        if (this.isSettled(row) || contradicted === undefined) continue;
        contradicted.left = 0;
        const reason =
          soldCopiesFault(row.record.sale, contradicted.row) ?? 'it could be any of several sales of copies';
        this.settle(row, 'rejected', { reason, stored: recordOf(contradicted.row) });
      }
    }
  }

  #pair(rows: readonly Row[], stocks: readonly Stock<BookedSale>[]): void {
    if (rows.length === 0 || stocks.length === 0) return;
    const { setNumber, platform } = rows[0]!.record.sale;
    const keyOfSale = (sale: BookedSale): string => keyOf(...DETAILS.map((detail) => sale[detail]));
    const reason = pairingFault(rows, stocks, keyOfSale, ['sale', 'sales', `${setNumber} on ${platform}`]);
    for (const [index, row] of rows.entries()) {
      const stock = stocks[index];
      if (reason !== null) this.settle(row, 'rejected', { reason, stored: recordOf(stocks[0]!.row) });
      else if (stock !== undefined) this.#take(row, stock);
    }
  }

  /** Adds details that the sale lacks. */
  #take(row: Row, stock: Stock<BookedSale>): void {
    stock.left = 0;
    const { row: before } = stock;
    const wasTaken = before.origins?.includes(row.origin) === true;
    const given = Object.fromEntries(told(row.record).map((detail) => [detail, row.record.sale[detail]]));
    const after: BookedSale = {
      ...before,
      ...(wasTaken ? {} : given),
      version: before.version + 1,
      origins: withOrigin(before.origins, row.origin),
    };
    const isChanged = DETAILS.some((detail) => after[detail] !== before[detail]);
    // Sales with linked copies match as they are: only changes are written.
    if (isChanged || !(wasTaken || this.#ofCopies.has(before.id))) this.#changes.push({ table: 'sale', before, after });
    if (isChanged) this.settle(row, 'changed', { stored: recordOf(before), resultId: before.id });
    else this.settle(row, 'same');
  }

  add(row: Row): void {
    const { setId, origin, record } = row;
    const { platformFeesCents, paymentFeesCents, shippingCents } = record.sale;
    const after: BookedSale = {
      ...record.sale,
      platformFeesCents: platformFeesCents ?? 0,
      paymentFeesCents: paymentFeesCents ?? 0,
      shippingCents: shippingCents ?? 0,
      id: this.newId(),
      version: 1,
      setId,
      origins: [origin],
    };
    this.#changes.push({ table: 'sale', before: null, after });
    this.settle(row, 'new', { resultId: after.id });
  }

  plan(rows: readonly Row[]): ImportPlan {
    return { rows: this.inOrder(rows), changes: this.#changes, newBrickfolios: [], removed: 0 };
  }
}

function keys({ setId, platform, saleDay }: BookedSale): readonly (string | number)[] {
  return [setId, platform, saleDay];
}

function isFee(detail: (typeof DETAILS)[number]): boolean {
  return (SALE_FEES as readonly string[]).includes(detail);
}

function told({ sale }: SaleOfFile): readonly (typeof DETAILS)[number][] {
  return DETAILS.filter((detail) => sale[detail] !== null);
}

function recordOf(booked: BookedSale): SaleOfFile {
  const { id: _id, version: _version, setId: _set, origins: _origins, ...sale } = booked;
  return { kind: 'sales', sale };
}
