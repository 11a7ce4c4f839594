import { type EpochDay, epochDayFromParts, hasValidCheckDigit, parseIsoDay } from '@brickmarket/domain';
import type { Row } from './row.ts';

/** How a file writes days with slashes. Days written `YYYY-MM-DD` are always accepted. */
export type DateFormat = 'DD/MM/YYYY' | 'MM/DD/YYYY';
/** Both formats, as they may be given. */
export const DATE_FORMATS: readonly DateFormat[] = ['DD/MM/YYYY', 'MM/DD/YYYY'];

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Reads a day in one format. Null for any other text and for days that do not exist. */
export function parseSlashedDay(text: string, format: DateFormat): EpochDay | null {
  const match = SLASHED.exec(text);
  if (!match) return parseIsoDay(text);
  const [first, second, year] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return format === 'DD/MM/YYYY' ? epochDayFromParts(year, second, first) : epochDayFromParts(year, first, second);
}

/** A day from the English name of its month, of which three letters count. Null when there is no such day. */
export function dayFromMonthName(year: string, monthName: string, dayOfMonth: string): EpochDay | null {
  return epochDayFromParts(Number(year), MONTHS.indexOf(monthName.slice(0, 3).toLowerCase()) + 1, Number(dayOfMonth));
}

/**
 * The one format that all slashed days of a file allow: `any` when it makes no difference, `ambiguous` when both fit
 * and mean different days, `mixed` when neither fits all.
 */
export function inferDateFormat(days: Iterable<string>): DateFormat | 'any' | 'ambiguous' | 'mixed' {
  let [hasDayFirst, hasMonthFirst, hasDifference] = [false, false, false];
  for (const text of days) {
    const match = SLASHED.exec(text);
    if (!match) continue;
    const [first, second] = [Number(match[1]), Number(match[2])];
    if (first > 12) hasDayFirst = true;
    else if (second > 12) hasMonthFirst = true;
    else if (first !== second) hasDifference = true;
  }
  if (hasDayFirst && hasMonthFirst) return 'mixed';
  if (hasDayFirst) return 'DD/MM/YYYY';
  if (hasMonthFirst) return 'MM/DD/YYYY';
  return hasDifference ? 'ambiguous' : 'any';
}

/**
 * The barcode in a cell; null when the cell is empty, and null with a warning when the length or check digit is wrong.
 * Spreadsheets drop leading zeros: one is restored where that makes the check digit right.
 */
export function readBarcode(row: Row, column: number, name: 'UPC' | 'EAN'): string | null {
  const text = row.textOrNull(column);
  if (text === null || hasValidCheckDigit(text)) return text;
  if (text.length === 11 && hasValidCheckDigit(`0${text}`)) return `0${text}`;
  const hasBarcodeLength = /^\d+$/.test(text) && [8, 12, 13, 14].includes(text.length);
  const flaw = hasBarcodeLength ? 'a wrong check digit' : 'not 8, 12, 13 or 14 digits';
  row.warn(`${name} ${JSON.stringify(text)} has ${flaw}: left out`);
  return null;
}

/** The web address in a cell; null when it is empty, and with a warning when it is something else. */
export function readWebAddress(row: Row, column: number): string | null {
  const text = row.textOrNull(column);
  if (text === null || /^https?:\/\/\S+$/.test(text)) return text;
  row.warn(`${JSON.stringify(text)} is no web address: left out`);
  return null;
}
