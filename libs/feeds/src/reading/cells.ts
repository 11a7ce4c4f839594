import { type EpochDay, epochDayFromParts, hasValidCheckDigit, parseIsoDay } from '@brickmarket/domain';
import type { Row } from './row.ts';

/** Order of slashed days; `YYYY-MM-DD` is always accepted. */
export type DateFormat = 'DD/MM/YYYY' | 'MM/DD/YYYY';
export const DATE_FORMATS: readonly DateFormat[] = ['DD/MM/YYYY', 'MM/DD/YYYY'];

/** `example` is the last day of a year. */
export type WrittenDays = readonly [parse: (text: string) => EpochDay | null, example: string];

export const ISO_DAYS: WrittenDays = [parseIsoDay, '2026-12-31'];

export function slashedDays(format: DateFormat): WrittenDays {
  return [(text) => parseSlashedDay(text, format), format === 'DD/MM/YYYY' ? '31/12/2026' : '12/31/2026'];
}

/** BrickLink adds the time of day. */
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: \d.*)?$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

export function parseSlashedDay(text: string, format: DateFormat): EpochDay | null {
  const match = SLASHED.exec(text);
  if (!match) return parseIsoDay(text);
  const [first, second, year] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return format === 'DD/MM/YYYY' ? epochDayFromParts(year, second, first) : epochDayFromParts(year, first, second);
}

/** Reads the first three letters of an English month. Null: no such day. */
export function dayFromMonthName(year: string, monthName: string, dayOfMonth: string): EpochDay | null {
  return epochDayFromParts(Number(year), MONTHS.indexOf(monthName.slice(0, 3).toLowerCase()) + 1, Number(dayOfMonth));
}

/** Slashed days of the other order count as row errors up to this share. */
const MISTAKEN_SHARE = 0.25;

/** `any`: no difference. `ambiguous`: both fit with different days. `mixed`: neither fits nearly all. */
export function inferDateFormat(days: Iterable<string>): DateFormat | 'any' | 'ambiguous' | 'mixed' {
  let [dayFirst, monthFirst, hasDifference] = [0, 0, false];
  for (const text of days) {
    if (!SLASHED.test(text)) continue;
    const [asDayFirst, asMonthFirst] = [parseSlashedDay(text, 'DD/MM/YYYY'), parseSlashedDay(text, 'MM/DD/YYYY')];
    if (asMonthFirst === null && asDayFirst !== null) dayFirst++;
    else if (asDayFirst === null && asMonthFirst !== null) monthFirst++;
    else if (asDayFirst !== asMonthFirst) hasDifference = true;
  }
  if (dayFirst + monthFirst === 0) return hasDifference ? 'ambiguous' : 'any';
  if (Math.min(dayFirst, monthFirst) > MISTAKEN_SHARE * (dayFirst + monthFirst)) return 'mixed';
  return dayFirst > monthFirst ? 'DD/MM/YYYY' : 'MM/DD/YYYY';
}

/** Null: empty, or invalid with a warning. Restores a dropped leading zero if the check digit then fits. */
export function readBarcode(row: Row, column: number, name: 'UPC' | 'EAN'): string | null {
  const text = row.textOrNull(column);
  if (text === null || hasValidCheckDigit(text)) return text;
  if (text.length === 11 && hasValidCheckDigit(`0${text}`)) return `0${text}`;
  const hasBarcodeLength = /^\d+$/.test(text) && [8, 12, 13, 14].includes(text.length);
  const flaw = hasBarcodeLength ? 'a wrong check digit' : 'not 8, 12, 13 or 14 digits';
  row.warn(`${name} ${JSON.stringify(text)} has ${flaw}: left out`);
  return null;
}

/** Normalizes the URL. Null: empty, or invalid with a warning. */
export function readWebAddress(row: Row, column: number): string | null {
  const text = row.textOrNull(column);
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    row.warn(`${JSON.stringify(text)} is no web address: left out`);
  else if (url.username !== '' || url.password !== '')
    row.warn(`the web address at ${url.host} contains a user name or password: left out`);
  else return url.href;
  return null;
}
