/** A value of a CSV cell; null is an empty cell. */
export type CsvCell = string | number | boolean | null;

/** How records of one kind are written as CSV. */
export interface CsvFormat<T> {
  readonly header: readonly string[];
  /** One cell for each column of the header. */
  cells(record: T): readonly CsvCell[];
}

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** One line of RFC 4180: cells with commas, quotes, line breaks or outer spaces are quoted; ends in CRLF. */
export function csvLine(cells: readonly CsvCell[]): string {
  let line = '';
  for (let i = 0; i < cells.length; i++) line += (i === 0 ? '' : ',') + cellText(cells[i]!);
  return `${line}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
