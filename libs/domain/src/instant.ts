const ISO_INSTANT =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const MS_PER_MINUTE = 60_000;

/**
 * Reads an ISO-8601 instant that names its offset (`2026-11-15T03:00:00Z`, `...+02:00`), to the millisecond.
 * Null for anything else: a local time without an offset would mean a different moment on every machine.
 */
export function parseInstant(text: string): Date | null {
  if (!ISO_INSTANT.test(text)) return null;
  // Read by position, several times faster than `new Date(text)`: feeds have millions of these.
  const year = digitsAt(text, 0, 4);
  const day = digitsAt(text, 8, 2);
  const minutes = digitsAt(text, 11, 2) * 60 + digitsAt(text, 14, 2) - offsetMinutes(text);
  const midnight = Date.UTC(year, digitsAt(text, 5, 2) - 1, day);
  // Date quietly turns February 30 into March 2, and the year 26 into 1926.
  if (year < 100 || (day > 28 && new Date(midnight).getUTCDate() !== day)) return null;
  const milliseconds =
    text[16] === ':' ? digitsAt(text, 17, 2) * 1000 + (text[19] === '.' ? digitsAt(text, 20, 3) : 0) : 0;
  return new Date(midnight + minutes * MS_PER_MINUTE + milliseconds);
}

function offsetMinutes(text: string): number {
  const at = text.length - 6;
  const sign = text[at];
  if (sign !== '+' && sign !== '-') return 0;
  const minutes = digitsAt(text, at + 1, 2) * 60 + digitsAt(text, at + 4, 2);
  return sign === '+' ? minutes : -minutes;
}

/** The number in so many places; places after the last digit count as zeros. */
function digitsAt(text: string, from: number, places: number): number {
  let value = 0;
  let digit = 0;
  for (let at = from; at < from + places; at++) {
    digit = digit < 0 ? digit : digitOf(text.charCodeAt(at));
    value = value * 10 + Math.max(digit, 0);
  }
  return value;
}

function digitOf(code: number): number {
  return code >= 48 && code <= 57 ? code - 48 : -1;
}
