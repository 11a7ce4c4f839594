import type { PriceChangeFold, PriceFold } from './retail.ts';

/** The kinds of market data whose imports can be undone. */
export const UNDOABLE_KINDS = ['sales', 'retail prices', 'set details'] as const;
/** A kind of market data whose imports can be undone. */
export type UndoableKind = (typeof UNDOABLE_KINDS)[number];

/** `interrupted`: its process was killed. `failed`: it ended with an error. Both may have brought a part. */
export type RecordedImportState = 'running' | 'done' | 'interrupted' | 'failed' | 'undone';

/** An import of market data. */
export interface RecordedImport {
  readonly id: number;
  /** `sales`, `catalog`. */
  readonly kind: string;
  readonly files: readonly string[];
  readonly state: RecordedImportState;
  readonly startedAt: Date;
  readonly undoneAt: Date | null;
  /** Rows by outcome; null until it is done. */
  readonly counts: ImportedRows | null;
  /** SHA-256 of its files, one after another; null until it is done. */
  readonly checksum: string | null;
  /** Why it failed. */
  readonly fault: string | null;
}

/** The rows of an import by what became of them. */
export interface ImportedRows {
  readonly inserted: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly rejected: number;
}

/** A published month of a set; the month is `YYYY-MM`. */
export interface MonthOfSet {
  readonly setNumber: string;
  readonly month: string;
}

/** What the undo of an import takes back, or would. */
export interface UndoneRows {
  /** Rows that it had added. */
  readonly removed: number;
  /** Rows that it had changed, which are again what they were. */
  readonly restored: number;
  /** Later imports that have changed the same rows: they must be undone first, and nothing is taken back. */
  readonly changedBy: readonly number[];
  /** Months that were published of sales among these rows. They stay as they are. */
  readonly publishedMonths: readonly MonthOfSet[];
}

/** What imports of market data have brought, each row by the import that brought it first. */
export abstract class ImportJournal {
  /** Newest first. */
  abstract list(limit: number): Promise<readonly RecordedImport[]>;

  abstract find(id: number): Promise<RecordedImport | null>;

  /**
   * Takes back exactly what an import has brought, and has the next valuation value what depends on it. An undo that
   * was interrupted is completed by another. Excludes imports of the same data: ImportRunningError.
   */
  abstract undo(
    id: number,
    kind: UndoableKind,
    options: { readonly isDryRun: boolean; readonly fold: PriceFold; readonly changesOf: PriceChangeFold },
  ): Promise<UndoneRows>;
}
