const INVISIBLE_ENDS = /^[\p{White_Space}\p{Cf}\p{Cc}]+|[\p{White_Space}\p{Cf}\p{Cc}]+$/gu;
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

/** Without white space, control and formatting characters (U+200E, zero-width spaces, byte order marks) at either end. */
export function trimInvisible(text: string): string {
  if (text === '' || (isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(text.length - 1)))) return text;
  return text.replace(INVISIBLE_ENDS, '');
}

/** A name on one line: invisible ends trimmed, line breaks and control characters inside turned into a space. */
export function tidyName(text: string): string {
  return trimInvisible(text).replace(BREAKS, ' ');
}

function isPlain(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}
