import type { MatchedRow, MatchState, RowToTake } from '@brickmarket/domain';

/** Something in the book that rows of a file are matched with, and how many of its copies are not matched yet. */
export interface Stock<Row> {
  readonly row: Row;
  readonly quantity: number;
  left: number;
  /** A row was rejected because of it: what it is remains open. */
  isContested: boolean;
}

/** Stock that is equal in what is compared. */
export interface StockGroup<Row> {
  readonly stocks: readonly Stock<Row>[];
  /** Copies that are not matched yet. */
  left: number;
  /** All before this one are matched. */
  next: number;
}

export function stockOf<Row extends { readonly quantity: number }>(row: Row): Stock<Row> {
  return { row, quantity: row.quantity, left: row.quantity, isContested: false };
}

/** Groups what is not matched yet by keys; one without a key is left out. */
export function groupBy<Row>(
  stocks: Iterable<Stock<Row>>,
  keyOfRow: (row: Row) => string | null,
): ReadonlyMap<string, StockGroup<Row>> {
  const groups = new Map<string, { stocks: Stock<Row>[]; left: number; next: number }>();
  for (const stock of stocks) {
    const key = stock.left > 0 ? keyOfRow(stock.row) : null;
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { stocks: [stock], left: stock.left, next: 0 });
    else {
      group.stocks.push(stock);
      group.left += stock.left;
    }
  }
  return groups;
}

/** Takes copies from a group, or as many as there are: from one that has just so many, otherwise from the first. */
export function takeFrom<Row>(group: StockGroup<Row>, quantity: number): readonly Stock<Row>[] {
  while (group.next < group.stocks.length && group.stocks[group.next]!.left === 0) group.next++;
  const fitting = group.stocks.find(({ left }, at) => at >= group.next && left === quantity);
  const taken: Stock<Row>[] = [];
  let missing = quantity;
  for (const stock of fitting === undefined ? group.stocks.slice(group.next) : [fitting]) {
    if (missing === 0) break;
    if (stock.left === 0) continue;
    const some = Math.min(missing, stock.left);
    stock.left -= some;
    group.left -= some;
    missing -= some;
    taken.push(stock);
  }
  return taken;
}

/** A key of several values: others have another. */
export function keyOf(...values: readonly (string | number | boolean | null)[]): string {
  let key = '';
  // Tens of thousands are made for a file: several times faster than as JSON.
  for (const value of values) key += typeof value === 'string' ? `${value.length}"${value}` : `${value};`;
  return key;
}

/** Rows by keys, in their order; one without a key is left out. */
export function rowsBy<Row, Key extends string | number>(
  rows: Iterable<Row>,
  key: (row: Row) => Key | null,
): ReadonlyMap<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const at = key(row);
    if (at === null) continue;
    const group = groups.get(at);
    if (group === undefined) groups.set(at, [row]);
    else group.push(row);
  }
  return groups;
}

/** Stock by the rows of files that it was taken for. */
export function stocksByOrigin<Row extends { readonly origins?: readonly string[] }>(
  stocks: Iterable<Stock<Row>>,
): ReadonlyMap<string, Stock<Row>[]> {
  const byOrigin = new Map<string, Stock<Row>[]>();
  for (const stock of stocks)
    for (const origin of stock.row.origins ?? []) {
      const known = byOrigin.get(origin);
      if (known === undefined) byOrigin.set(origin, [stock]);
      else known.push(stock);
    }
  return byOrigin;
}

/** Rows of a file, and all stock of their sets. */
export interface Slice<Row, Booked> {
  readonly rows: readonly Row[];
  readonly stocks: readonly Stock<Booked>[];
}

const ROWS_OF_SLICE = 500;

/**
 * Rows with the stock of their sets, some hundreds at a time: no row is matched with another set than its own. Rows of
 * sets that are not in stock are left out: they are new.
 */
export function* slicesOf<Row extends { readonly setId: number }, Booked extends { readonly setId: number }>(
  rows: Iterable<Row>,
  stocks: Iterable<Stock<Booked>>,
): Generator<Slice<Row, Booked>> {
  const stocksOfSet = rowsBy(stocks, ({ row }) => row.setId);
  let slice: { rows: Row[]; stocks: Stock<Booked>[] } = { rows: [], stocks: [] };
  for (const [setId, some] of rowsBy(rows, ({ setId: set }) => (stocksOfSet.has(set) ? set : null))) {
    for (const row of some) slice.rows.push(row);
    for (const stock of stocksOfSet.get(setId)!) slice.stocks.push(stock);
    if (slice.rows.length < ROWS_OF_SLICE) continue;
    yield slice;
    slice = { rows: [], stocks: [] };
  }
  if (slice.rows.length > 0) yield slice;
}

/** The same rows, some hundreds at a time. */
export function* partsOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_OF_SLICE) yield rows.slice(from, from + ROWS_OF_SLICE);
}

const MAX_ORIGINS = 4;

/** The origins of a row with one more; itself when it has that already. Only the latest few are kept. */
export function withOrigin(origins: readonly string[] = [], origin: string): readonly string[] {
  return origins.includes(origin) ? origins : [...origins, origin].slice(-MAX_ORIGINS);
}

/** What the rows of a file are found to be. */
export class MatchedRows<Row extends RowToTake> {
  readonly #matched = new Map<number, MatchedRow>();

  isSettled({ position }: Row): boolean {
    return this.#matched.has(position);
  }

  openOf(rows: readonly Row[]): readonly Row[] {
    return rows.filter((row) => !this.isSettled(row));
  }

  settle({ position }: Row, state: MatchState, found: Partial<MatchedRow> = {}): void {
    const { reason = null, stored = null, resultId = null } = found;
    this.#matched.set(position, { position, state, reason, stored, resultId });
  }

  /** When all of them are settled. */
  inOrder(rows: readonly Row[]): readonly MatchedRow[] {
    return rows.map(({ position }) => this.#matched.get(position)!);
  }
}

/** Why it is not clear which row is about which of the stock that fits all of them; null when any will do. */
export function pairingFault<Row>(
  rows: readonly RowToTake[],
  stocks: readonly Stock<Row>[],
  keyOfRow: (row: Row) => string,
  [about, inStock, of]: readonly [string, string, string],
): string | null {
  if (stocks.length > 0 && new Set(rows.map(({ record }) => JSON.stringify(record))).size > 1) {
    const lines = [...new Set(rows.map(({ line }) => line))].slice(0, 3).join(' and ');
    const advice = 'correct one of them, or add them beside what is there';
    return `lines ${lines} say different things about the same ${about} of ${of}: ${advice}`;
  }
  if (new Set(stocks.map(({ row }) => keyOfRow(row))).size < 2) return null;
  return `it could be any of ${stocks.length} ${inStock} of ${of}, which differ: correct it, or add it beside them`;
}
