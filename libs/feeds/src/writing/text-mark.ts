const APOSTROPHE = 0x27;
/**
 * What a spreadsheet takes for the beginning of a formula, in its full-width forms too, and white space and invisible
 * characters: before a formula some spreadsheets skip them, and our reader trims them at both ends.
 */
const TEXT_TO_MARK = /^'*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\p{White_Space}\p{Cf}\p{Cc}]|[\p{White_Space}\p{Cf}\p{Cc}]$/u;

/**
 * The cell of a text: with an apostrophe before it where a spreadsheet would compute it instead of showing it. A text
 * that looks marked itself gets one more, so that `unmarked` gives every text back exactly.
 */
export function marked(text: string): string {
  return needsMark(text) ? `'${text}` : text;
}

/** The text of a marked cell, to the character; null when the cell is not marked. */
export function unmarked(cell: string): string | null {
  if (cell.charCodeAt(0) !== APOSTROPHE) return null;
  const text = cell.slice(1);
  return needsMark(text) ? text : null;
}

function needsMark(text: string): boolean {
  // Nearly all texts: neither end needs the expression.
  if (isWordCharacter(text.charCodeAt(0)) && isVisibleAscii(text.charCodeAt(text.length - 1))) return false;
  return TEXT_TO_MARK.test(text);
}

function isWordCharacter(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function isVisibleAscii(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}
