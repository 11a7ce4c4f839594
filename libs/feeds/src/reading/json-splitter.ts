import type { RawRow } from './raw-row.ts';

const LINE_END = /\r?\n/;

/** Cuts text that arrives in pieces into lines of JSON objects and lays their values out under `columns`. Blank lines are left out. */
export class JsonSplitter {
  readonly #columns: readonly string[];
  #rest = '';
  #line = 1;

  constructor(columns: readonly string[]) {
    this.#columns = columns;
  }

  /** The complete rows so far; with `isLast` all that remains. */
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

  /** How much text waits for its line to end. */
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
    return { line, text, cells, damage: null };
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

/** A JSON value as the text a CSV cell would have. Null when it has none. */
function cellOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : null;
}
