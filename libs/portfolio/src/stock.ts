import type { MatchedRow, MatchState, RowToTake } from '@brickmarket/domain';

/** Stored rows with the copies that are still unmatched. */
export interface Stock<Row> {
  readonly row: Row;
  readonly quantity: number;
  left: number;
  /** Rejected a row, so its own match stays open. */
  isContested: boolean;
}

/** Equal in the compared fields. */
export interface StockGroup<Row> {
  readonly stocks: readonly Stock<Row>[];
  left: number;
  /** Earlier stock is matched. */
  next: number;
}

export function stockOf<Row extends { readonly quantity: number }>(row: Row): Stock<Row> {
  return { row, quantity: row.quantity, left: row.quantity, isContested: false };
}

/** Excludes matched stock and rows without a key. */
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

/** Prefers stock with exactly that quantity, else the first; takes what exists. */
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

/** Injective key of several values. */
export function keyOf(...values: readonly (string | number | boolean | null)[]): string {
  let key = '';
  // Several times faster than JSON, for tens of thousands of keys.
  for (const value of values) key += typeof value === 'string' ? `${value.length}"${value}` : `${value};`;
  return key;
}

/** Keeps order; excludes rows without a key. */
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

export interface Slice<Row, Booked> {
  readonly rows: readonly Row[];
  readonly stocks: readonly Stock<Booked>[];
}

const ROWS_OF_SLICE = 500;

/** Some hundreds of rows with the stock of their sets. Excludes rows of sets not in stock: they are new. */
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

export function* partsOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_OF_SLICE) yield rows.slice(from, from + ROWS_OF_SLICE);
}

const MAX_ORIGINS = 4;

/** Keeps only the latest few; unchanged if already present. */
export function withOrigin(origins: readonly string[] = [], origin: string): readonly string[] {
  return origins.includes(origin) ? origins : [...origins, origin].slice(-MAX_ORIGINS);
}

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

  /** Call when all are settled. */
  inOrder(rows: readonly Row[]): readonly MatchedRow[] {
    return rows.map(({ position }) => this.#matched.get(position)!);
  }
}

/** Why the pairing is ambiguous; null: any pairing will do. */
export function pairingFault<Row>(
  rows: readonly RowToTake[],
  stocks: readonly Stock<Row>[],
  keyOfRow: (row: Row) => string,
  [about, inStock, of]: readonly [string, string, string],
): string | null {
  if (stocks.length > 0 && new Set(rows.map(({ record }) => JSON.stringify(record))).size > 1) {
    const lines = [...new Set(rows.map(({ line }) => line))].slice(0, 3).join(' and ');
    const advice = 'correct one of them, or add them as new copies';
    return `lines ${lines} say different things about the same ${about} of ${of}: ${advice}`;
  }
  if (new Set(stocks.map(({ row }) => keyOfRow(row))).size < 2) return null;
  return `it could be any of ${stocks.length} ${inStock} of ${of}, which differ: correct it, or add it as a new copy`;
}
