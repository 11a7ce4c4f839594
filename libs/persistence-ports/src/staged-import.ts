import type { MatchState, RecordOfFile } from '@brickmarket/domain';

/** What a person's file is about. */
export type ImportKind = RecordOfFile['kind'];

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

/** What a row is in comparison with the book, or that it is left out. */
export type RowState = MatchState | 'left';
/** All states. */
export const ROW_STATES: readonly RowState[] = ['new', 'same', 'changed', 'rejected', 'left'];

/** A row as the preview shows it. */
export interface PreviewRow extends RowOfFile {
  /** Its place in the file, from 1; one line may give several rows. */
  readonly position: number;
  readonly state: RowState;
  readonly action: RowAction;
  readonly isCorrected: boolean;
  /** What is in the book, where that is to be changed or stands in the way. */
  readonly stored: RecordOfFile | null;
  /** After an undo: whether the row stayed, because it was changed after the import. */
  readonly isKept: boolean;
}

/**
 * `reading`: rows are being stored. `ready`: it can be committed. `failed`: the file cannot be read, or needs an answer
 * first.
 */
export type ImportState = 'reading' | 'ready' | 'failed' | 'committed' | 'undone';

/** What has to be said before a file can be read: which of its columns is what, or the order of its dates. */
export type ImportQuestion =
  | { readonly about: 'columns'; readonly found: readonly string[] }
  | { readonly about: 'dates' };

/** Copies of a set in one condition that are in the book already, for a row that would add more of them. */
export interface CopiesBefore {
  /** The row's place in its file. */
  readonly position: number;
  /** Sold ones too. */
  readonly copies: number;
  /** The other files that brought them, as far as they are remembered. */
  readonly fileNames: readonly string[];
}

/** How many rows would add to copies that are in the book already, and which other files brought these. */
export interface CopiesBeforeSummary {
  readonly rows: number;
  readonly fileNames: readonly string[];
}

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
  /** What to say so that it can be read; null when nothing is asked. */
  readonly question: ImportQuestion['about'] | null;
  /** The names of its columns, where it is asked what they are. */
  readonly columnsFound: readonly string[];
  /** The brickfolio for copies of which the file names none; null for the default one. */
  readonly brickfolio: string | null;
  /** How much of the file is read, from 0 to 1. */
  readonly progress: number;
  readonly createdAt: Date;
  /** Whether nothing was heard of the process that reads it for a minute: it was killed. */
  readonly isAbandoned: boolean;
  readonly committedAt: Date | null;
  readonly undoneAt: Date | null;
  readonly rows: Readonly<Record<RowState, number>>;
  /** The edit by which it was committed; null when it is not, or was by a release that recorded none. */
  readonly editId: number | null;
  /** Names the preview that is shown; null until there is one. */
  readonly preview: string | null;
  /** Rows that the undo left as they are, because they were changed after the import. */
  readonly kept: number;
}

/** A staged file as a decision about it needs it. */
export interface StagedFile extends Pick<StagedImport, 'id' | 'fileName' | 'state' | 'kind' | 'preview' | 'editId'> {
  readonly rows: readonly StagedRow[];
}

/** A row of a staged file as it was compared last. */
export interface StagedRow extends Omit<PreviewRow, 'text' | 'nearest' | 'isCorrected' | 'isKept'> {
  /** Of its record; null when there is no such set. */
  readonly setId: number | null;
  /** Why the comparison rejects it. */
  readonly fault: string | null;
}

/** What becomes of a staged file. */
export interface StagedOutcome {
  readonly state: ImportState;
  readonly preview: string | null;
  /** Rows that become something else. */
  readonly rows: readonly Pick<StagedRow, 'position' | 'state' | 'fault' | 'stored'>[];
  /** Of each row that was taken, the row of the book that it added (as the edit numbers it) or changed. */
  readonly taken?: readonly { readonly position: number; readonly resultId: number }[];
}

/**
 * Files of an account that are looked at before they are imported, in storage that only this account's rows are read
 * from. What their rows are, and what taking them does, is decided about the book: `AccountBook.change`.
 */
export abstract class StagedImports {
  /** Begins to read a file. Of the account's imports that were never committed only the latest few stay. */
  abstract begin(accountId: number, fileName: string, brickfolio?: string | null): Promise<number>;

  /** Stores rows of a file in its order. `progress` is from 0 to 1. */
  abstract add(accountId: number, id: number, rows: readonly RowOfFile[], progress: number): Promise<void>;

  /** Tells that a file is still read, or waits for it: to be done every few seconds. */
  abstract keep(accountId: number, id: number): Promise<void>;

  /** All rows are stored. They are to be compared next. */
  abstract recognize(accountId: number, id: number, facts: { kind: ImportKind; source: string }): Promise<void>;

  /** The file cannot be read: its rows are dropped, the reason stays, and what is asked about it. */
  abstract fail(accountId: number, id: number, fault: string, question?: ImportQuestion | null): Promise<void>;

  /** What the columns of files with this header are, as the account said last; null when it never did. */
  abstract findColumns(accountId: number, header: string): Promise<Readonly<Record<string, string>> | null>;

  /** Remembers what the columns of files with this header are; of the headers of an account the latest fifty. */
  abstract rememberColumns(accountId: number, header: string, columns: Readonly<Record<string, string>>): Promise<void>;

  /** Of some new rows of a file, by their places, those of which the book has copies already. */
  abstract listCopiesBefore(
    accountId: number,
    id: number,
    positions: readonly number[],
  ): Promise<readonly CopiesBefore[]>;

  /** The same of all new rows, in short. */
  abstract summarizeCopiesBefore(accountId: number, id: number): Promise<CopiesBeforeSummary>;

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

  /** Changes what happens to a row, or replaces its record; to be compared anew. False when the import is not ready. */
  abstract changeRow(
    accountId: number,
    id: number,
    position: number,
    change: { readonly action: RowAction } | { readonly record: RecordOfFile },
  ): Promise<boolean>;
}
