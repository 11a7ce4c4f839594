import { trimInvisible } from './visible-text.ts';
import type { Row } from './row.ts';

/** Adds what a row says to the records: none, one or several. A row that reports a problem adds nothing. */
export type RowReader<T> = (row: Row, records: T[]) => void;

/** The position of a column, by its name; -1 when the file does not have that optional column. */
export type ColumnLookup = (name: string) => number;

/** By what a kind of file is recognized. */
export interface KnownHeader {
  /** What people call such a file. */
  readonly name: string;
  /** Columns without which the file is not of this kind. Upper case, spaces and underscores do not matter. */
  readonly required: readonly string[];
}

/** How rows of one kind of file become records. */
export interface Layout<T> extends KnownHeader {
  /** Columns that are read when they are there. */
  readonly optional: readonly string[];
  /** Up to this many cells more than the header has are put up with. */
  readonly extraCells?: number;
  /** Rows of text around the table that belong to no record and are no mistake either. */
  readonly passedOver?: RegExp;
  /** Called once, when the header is known. */
  reader(column: ColumnLookup): RowReader<T>;
}

/** Finds columns in a header. The first of two equal names counts. */
export function columnLookup(header: readonly string[]): ColumnLookup {
  const positions = new Map<string, number>();
  for (const [position, name] of header.entries()) {
    const key = columnKey(name);
    if (!positions.has(key)) positions.set(key, position);
  }
  return (name) => positions.get(columnKey(name)) ?? -1;
}

/** The required columns that a header lacks. */
export function missingColumns(layout: KnownHeader, header: readonly string[]): string[] {
  const column = columnLookup(header);
  return layout.required.filter((name) => column(name) < 0);
}

function columnKey(name: string): string {
  return trimInvisible(name).toLowerCase().replaceAll(/[\s_]/g, '');
}
