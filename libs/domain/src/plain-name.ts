const DIRECTION = /\p{Bidi_Control}+/gu;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A name on one line: direction characters removed; control characters and line breaks replaced by a space. */
export function plainName(text: string): string {
  return text.replaceAll(DIRECTION, '').replaceAll(BREAKS, ' ');
}

/** Whether a name has neither control nor direction characters, which a terminal or a page would obey. */
export function isPlainName(text: string): boolean {
  return plainName(text) === text;
}
