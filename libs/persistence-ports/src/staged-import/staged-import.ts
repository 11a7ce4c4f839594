import type { MatchState, RecordOfFile } from '@brickmarket/domain';

/** What a person's file is about. */
export type ImportKind = RecordOfFile['kind'];

/** A record or a rejection reason. A record of an unknown set has both. */
export interface ReadRow {
  readonly line: number;
  readonly text: string;
  readonly record: RecordOfFile | null;
  readonly reason: string | null;
  /** Known set numbers similar to the missing one. */
  readonly nearest: readonly string[];
}

/** At commit: `take` accepts or corrects the stored record, `add` duplicates it, `leave` skips it. */
export type RowAction = 'take' | 'add' | 'leave';

/** What a row is in comparison with the portfolio, or that it is left out. */
export type RowState = MatchState | 'left';
/** All states. */
export const ROW_STATES: readonly RowState[] = ['new', 'same', 'changed', 'rejected', 'left'];

/** A row as the preview shows it. */
export interface PreviewRow extends ReadRow {
  /** Position from 1; one line may give several rows. */
  readonly position: number;
  readonly state: RowState;
  readonly action: RowAction;
  readonly isCorrected: boolean;
  /** Stored record that would change or that conflicts. */
  readonly stored: RecordOfFile | null;
  /** Whether an undo left the row, as it was changed later. */
  readonly isKept: boolean;
}

/** `reading`: storing rows. `ready`: can be committed. `failed`: unreadable, or needs an answer first. */
export type ImportState = 'reading' | 'ready' | 'failed' | 'committed' | 'undone';

/** Missing information: the meaning of columns, or the order of dates. */
export type ImportQuestion =
  | {
      readonly about: 'columns';
      readonly found: readonly string[];
      /** At most three values of each column. */
      readonly samples: readonly (readonly string[])[];
    }
  | { readonly about: 'dates' };

/** Existing copies of a set and condition for a row that would add more. */
export interface CopiesBefore {
  readonly position: number;
  /** Includes sold copies. */
  readonly copies: number;
  /** Other known files that imported them. */
  readonly fileNames: readonly string[];
}

/** How many rows would add to copies that are in the portfolio already, and which other files brought these. */
export interface CopiesBeforeSummary {
  readonly rows: number;
  readonly fileNames: readonly string[];
}

/** A file that an account imports, or has imported. */
export interface StagedImport {
  readonly id: number;
  readonly fileName: string;
  readonly state: ImportState;
  readonly kind: ImportKind | null;
  /** Such as `Brickset export`; null until recognized. */
  readonly source: string | null;
  readonly fault: string | null;
  readonly question: ImportQuestion['about'] | null;
  /** Column names when their meaning is asked. */
  readonly columnsFound: readonly string[];
  /** At most three values of each of these columns. */
  readonly columnSamples: readonly (readonly string[])[];
  /** Edits of rows that were corrected after the commit, oldest first. */
  readonly laterEditIds: readonly number[];
  /** Target of copies without one in the file; null: the default. */
  readonly brickfolio: string | null;
  /** Share read, from 0 to 1. */
  readonly progress: number;
  readonly createdAt: Date;
  /** Reader silent for a minute: it was killed. */
  readonly isAbandoned: boolean;
  readonly committedAt: Date | null;
  readonly undoneAt: Date | null;
  readonly rows: Readonly<Record<RowState, number>>;
  /** Whether the rows are still kept. Their counts always are. */
  readonly hasRows: boolean;
  /** Edit that committed it; null: not committed, or not kept any more. */
  readonly editId: number | null;
  /** Identifies the preview; null until there is one. */
  readonly preview: string | null;
  /** Rows the undo left, as they were changed after the import. */
  readonly kept: number;
}

/** A staged file as a decision about it needs it. */
export interface StagedFile extends Pick<StagedImport, 'id' | 'fileName' | 'state' | 'kind' | 'preview' | 'editId'> {
  readonly rows: readonly StagedRow[];
}

/** A row of a staged file as it was compared last. */
export interface StagedRow extends Omit<PreviewRow, 'text' | 'nearest' | 'isCorrected' | 'isKept'> {
  readonly setId: number | null;
  /** Rejection reason of the comparison. */
  readonly fault: string | null;
}

/** What becomes of a staged file. */
export interface StagedOutcome {
  readonly state: ImportState;
  readonly preview: string | null;
  readonly rows: readonly Pick<StagedRow, 'position' | 'state' | 'fault' | 'stored'>[];
  /** Portfolio row that each accepted row added (as numbered by the edit) or changed. */
  readonly taken?: readonly { readonly position: number; readonly resultId: number }[];
}

/** Files previewed before import. `AccountBook.change` compares and commits rows. */
export abstract class StagedImports {
  /** Keeps only the latest few uncommitted imports. */
  abstract begin(accountId: number, fileName: string, brickfolio?: string | null): Promise<number>;

  /** In file order; `progress` from 0 to 1. */
  abstract add(accountId: number, id: number, rows: readonly ReadRow[], progress: number): Promise<void>;

  /** Heartbeat of the reader, every few seconds. */
  abstract keep(accountId: number, id: number): Promise<void>;

  /** All rows are stored and ready to compare. */
  abstract recognize(accountId: number, id: number, facts: { kind: ImportKind; source: string }): Promise<void>;

  /** Drops the rows and keeps the reason and question. */
  abstract fail(accountId: number, id: number, fault: string, question?: ImportQuestion | null): Promise<void>;

  /** Meaning of columns by header, as last given; null: never. */
  abstract findColumns(accountId: number, header: string): Promise<Readonly<Record<string, string>> | null>;

  /** Keeps the latest fifty headers of an account. */
  abstract rememberColumns(accountId: number, header: string, columns: Readonly<Record<string, string>>): Promise<void>;

  /** New rows, by position, of which copies exist. */
  abstract listCopiesBefore(
    accountId: number,
    id: number,
    positions: readonly number[],
  ): Promise<readonly CopiesBefore[]>;

  abstract summarizeCopiesBefore(accountId: number, id: number): Promise<CopiesBeforeSummary>;

  abstract find(accountId: number, id: number): Promise<StagedImport | null>;

  abstract list(accountId: number, limit: number): Promise<readonly StagedImport[]>;

  /** In file order; null: all states. */
  abstract listRows(
    accountId: number,
    id: number,
    page: { readonly state: RowState | 'kept' | null; readonly limit: number; readonly offset: number },
  ): Promise<readonly PreviewRow[]>;

  /** Null: neither ready nor a rejected row of a committed file, or no such row. */
  abstract findRow(accountId: number, id: number, position: number): Promise<PreviewRow | null>;

  /** Changes action or record; requires another comparison. False: `findRow` finds none. */
  abstract changeRow(
    accountId: number,
    id: number,
    position: number,
    change: { readonly action: RowAction } | { readonly record: RecordOfFile },
  ): Promise<boolean>;
}
