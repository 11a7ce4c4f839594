import { readQuotedRow } from './quoted-row.ts';
import type { RawRow } from './raw-row.ts';

/** A quoted cell that runs on for longer than this is taken for a quote that was never closed. */
export const MAX_QUOTED_ROW_CHARS = 65_536;
const CARRIAGE_RETURN = 0x0d;
const UNCLOSED = 'a quote is opened and never closed: close it, or double it if it is part of the text';
const NOTHING = /^[\s,;"\uFEFF]*$/;

/** What may stand between two cells. */
export type Separator = ',' | ';' | '\t';
export const SEPARATORS: readonly Separator[] = [',', ';', '\t'];

/**
 * Cuts text that arrives in pieces into CSV rows, the same way wherever the pieces are cut. Blank rows are left out.
 * Lines without a quote, nearly all of them, are split natively: csv-parse reads a third as many rows per second when it
 * has to report lines and raw text.
 */
export class CsvSplitter {
  #rest = '';
  #line = 1;

  constructor(private readonly separator: Separator = ',') {}

  /** The complete rows so far; with `isLast` all that remains. */
  push(piece: string, isLast: boolean): RawRow[] {
    const text = this.#rest + piece;
    const rows: RawRow[] = [];
    let at = 0;
    let nextQuote = text.indexOf('"');
    while (at < text.length) {
      if (nextQuote >= 0 && nextQuote < at) nextQuote = text.indexOf('"', at);
      const lineFeed = text.indexOf('\n', at);
      if (lineFeed < 0 && !isLast) break;
      const lineEnd = lineFeed < 0 ? text.length : lineFeed;
      if (nextQuote < 0 || nextQuote > lineEnd) {
        this.#addPlainRow(rows, text, at, lineEnd);
        at = lineEnd + 1;
        continue;
      }
      const quoted = readQuotedRow(text, at, isLast, this.separator);
      const isTooLong = (quoted.kind === 'row' ? quoted.end : text.length) - at > MAX_QUOTED_ROW_CHARS;
      if (quoted.kind === 'incomplete' && !isTooLong && !isLast) break;
      if (quoted.kind === 'row' && !isTooLong) {
        this.#addQuotedRow(rows, withoutReturn(text, at, quoted.end), quoted.cells);
        at = quoted.end + 1;
      } else {
        // Only the first line is given up, so that one bad quote does not cost the rows after it.
        const reason = quoted.kind === 'malformed' ? quoted.reason : UNCLOSED;
        rows.push({ line: this.#line++, text: withoutReturn(text, at, lineEnd), cells: [], damage: reason });
        at = lineEnd + 1;
      }
    }
    this.#rest = text.slice(at);
    return rows;
  }

  /** How much text waits for its line to end. */
  get pendingChars(): number {
    return this.#rest.length;
  }

  #addPlainRow(rows: RawRow[], text: string, from: number, to: number): void {
    const row = withoutReturn(text, from, to);
    const line = this.#line++;
    if (!NOTHING.test(row)) rows.push({ line, text: row, cells: row.split(this.separator), damage: null });
  }

  #addQuotedRow(rows: RawRow[], row: string, cells: string[]): void {
    const line = this.#line;
    this.#line += row.split('\n').length;
    if (!NOTHING.test(row)) rows.push({ line, text: row, cells, damage: null });
  }
}

function withoutReturn(text: string, from: number, to: number): string {
  return text.slice(from, to > from && text.charCodeAt(to - 1) === CARRIAGE_RETURN ? to - 1 : to);
}
