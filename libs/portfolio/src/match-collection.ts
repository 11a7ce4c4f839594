import type { Book, HoldingOfFile, RowToTake } from '@brickmarket/domain';
import { type CollectionOptions, CollectionTaking, type ImportPlan } from './collection-taking.ts';
import { isSold, matchCopies } from './match-copies.ts';
import { partsOf, slicesOf, stockOf } from './stock.ts';

/** Multiset match from strict to loose; sold copies count. Yields after some hundreds of rows. */
export function* matchCollection(
  book: Book,
  rows: readonly RowToTake<HoldingOfFile>[],
  options: CollectionOptions,
): Generator<void, ImportPlan> {
  const near = rowsNear(book, rows);
  const sets = new Set(near.map(({ setId }) => setId));
  // Sold copies last, as unsold ones match better.
  const stocks = [...book.lot.values()]
    .filter(({ setId }) => options.replaces || sets.has(setId))
    .toSorted((a, b) => Number(isSold(a)) - Number(isSold(b)) || a.id - b.id)
    .map(stockOf);
  const taking = new CollectionTaking(book, options);
  for (const slice of slicesOf(near, stocks)) {
    matchCopies(slice, taking);
    yield;
  }
  for (const part of partsOf(rows)) {
    for (const row of part) if (!taking.isSettled(row)) taking.add(row, row.record.holding.quantity, 'new', null);
    yield;
  }
  return taking.plan(rows, stocks);
}

/** Rows that may match stored copies. Most dated rows of a new file match no date and are new. */
function rowsNear(book: Book, rows: readonly RowToTake<HoldingOfFile>[]): readonly RowToTake<HoldingOfFile>[] {
  const days = new Set<number>();
  const origins = new Set<string>();
  for (const { setId, purchaseDay, origins: taken = [] } of book.lot.values()) {
    if (purchaseDay !== null) days.add(dayOfSet(setId, purchaseDay));
    for (const origin of taken) origins.add(origin);
  }
  return rows.filter(({ setId, origin, record: { holding } }) => {
    const { purchaseDay } = holding;
    return purchaseDay === null || days.has(dayOfSet(setId, purchaseDay)) || origins.has(origin);
  });
}

/** Exceeds the days from 1900 to 2999. */
const DAYS = 2 ** 20;

function dayOfSet(setId: number, day: number): number {
  return setId * DAYS + day;
}
