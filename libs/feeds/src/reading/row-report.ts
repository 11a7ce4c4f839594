/** What is said about one row of a file: why it was left out (a reject), or what about it was not taken over (a warning). */
export interface RowReport {
  readonly file: string;
  /** The physical line on which the row starts; the first line of the file is 1. */
  readonly line: number;
  /** For people: what is wrong and what to do about it. */
  readonly reason: string;
  /** The row as it stands in the file, without its line end. */
  readonly row: string;
}
