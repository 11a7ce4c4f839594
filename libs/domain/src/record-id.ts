/** Largest 32-bit column value; PostgreSQL rejects larger ones with an error. */
export const MAX_INTEGER = 2_147_483_647;

/** Check it before a statement, which would fail instead of finding nothing. */
export const MAX_ID = MAX_INTEGER;

/** The number of a record in decimal digits; null when no record can have it. */
export function parseRecordId(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : null;
}
