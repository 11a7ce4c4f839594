import {
  type Book,
  type BookedSale,
  type BookEdit,
  type BookRows,
  type BookTable,
  ConflictError,
  type BookedHolding,
  NotFoundError,
  type RowChange,
} from '@brickmarket/domain';
import { holdingsIn } from './settle.ts';

/** Reverts the changed fields. ConflictError if they changed since; such rows of an import stay and are listed. */
export function undoEdit(book: Book): BookEdit {
  const { edit } = book;
  if (edit === null) throw new NotFoundError('change not found');
  if (edit.undoneBy !== null) throw new ConflictError('This has already been undone.');
  const saleOfCopies = new Set([...book.saleLot.values()].map(({ saleId }) => saleId));
  const changes: RowChange[] = [];
  const kept: number[] = [];
  for (const change of edit.changes) {
    const reversed = reverse(book, change, saleOfCopies);
    if (reversed === 'follows') continue;
    if (reversed !== null) changes.push(reversed);
    else if (edit.kind === 'imported') kept.push((change.after ?? change.before)!.id);
    else
      throw new ConflictError(
        `${nameOf(change.table, (change.after ?? change.before)!)} was changed since, so this cannot be undone.`,
      );
  }
  const undone = edit.kind === 'imported' ? changes.filter((change) => !isInUse(change, book, changes)) : changes;
  return { kind: 'undone', summary: summaryOfUndo(edit.summary), changes: undone, undoes: edit.id, kept };
}

const OPPOSITES: readonly (readonly [string, string])[] = [
  ['Deleted ', 'Restored '],
  ['Restored ', 'Deleted '],
  ['Undone: ', 'Redone: '],
  ['Redone: ', 'Undone: '],
];

export function summaryOfUndo(summary: string): string {
  const opposite = OPPOSITES.find(([done]) => summary.startsWith(done));
  return opposite ? opposite[1] + summary.slice(opposite[0].length) : `Undone: ${summary}`;
}

/** Imported brickfolios stay while used or watched. */
function isInUse({ table, before, after }: RowChange, book: Book, changes: readonly RowChange[]): boolean {
  if (table !== 'brickfolio' || before === null || after !== null) return false;
  return (
    before.isDefault ||
    holdingsIn(before.id, book, changes) > 0 ||
    [...book.rule.values()].some(({ brickfolioId }) => brickfolioId === before.id)
  );
}

/** Null: the changed fields differ now. `follows`: settling redoes it. */
function reverse(
  book: Book,
  { table, before, after }: RowChange,
  saleOfCopies: ReadonlySet<number>,
): RowChange | null | 'follows' {
  const row = book[table].get((after ?? before)!.id) ?? null;
  const isOfCopies = table === 'sale' && row !== null && saleOfCopies.has(row.id);
  const ignored = isOfCopies ? FOLLOWING_COPIES : NO_CONTENT;
  if (row === null || after === null || before === null) {
    if (row === null ? after !== null : after === null || fieldsThatDiffer(row, after, ignored).length > 0) return null;
    return { table, before: row, after: before && { ...before, version: (row ?? before).version + 1 } } as RowChange;
  }
  const changed = fieldsThatDiffer(before, after, ignored);
  if (changed.length === 0 && isOfCopies) return 'follows';
  const changedSince = fieldsThatDiffer(row, after, ignored);
  // Split-off copies share the rest's facts, so can only rejoin an unchanged rest.
  const isSplit = table === 'lot' && changed.includes('quantity');
  if (changedSince.some((field) => isSplit || changed.includes(field))) return null;
  const restored = Object.fromEntries(changed.map((field) => [field, value(before, field)]));
  return { table, before: row, after: { ...row, ...restored, version: row.version + 1 } } as RowChange;
}

// A set number follows the catalog; origins describe files.
const NO_CONTENT = ['version', 'setNumber', 'origins'];
/** Follow from the copies of a sale. */
const FOLLOWING_COPIES = [...NO_CONTENT, 'costBasisCents', 'quantity'];

function fieldsThatDiffer(one: object, other: object, ignored: readonly string[]): readonly string[] {
  const fields: string[] = [];
  for (const field in { ...one, ...other })
    if (value(one, field) !== value(other, field) && !ignored.includes(field)) fields.push(field);
  return fields;
}

function value(row: object, field: string): unknown {
  return (row as Record<string, unknown>)[field] ?? null;
}

function nameOf(table: BookTable, row: BookRows[BookTable]): string {
  if (table === 'brickfolio') return `The brickfolio "${(row as BookRows['brickfolio']).name}"`;
  if (table === 'rule') return `The alert rule "${(row as BookRows['rule']).name}"`;
  if (table === 'lot') return `The holding of ${(row as BookedHolding).setNumber}`;
  return table === 'sale' ? `The sale of ${(row as BookedSale).setNumber}` : 'The link of a sale to its copies';
}
