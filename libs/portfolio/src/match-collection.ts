import type { Book, HoldingOfFile, RowToTake } from '@brickmarket/domain';
import { type CollectionOptions, CollectionTaking, type ImportPlan } from './collection-taking.ts';
import { isSold, matchCopies } from './match-copies.ts';
import { partsOf, slicesOf, stockOf } from './stock.ts';

/**
 * Matches the rows of a collection with the copies in the book, as a multiset, from strict to loose; copies that are
 * sold count as there, and what the file does not say is kept. Stops between slices of some hundreds of rows.
 */
export function* matchCollection(
  book: Book,
  rows: readonly RowToTake<HoldingOfFile>[],
  options: CollectionOptions,
): Generator<void, ImportPlan> {
  const near = rowsNear(book, rows);
  const sets = new Set(near.map(({ setId }) => setId));
  // Sold copies last: they are there, but what is not sold is closer.
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

/**
 * The rows that may be about copies in the book. One with a date is about copies of that date, unless it was taken
 * before: most rows of a new file are known as new by this alone.
 */
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

/** More days than there are from 1900 to 2999. */
const DAYS = 2 ** 20;

function dayOfSet(setId: number, day: number): number {
  return setId * DAYS + day;
}
