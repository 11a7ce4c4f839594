/** Whole US cents. */
export type Cents = number;

const USD = /^(-?)\$?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,4}))?$/;

/** Reads digits, as `1.15 * 100` is 114.99... Accepts `$`, commas, four decimals. Null: no amount. */
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

/** Fast path for `12.34`, several times faster than the regular expression; -1: another form. */
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

/** Dollars as a number with at most two decimals: cents / 100 is the double nearest to the decimal amount. */
export function usdFromCents(cents: Cents): number {
  return cents / 100;
}

/** Dollars as a number; null when the amount is unknown. */
export function usdOrNull(cents: Cents | null): number | null {
  return cents === null ? null : usdFromCents(cents);
}

/** Two decimals, such as `-3.50`. */
export function formatUsd(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Halves away from zero: 2.5 to 3, -2.5 to -3. The only rounding rule. */
export function roundHalfAwayFromZero(value: number): number {
  const rounded = Math.floor(Math.abs(value) + 0.5);
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/** Two decimals; 0 if the whole is 0. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0;
  return roundHalfAwayFromZero((part * 10_000) / whole) / 100;
}
