import type { Book, BookEdit, HoldingOfFile, RecordOfFile, RowToTake, SaleOfFile } from '@brickmarket/domain';
import type { ImportPlan } from './collection-taking.ts';
import { newIds } from './lots.ts';
import { matchCollection } from './match-collection.ts';
import { matchSales } from './match-sales.ts';

/** What a person's file is about. */
export type ImportKind = RecordOfFile['kind'];

/** A file to be matched with a book. */
export interface FileToMatch {
  readonly kind: ImportKind;
  readonly rows: readonly RowToTake[];
  readonly replaces: boolean;
  readonly at: string;
}

/** Preview of an import, and exactly what the commit writes. */
export function planImport(book: Book, file: FileToMatch): ImportPlan {
  const slices = planImportInSlices(book, file);
  for (;;) {
    const { done, value } = slices.next();
    if (done === true) return value;
  }
}

/** Yields after some hundreds of rows: large files take a second in all. */
export function planImportInSlices(book: Book, { kind, rows, replaces, at }: FileToMatch): Generator<void, ImportPlan> {
  const newId = newIds();
  return kind === 'collection'
    ? matchCollection(book, rows as readonly RowToTake<HoldingOfFile>[], { replaces, at, newId })
    : matchSales(book, rows as readonly RowToTake<SaleOfFile>[], newId);
}

/** A file that is taken: its name, and what was planned with it. */
export interface ImportFile {
  readonly name: string;
  readonly plan: ImportPlan;
}

export function importEdit({ name, plan }: ImportFile): Pick<BookEdit, 'kind' | 'summary' | 'changes'> {
  const counted = (state: string): number => plan.rows.filter((row) => row.state === state).length;
  const removed = plan.removed === 0 ? '' : `, ${plan.removed} removed`;
  const summary = `Imported ${name}: ${counted('new')} added, ${counted('changed')} changed${removed}`;
  return { kind: 'imported', summary, changes: plan.changes };
}
