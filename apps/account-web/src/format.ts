const COUNT = new Intl.NumberFormat('en-GB');
const USD = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const PERCENT = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const LONG_DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const SHORT_MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const RELATIVE = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
const PLURAL = new Intl.PluralRules('en-GB');

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function count(value: number): string {
  return COUNT.format(value);
}

export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${PLURAL.select(value) === 'one' ? one : many}`;
}

/** "$1,234.50" of cents; a dash for null. */
export function usd(cents: number | null): string {
  return cents === null ? '–' : USD.format(cents / 100);
}

/** "$1,234.50"; "unknown" for null. */
export function money(cents: number | null): string {
  return cents === null ? 'unknown' : usd(cents);
}

/** "+$12.00", "−$3.50". */
export function signedMoney(cents: number | null): string {
  if (cents === null) return 'unknown';
  return `${cents > 0 ? '+' : cents < 0 ? '−' : ''}${usd(Math.abs(cents))}`;
}

/** "+12.34 %" without line breaks; "unknown" for null. */
export function signedPercent(pct: number | null): string {
  if (pct === null) return 'unknown';
  return `${pct > 0 ? '+' : pct < 0 ? '−' : ''}${PERCENT.format(Math.abs(pct))}\u00a0%`;
}

export function percent(pct: number): string {
  return `${PERCENT.format(pct)}\u00a0%`;
}

export function toneOf(value: number | null): string {
  return (value ?? 0) > 0 ? 'up' : (value ?? 0) < 0 ? 'down' : '';
}

export const MARKETPLACES: Readonly<Record<string, string>> = {
  ebay: 'eBay',
  bricklink: 'BrickLink',
  amazon_fba: 'Amazon FBA',
};

export const platformText = (word: string): string => MARKETPLACES[word] ?? word[0]!.toUpperCase() + word.slice(1);

/** Reads `1,234.5`. Null: invalid. */
export function centsOf(text: string): number | null {
  const match = /^\$?(\d{1,3}(?:,\d{3})*|\d{1,8})(?:\.(\d{1,2}))?$/.exec(text.trim());
  return match && Number(match[1]!.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Input format: `1234.50`. */
export function typedCents(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2);
}

/** In the largest fitting unit: "3 minutes ago", "in 29 days", "just now". */
export function relative(instant: string, now: number): string {
  const seconds = (Date.parse(instant) - now) / 1000;
  const size = Math.abs(seconds);
  if (size < 45) return 'just now';
  if (size < HOUR) return RELATIVE.format(Math.round(seconds / MINUTE), 'minute');
  if (size < DAY) return RELATIVE.format(Math.round(seconds / HOUR), 'hour');
  if (size < 60 * DAY) return RELATIVE.format(Math.round(seconds / DAY), 'day');
  return RELATIVE.format(Math.round(seconds / (30.44 * DAY)), 'month');
}

/** "15 Nov 2026, 18:04" in the zone, by default the reader's. */
export function dateTime(instant: string, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', ...zone }).format(
    new Date(instant),
  );
}

/** "15 Nov 2026" in the zone, by default the reader's. */
export function date(instant: string, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', ...zone }).format(new Date(instant));
}

/** "15 Nov 2026" of YYYY-MM-DD; `unknown` for null. */
export function dayText(day: string | null): string {
  return day === null ? 'unknown' : date(day, 'UTC');
}

/** "November 2026" of YYYY-MM. */
export function monthText(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`));
}

export function shortMonthText(month: string): string {
  return SHORT_MONTH.format(new Date(`${month}-01T00:00:00Z`));
}

/** By day in the reader's zone. */
export function byDay<Item extends { readonly at: string }>(items: readonly Item[]): [string, Item[]][] {
  const days = new Map<string, Item[]>();
  for (const item of items) {
    const day = date(item.at);
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return [...days];
}

/** "18:04:09" in the zone, by default the reader's. */
export function time(instant: string, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', ...zone }).format(new Date(instant));
}

/** "15 Nov" of YYYY-MM-DD. */
export function shortDay(day: string): string {
  return SHORT_DAY.format(new Date(`${day}T00:00:00Z`));
}

/** "Sunday, 15 November" of YYYY-MM-DD. */
export function longDay(day: string): string {
  return LONG_DAY.format(new Date(`${day}T00:00:00Z`));
}

/** Top of a chart's scale: 1, 2, 2.5 or 5 times a power of ten, at least 4, so that halves are whole. */
export function scaleTop(largest: number): number {
  if (largest <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(largest));
  const top = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((value) => value >= largest);
  return Math.ceil((top ?? largest) / 2) * 2;
}

export function curlLine(apiUrl: string, key: string, path = '/catalog/themes'): string {
  return `curl -H "Authorization: Bearer ${key}" ${/[?&]/.test(path) ? `"${apiUrl}${path}"` : apiUrl + path}`;
}
