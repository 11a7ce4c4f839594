import { CsvSplitter, type RawRow, type Separator } from './csv-splitter.ts';
import { FeedError, readFeedText, type TextOptions } from './feed-text.ts';

const MAX_PENDING_CHARS = 1_048_576;

/** Includes header and preamble. Throws FeedError. */
export function readCsvRows(file: string, separator: Separator, options: TextOptions): AsyncGenerator<RawRow[]> {
  return splitRows(file, readFeedText(file, options), new CsvSplitter(separator));
}

/** Reads NDJSON objects as cells of `columns`. Throws FeedError. */
export function readJsonRows(file: string, columns: readonly string[], options: TextOptions): AsyncGenerator<RawRow[]> {
  return splitRows(file, readFeedText(file, options), new JsonSplitter(columns));
}

async function* splitRows(
  file: string,
  pieces: AsyncIterable<string>,
  splitter: CsvSplitter | JsonSplitter,
): AsyncGenerator<RawRow[]> {
  let wasDamaged = false;
  for await (const piece of pieces) {
    const isDamaged = hasDamage(piece);
    const rows = splitter.push(piece, false);
    yield isDamaged || wasDamaged ? rows.map(markDamage) : rows;
    // A row may start in one piece and end in the next.
    wasDamaged = isDamaged || (wasDamaged && rows.length === 0);
    if (splitter.pendingChars > MAX_PENDING_CHARS)
      throw new FeedError(file, 'has a line of more than a million characters; it is not a table');
  }
  yield splitter.push('', true).map(markDamage);
}

function hasDamage(text: string): boolean {
  return text.includes('\0') || text.includes('\uFFFD');
}

export function markDamage(row: RawRow): RawRow {
  if (row.text.includes('\0')) return { ...row, damage: 'contains a NUL character: remove it' };
  if (!row.text.isWellFormed()) return { ...row, damage: 'contains half of a character: remove it' };
  if (row.text.includes('\uFFFD'))
    return { ...row, damage: 'contains bytes that are not UTF-8: save the file as UTF-8' };
  return row;
}

const LINE_END = /\r?\n/;

/** Skips blank lines. */
class JsonSplitter {
  readonly #columns: readonly string[];
  #rest = '';
  #line = 1;

  constructor(columns: readonly string[]) {
    this.#columns = columns;
  }

  push(piece: string, isLast: boolean): RawRow[] {
    const lines = (this.#rest + piece).split(LINE_END);
    this.#rest = isLast ? '' : lines.pop()!;
    const rows: RawRow[] = [];
    for (const text of lines) {
      const line = this.#line++;
      if (text.trim() !== '') rows.push(this.#rowOf(line, text));
    }
    return rows;
  }

  get pendingChars(): number {
    return this.#rest.length;
  }

  #rowOf(line: number, text: string): RawRow {
    const values = objectIn(text);
    if (values === null)
      return { line, text, cells: [], damage: 'is not a JSON object: write one object on each line' };
    const cells: string[] = [];
    for (const column of this.#columns) {
      const cell = cellOf(values[column]);
      if (cell === null)
        return {
          line,
          text,
          cells,
          damage: `${column} holds a list, an object or a number too long to be exact: write it as text`,
        };
      cells.push(cell);
    }
    const damage = cells.every(isStorable) ? null : 'contains a NUL character or half of a character: remove it';
    return { line, text, cells, damage };
  }
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** JSON escapes can encode text that PostgreSQL cannot store. */
function isStorable(cell: string): boolean {
  return !cell.includes('\0') && cell.isWellFormed();
}

function cellOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : null;
}
