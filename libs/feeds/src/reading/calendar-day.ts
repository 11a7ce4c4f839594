import { type EpochDay, epochDayFromParts, parseIsoDay } from '@brickmarket/domain';

/** How a file writes days with slashes. Days written `YYYY-MM-DD` are understood besides. */
export type DateFormat = 'DD/MM/YYYY' | 'MM/DD/YYYY';
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
 * The one format that all slashed days of a file allow: `any` when it makes no difference, `ambiguous` when both fit and
 * mean different days, `mixed` when neither fits all.
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
