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
  const sets = new Set(rows.map(({ setId }) => setId));
  // Sold copies last: they are there, but what is not sold is closer.
  const stocks = [...book.lot.values()]
    .filter(({ setId }) => options.replaces || sets.has(setId))
    .toSorted((a, b) => Number(isSold(a)) - Number(isSold(b)) || a.id - b.id)
    .map(stockOf);
  const taking = new CollectionTaking(book, options);
  for (const slice of slicesOf(rows, stocks)) {
    matchCopies(slice, taking);
    yield;
  }
  for (const part of partsOf(rows)) {
    for (const row of part) if (!taking.isSettled(row)) taking.add(row, row.record.holding.quantity, 'new', null);
    yield;
  }
  return taking.plan(rows, stocks);
}
