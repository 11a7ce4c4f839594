/** Whole US cents. Money is never a floating-point dollar amount inside the service. */
export type Cents = number;

const USD = /^(-?)\$?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,4}))?$/;

/**
 * Reads a dollar amount by its digits (`1.15` is 115 cents; `1.15 * 100` is not).
 * Accepts a leading `$`, thousands commas and up to four decimals, the third rounded half away from zero.
 * Null when the text is not an amount.
 */
export function parseUsd(text: string): Cents | null {
  const plain = plainCents(text);
  if (plain >= 0) return plain;
  const match = USD.exec(text.trim());
  if (!match) return null;
  const dollars = match[2]!;
  const digits = (match[3] ?? '').padEnd(3, '0');
  const whole = Number(dollars.includes(',') ? dollars.replaceAll(',', '') : dollars);
  const cents = whole * 100 + Number(digits.slice(0, 2)) + (digits.charCodeAt(2) >= 53 ? 1 : 0);
  return match[1] && cents !== 0 ? -cents : cents;
}

/**
 * The cents of `12.34`, the shape of nearly every amount in a feed, several times faster than the expression; -1 for any other.
 */
function plainCents(text: string): number {
  const point = text.length - 3;
  if (point < 1 || point > 9 || text.charCodeAt(point) !== 46) return -1;
  let cents = 0;
  for (let at = 0; at < text.length; at++) {
    if (at === point) continue;
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    cents = cents * 10 + digit;
  }
  return cents;
}

/** Dollars as a JSON number with at most two decimals. Exact: cents / 100 is the nearest double to the amount. */
export function usdFromCents(cents: Cents): number {
  return cents / 100;
}

/** Dollars for a wire field that may be unknown. */
export function usdOrNull(cents: Cents | null): number | null {
  return cents === null ? null : usdFromCents(cents);
}

/** Dollars with exactly two decimals, for CSV files and people: `-3.50`. */
export function formatUsd(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
