/** Where a route keeps the rows of its answer, and the columns they have. */
export interface RowsOfRoute {
  /** The property of `data` that is the list. */
  readonly property: string;
  readonly columns: readonly string[];
}

export const ROWS_OF_ROUTE = 'brickmarket:rows-of-route';

/** The forms, besides JSON, in which rows can be had. */
export const ROW_FORMATS = ['text/csv', 'application/x-ndjson'] as const;

export type RowFormat = (typeof ROW_FORMATS)[number];

/** The form an Accept header prefers by name; null for JSON, also when it names none. Of two it likes equally, the first. */
export function preferredRowFormat(accept: string | undefined): RowFormat | null {
  let best: { type: string; quality: number } = { type: 'application/json', quality: 0 };
  for (const item of (accept ?? '').split(',')) {
    const [type = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const isNamed = type === 'application/json' || isRowFormat(type);
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    if (isNamed && quality > best.quality) best = { type, quality };
  }
  return isRowFormat(best.type) ? best.type : null;
}

/** What a row can hold: no route has rows with more depth. */
export type Cell = string | number | boolean | null | undefined;

/** Rows as text: CSV by RFC 4180 with a line of names, null as nothing; or one JSON object a line. */
export function writeRows(
  format: RowFormat,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, Cell>>[],
): string {
  if (format === 'application/x-ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: Cell): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function isRowFormat(type: string): type is RowFormat {
  return (ROW_FORMATS as readonly string[]).includes(type);
}
