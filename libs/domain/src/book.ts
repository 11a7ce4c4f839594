import type { Holding, HoldingInFile, Sale, SaleInFile } from './account.ts';
import type { EpochDay } from './calendar.ts';
import type { Cents } from './money.ts';

/** Version rises with every change, by any writer. */
interface VersionedRow {
  readonly id: number;
  readonly version: number;
}

interface ImportedRow {
  /** Fingerprints of accepted file rows, latest last: such a row is ignored, whatever was edited since. */
  readonly origins?: readonly string[];
}

/** A holding as its owner edits it: copies of one set that were bought together at one price. */
export interface BookedHolding extends VersionedRow, Holding, ImportedRow {
  readonly brickfolioId: number;
  readonly setId: number;
}

/** A line of the sales ledger as its owner edits it. */
export interface BookedSale extends VersionedRow, Sale, ImportedRow {
  readonly setId: number;
}

/** How the copies of a sale were chosen: those bought first, or by hand. */
export type LotMethod = 'fifo' | 'picked';

/** Links a sold lot to its sale; the id is the lot's, as a lot is sold once. */
export interface SaleLot extends VersionedRow {
  readonly saleId: number;
  readonly method: LotMethod;
}

/** A brickfolio as its owner edits it. */
export interface BookedBrickfolio extends VersionedRow {
  readonly name: string;
  readonly description: string | null;
  readonly isDefault: boolean;
  /** ISO-8601. */
  readonly createdAt: string;
}

/** Alert rule of a brickfolio, deleted and restored with it. */
export interface WatchingRule extends VersionedRow {
  readonly name: string;
  readonly brickfolioId: number;
  /** Complete stored rule, from which it is restored. */
  readonly stored: string;
}

/** The rows of an account's book, by table. */
export interface BookRows {
  readonly brickfolio: BookedBrickfolio;
  readonly rule: WatchingRule;
  readonly lot: BookedHolding;
  readonly sale: BookedSale;
  readonly saleLot: SaleLot;
}
/** The tables of an account's book. */
export type BookTable = keyof BookRows;

/** No `before`: new row; no `after`: deleted row. */
export type RowChange = {
  readonly [Table in BookTable]: {
    readonly table: Table;
    readonly before: BookRows[Table] | null;
    readonly after: BookRows[Table] | null;
  };
}[BookTable];

/** Rows that a decision needs, with their sales, all copies of these, and every brickfolio. */
export type Book = { readonly [Table in BookTable]: ReadonlyMap<number, BookRows[Table]> } & {
  /** Includes sold holdings; empty unless requested. */
  readonly holdingCounts: ReadonlyMap<number, number>;
  /** Null: not found, or not requested. */
  readonly edit: RecordedEdit | null;
};

/** Number of the only set among the changes; null: none or several. */
export function setChangedBy(changes: readonly RowChange[]): string | null {
  let only: BookedHolding | BookedSale | null = null;
  for (const { table, before, after } of changes) {
    if (table !== 'lot' && table !== 'sale') continue;
    const row = (after ?? before)!;
    if (only !== null && only.setId !== row.setId) return null;
    only = row;
  }
  return only?.setNumber ?? null;
}

/** Written as a whole or not at all, with a record for its undo. */
export interface BookEdit {
  readonly kind: EditKind;
  readonly summary: string;
  /** New rows have temporary negative ids, which storage replaces. */
  readonly changes: readonly RowChange[];
  readonly undoes: number | null;
  /** Rows that an undo skipped, as they were changed since. */
  readonly kept: readonly number[];
}

/** An edit that was written. */
export interface RecordedEdit extends Omit<BookEdit, 'kept'> {
  readonly id: number;
  readonly at: Date;
  readonly undoneBy: number | null;
  /** Result of `setChangedBy` in lists; null also for hundreds of rows. */
  readonly setNumber?: string | null;
}

/** Brickfolio null: the file names none. */
export interface HoldingOfFile {
  readonly kind: 'collection';
  readonly holding: HoldingInFile;
  readonly brickfolio: string | null;
}

/** A sale of a file, with its set resolved. */
export interface SaleOfFile {
  readonly kind: 'sales';
  readonly sale: SaleInFile;
}

/** A record of a file. */
export type RecordOfFile = HoldingOfFile | SaleOfFile;

/** A row of a file that can be taken. */
export interface RowToTake<Record extends RecordOfFile = RecordOfFile> {
  readonly position: number;
  readonly line: number;
  readonly setId: number;
  readonly record: Record;
  /** Adds a row although a matching one exists. */
  readonly isBeside: boolean;
  /** Fingerprint: equal rows of equal files share it. */
  readonly origin: string;
}

/** `same`: stored, or accepted or sold before. `changed`: stored with other details. `rejected`: cannot be accepted. */
export type MatchState = 'new' | 'same' | 'changed' | 'rejected';

/** What happens to a row of a file when it is taken. */
export interface MatchedRow {
  readonly position: number;
  readonly state: MatchState;
  readonly reason: string | null;
  /** Stored record that would change or that conflicts. */
  readonly stored: RecordOfFile | null;
  readonly resultId: number | null;
}

/** What an edit of a book was. */
export type EditKind =
  | 'added'
  | 'edited'
  | 'split'
  | 'moved'
  | 'sold'
  | 'deleted'
  | 'brickfolio_created'
  | 'brickfolio_edited'
  | 'brickfolio_deleted'
  | 'sale_added'
  | 'sale_edited'
  | 'imported'
  | 'undone';

/** Copies of a lot that are sold, with what they cost and when they were bought. */
export interface SoldCopies {
  readonly lotId: number;
  readonly saleId: number;
  readonly quantity: number;
  /** Per copy; null: unknown. */
  readonly unitCostCents: Cents | null;
  readonly acquiredDay: EpochDay | null;
  readonly method: LotMethod;
}
