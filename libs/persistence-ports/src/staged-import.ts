import type { Holding, Sale } from '@brickmarket/domain';

/** What a person's file is about. */
export type ImportKind = 'collection' | 'sales';

/** A holding of a file, with its set resolved and the brickfolio that the file names; null for the default one. */
export interface HoldingOfFile {
  readonly kind: 'collection';
  readonly holding: Holding;
  readonly brickfolio: string | null;
}

/** A sale of a file, with its set resolved. */
export interface SaleOfFile {
  readonly kind: 'sales';
  readonly sale: Sale;
}

/** A record of a file. */
export type RecordOfFile = HoldingOfFile | SaleOfFile;

/** A row of a file: a record, or why it is rejected. A record that names no known set is rejected and kept as well. */
export interface RowOfFile {
  /** The line of the file, from 1. */
  readonly line: number;
  /** As it stands in the file. */
  readonly text: string;
  readonly record: RecordOfFile | null;
  /** Null when the record can be taken. */
  readonly reason: string | null;
  /** Numbers of known sets like the one that was not found. */
  readonly nearest: readonly string[];
}

/**
 * What happens to a row at the commit: it is taken (and corrects the stored record it belongs to), added beside what is
 * stored, or left out.
 */
export type RowAction = 'take' | 'add' | 'leave';

/**
 * What a row is in comparison with what is stored. `same`: it is stored as it is, or was sold since. `changed`: a
 * stored record of the same set, condition and date (sale: set, platform and date) has other details. `rejected`: it
 * cannot be taken, or contradicts the copies that a stored sale took.
 */
export type RowState = 'new' | 'same' | 'changed' | 'rejected' | 'left';
export const ROW_STATES: readonly RowState[] = ['new', 'same', 'changed', 'rejected', 'left'];

/** A row as the preview shows it. */
export interface PreviewRow extends RowOfFile {
  /** Its place in the file, from 1; one line may give several rows. */
  readonly position: number;
  readonly state: RowState;
  readonly action: RowAction;
  readonly isCorrected: boolean;
  /** What is stored now, where that is to be changed or cannot be. */
  readonly stored: RecordOfFile | null;
  /** After an undo: whether the row stayed, because it was changed after the import. */
  readonly isKept: boolean;
}

/**
 * `reading`: rows are being stored. `ready`: it can be committed. `failed`: the file cannot be read, or needs an answer
 * first.
 */
export type ImportState = 'reading' | 'ready' | 'failed' | 'committed' | 'undone';

/** A file that an account imports, or has imported. */
export interface StagedImport {
  readonly id: number;
  readonly fileName: string;
  readonly state: ImportState;
  /** Null until it is recognized. */
  readonly kind: ImportKind | null;
  /** Which known source wrote it: `Brickset export`. Null until it is recognized. */
  readonly source: string | null;
  /** Why it failed, as a sentence. */
  readonly fault: string | null;
  /** How much of the file is read, from 0 to 1. */
  readonly progress: number;
  readonly createdAt: Date;
  /** Whether nothing was heard of the process that reads it for a minute: it was killed. */
  readonly isAbandoned: boolean;
  readonly committedAt: Date | null;
  readonly undoneAt: Date | null;
  readonly rows: Readonly<Record<RowState, number>>;
  /** Rows that the undo left as they are, because they were changed after the import. */
  readonly kept: number;
}

/** What became of a commit or undo: done now, done before, or not possible in the state the import is in. */
export type ImportOutcome = 'done' | 'before' | 'refused';

/**
 * Files of an account that are looked at before they are imported, in storage that only this account's rows are read
 * from. An import adds what is not stored yet: equal rows are counted, so that two copies in a file are two holdings.
 */
export abstract class StagedImports {
  /** Begins to read a file. Of the account's imports that were never committed only the latest few stay. */
  abstract begin(accountId: number, fileName: string): Promise<number>;

  /** Stores rows of a file in its order. `progress` is from 0 to 1. */
  abstract add(accountId: number, id: number, rows: readonly RowOfFile[], progress: number): Promise<void>;

  /** Tells that a file is still read, or waits for it: to be done every few seconds. */
  abstract keep(accountId: number, id: number): Promise<void>;

  /** All rows are stored: compares them with what the account has. */
  abstract finish(accountId: number, id: number, facts: { kind: ImportKind; source: string }): Promise<void>;

  /** The file cannot be read: its rows are dropped, the reason stays. */
  abstract fail(accountId: number, id: number, fault: string): Promise<void>;

  /** Null when the account has no such import. */
  abstract find(accountId: number, id: number): Promise<StagedImport | null>;

  /** Newest first. */
  abstract list(accountId: number, limit: number): Promise<readonly StagedImport[]>;

  /** A page of the rows in one state, or of all, in the order of the file. */
  abstract listRows(
    accountId: number,
    id: number,
    page: { readonly state: RowState | 'kept' | null; readonly limit: number; readonly offset: number },
  ): Promise<readonly PreviewRow[]>;

  /** Null when the import is not ready or has no such row. */
  abstract findRow(accountId: number, id: number, position: number): Promise<PreviewRow | null>;

  /** Changes what happens to a row, or replaces its record, and compares anew. False when the import is not ready. */
  abstract changeRow(
    accountId: number,
    id: number,
    position: number,
    change: { readonly action: RowAction } | { readonly record: RecordOfFile },
  ): Promise<boolean>;

  /** Adds the new rows and changes the changed ones, all or none. A second time it does nothing. */
  abstract commit(accountId: number, id: number): Promise<ImportOutcome>;

  /**
   * Deletes the records that the commit added and gives back their details to those it changed. Records that were
   * changed, moved or deleted since are left alone, and counted as kept. Brickfolios that it created and that are empty
   * again go too.
   */
  abstract undo(accountId: number, id: number): Promise<ImportOutcome>;
}
