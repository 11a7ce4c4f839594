import type { PriceChangeFold, PriceFold } from '../retail/retail.ts';

/** The kinds of market data whose imports can be undone. */
export const UNDOABLE_KINDS = ['sales', 'retail prices', 'set details'] as const;
export type UndoableKind = (typeof UNDOABLE_KINDS)[number];

/** `interrupted`: process killed. `failed`: ended with an error. Both may have stored a part. */
export type RecordedImportState = 'running' | 'done' | 'interrupted' | 'failed' | 'undone';

/** An import of market data. */
export interface RecordedImport {
  readonly id: number;
  readonly kind: string;
  readonly files: readonly string[];
  readonly state: RecordedImportState;
  readonly startedAt: Date;
  readonly undoneAt: Date | null;
  readonly counts: ImportedRows | null;
  /** SHA-256 of the concatenated files; null until done. */
  readonly checksum: string | null;
  readonly fault: string | null;
}

/** The rows of an import by what became of them. */
export interface ImportedRows {
  readonly inserted: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly rejected: number;
}

/** Month as `YYYY-MM`. */
export interface MonthOfSet {
  readonly setNumber: string;
  readonly month: string;
}

/** What the undo of an import takes back, or would. */
export interface UndoneRows {
  readonly removed: number;
  readonly restored: number;
  /** Later imports of the same rows. They must be undone first; nothing was undone. */
  readonly changedBy: readonly number[];
  /** Months published with these sales. They stay. */
  readonly publishedMonths: readonly MonthOfSet[];
}

/** Each row belongs to the import that first stored it. */
export abstract class ImportJournal {
  abstract list(limit: number): Promise<readonly RecordedImport[]>;

  abstract find(id: number): Promise<RecordedImport | null>;

  /** End of the last import with new or changed rows that was not undone; null: none. */
  abstract lastNewsAt(kind: UndoableKind): Promise<Date | null>;

  /** Undoes an import and queues valuation; a repeat completes an interrupted undo. Throws ImportRunningError. */
  abstract undo(
    id: number,
    kind: UndoableKind,
    options: { readonly isDryRun: boolean; readonly fold: PriceFold; readonly changesOf: PriceChangeFold },
  ): Promise<UndoneRows>;
}
