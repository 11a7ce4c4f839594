const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;

/** The outcome of reading one row that may hold quoted cells. `end` is the index of its line feed, or of the end of the text. */
export type QuotedRow =
  | { readonly kind: 'row'; readonly cells: string[]; readonly end: number }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'malformed'; readonly reason: string };

const INCOMPLETE: QuotedRow = { kind: 'incomplete' };

/**
 * Reads the row that starts at `start` by the rules of RFC 4180. A quote inside a cell that did not start with one is a
 * plain character (`12" plate`). Incomplete when the text ends before the row does.
 */
export function readQuotedRow(text: string, start: number, isWholeRest: boolean, separator = ','): QuotedRow {
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

/** The index of the quote that closes a cell; doubled quotes stand for one. -1 when there is none. */
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
