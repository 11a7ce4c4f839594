import type { RawRow } from './raw-row.ts';

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
    const lines = (this.#rest + piece).split('\n');
    this.#rest = isLast ? '' : lines.pop()!;
    const rows: RawRow[] = [];
    for (const text of lines) {
      const line = this.#line++;
      if (text.trim() !== '') rows.push({ line, text: text.trimEnd(), ...this.#cellsOf(text) });
    }
    return rows;
  }

  /** How much text waits for its line to end. */
  get pendingChars(): number {
    return this.#rest.length;
  }

  #cellsOf(text: string): Pick<RawRow, 'cells' | 'damage'> {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      return { cells: [], damage: 'is not JSON: write one object on each line' };
    }
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
      return { cells: [], damage: 'is not a JSON object: write one object on each line' };
    }
    const values = parsed as Record<string, unknown>;
    const cells: string[] = [];
    for (const column of this.#columns) {
      const cell = cellOf(values[column]);
      if (cell === null) return { cells: [], damage: `${column} holds a list, an object or a number too long to be exact: write it as text` };
      cells.push(cell);
    }
    return { cells, damage: null };
  }
}

/** A JSON value as the text a CSV cell would have. Null when it has none. */
function cellOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : null;
}
