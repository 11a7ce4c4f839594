import type { Holding, HoldingInFile, Sale, SaleInFile } from './account.ts';
import type { EpochDay } from './calendar.ts';
import type { Cents } from './money.ts';

/** A stored row: its number, and a version that rises with every change of it, whoever makes it. */
interface VersionedRow {
  readonly id: number;
  readonly version: number;
}

/** A row that rows of files have told about. */
interface ImportedRow {
  /**
   * Fingerprints of the rows of files that were taken for it, the latest last; none when left out. A row of a file that
   * was taken before tells nothing new, whatever was edited since.
   */
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

/** Which sale the copies of a sold lot went into. Its id is the lot's: a lot is sold once. */
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

/** An alert rule that watches a brickfolio: it goes with it, and comes back with it. */
export interface WatchingRule extends VersionedRow {
  readonly name: string;
  readonly brickfolioId: number;
  /** All of the rule as it is stored, to be stored again. */
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

/** One row as it was and as it is to be: no `before` is a new row, no `after` a deleted one. */
export type RowChange = {
  readonly [Table in BookTable]: {
    readonly table: Table;
    readonly before: BookRows[Table] | null;
    readonly after: BookRows[Table] | null;
  };
}[BookTable];

/**
 * The part of an account's book that a decision needs: the rows asked for, the sales that they belong to with all
 * copies of these, and every brickfolio. A row that is absent does not exist, or is somebody else's.
 */
export type Book = { readonly [Table in BookTable]: ReadonlyMap<number, BookRows[Table]> } & {
  /** Holdings in each brickfolio, sold ones included; empty unless asked for. */
  readonly holdingCounts: ReadonlyMap<number, number>;
  /** The edit asked for; null when there is none. */
  readonly edit: RecordedEdit | null;
};

/** The number of the one set that all copies and sales among the changes are of; null when of none or of several. */
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

/** What is to be done with a book: all of it is written, with a record from which it can be taken back, or nothing. */
export interface BookEdit {
  readonly kind: EditKind;
  /** A sentence for the owner. */
  readonly summary: string;
  /** New rows have negative numbers, by which other new rows refer to them: storage gives them theirs. */
  readonly changes: readonly RowChange[];
  /** The edit that this one takes back; null when it takes none back. */
  readonly undoes: number | null;
  /** Rows that an undo leaves as they are, because they were changed since. */
  readonly kept: readonly number[];
}

/** An edit that was written. */
export interface RecordedEdit extends Omit<BookEdit, 'kept'> {
  readonly id: number;
  readonly at: Date;
  /** The edit that took this one back; null as long as none did. */
  readonly undoneBy: number | null;
  /** In a list: the set that it changed, see `setChangedBy`; null too when hundreds of rows were changed. */
  readonly setNumber?: string | null;
}

/** A holding of a file, with its set resolved and the brickfolio that the file names; null when it names none. */
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
  /** Its place among the rows of the file. */
  readonly position: number;
  /** Its line in the file, from 1. */
  readonly line: number;
  readonly setId: number;
  readonly record: Record;
  /** Whether it is added beside what is there instead of changing that. */
  readonly isBeside: boolean;
  /** Its fingerprint: equal rows of equal files have the same. */
  readonly origin: string;
}

/**
 * What a row is in comparison with the book. `same`: it is there, or was taken or sold since. `changed`: what is there
 * has other details. `rejected`: it cannot be taken.
 */
export type MatchState = 'new' | 'same' | 'changed' | 'rejected';

/** What happens to a row of a file when it is taken. */
export interface MatchedRow {
  readonly position: number;
  readonly state: MatchState;
  /** Why it is rejected; null otherwise. */
  readonly reason: string | null;
  /** What is in the book now, where that is to be changed or stands in the way. */
  readonly stored: RecordOfFile | null;
  /** The row of the book that is added (a negative number) or changed; null when none is. */
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
  /** Per copy; null when unknown. */
  readonly unitCostCents: Cents | null;
  readonly acquiredDay: EpochDay | null;
  readonly method: LotMethod;
}
