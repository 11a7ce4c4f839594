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

/** A key of several values. */
export function keyOf(...values: readonly unknown[]): string {
  return JSON.stringify(values);
}

/** Rows by keys, in their order; one without a key is left out. */
export function rowsBy<Row>(rows: Iterable<Row>, key: (row: Row) => string | null): ReadonlyMap<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const at = key(row);
    if (at === null) continue;
    const group = groups.get(at);
    if (group === undefined) groups.set(at, [row]);
    else group.push(row);
  }
  return groups;
}

const MAX_ORIGINS = 4;

/** The origins of a row with one more; itself when it has that already. Only the latest few are kept. */
export function withOrigin(origins: readonly string[] = [], origin: string): readonly string[] {
  return origins.includes(origin) ? origins : [...origins, origin].slice(-MAX_ORIGINS);
}
