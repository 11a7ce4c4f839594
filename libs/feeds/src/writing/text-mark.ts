const APOSTROPHE = 0x27;
/** Formula starts, also full-width, and invisible characters, which spreadsheets may skip and the reader trims. */
const TEXT_TO_MARK = /^'*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\p{White_Space}\p{Cf}\p{Cc}]|[\p{White_Space}\p{Cf}\p{Cc}]$/u;

/** Prefixes an apostrophe to formulas and texts that look marked, so `unmarked` restores every text. */
export function marked(text: string): string {
  return needsMark(text) ? `'${text}` : text;
}

export function unmarked(cell: string): string | null {
  if (cell.charCodeAt(0) !== APOSTROPHE) return null;
  const text = cell.slice(1);
  return needsMark(text) ? text : null;
}

function needsMark(text: string): boolean {
  // Fast path for nearly all texts.
  if (isWordCharacter(text.charCodeAt(0)) && isVisibleAscii(text.charCodeAt(text.length - 1))) return false;
  return TEXT_TO_MARK.test(text);
}

function isWordCharacter(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function isVisibleAscii(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}
