/** Why a text cannot be accepted, whatever it means; null when it can. PostgreSQL stores neither NUL nor half a character. */
export function textFault(text: string): string | null {
  if (text.includes('\0')) return 'contains a NUL character';
  return text.isWellFormed() ? null : 'contains half of a surrogate pair';
}
