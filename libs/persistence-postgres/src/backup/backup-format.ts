/** The first line of a backup. */
export interface BackupHeader {
  readonly format: 'brickmarket-backup-1';
  /** The schema the rows fit, as the migrations that made it. */
  readonly migrations: readonly string[];
  readonly sequences: readonly { readonly name: string; readonly lastValue: string }[];
}

/** The line before a table's rows, which follow in PostgreSQL's COPY text format and end with a line of `\.`. */
export interface BackupTable {
  readonly table: string;
  readonly columns: readonly string[];
}

export const END_OF_ROWS = '\\.';

/** What was written or read. */
export interface BackupSummary {
  readonly tables: number;
  readonly bytes: number;
}
