const DIRECTION = /\p{Bidi_Control}+/gu;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Removes direction characters; control characters and line breaks become spaces. */
export function plainName(text: string): string {
  return text.replaceAll(DIRECTION, '').replaceAll(BREAKS, ' ');
}

/** Rejects characters that a terminal or page would obey. */
export function isPlainName(text: string): boolean {
  return plainName(text) === text;
}
