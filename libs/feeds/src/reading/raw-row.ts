/** One row of a table before its cells are understood. */
export interface RawRow {
  /** The physical line on which it starts, from 1. */
  readonly line: number;
  readonly text: string;
  readonly cells: readonly string[];
  /** Why the row cannot be understood at all; null for a good one. */
  readonly damage: string | null;
}
