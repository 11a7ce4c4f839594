import { type EpochDay, type EpochMonth, firstDayOfMonth } from '@brickmarket/domain';

const FIRST_MONTH: EpochMonth = 1970 * 12;
const MONTHS = 200 * 12;
const DAYS_PER_MONTH = 146_097 / 4_800;
const STARTS = Int32Array.from({ length: MONTHS + 1 }, (_, i) => firstDayOfMonth(FIRST_MONTH + i));

/** `firstDayOfMonth` by table, for loops over millions of months; 1970 to 2169. */
export function monthStart(month: EpochMonth): EpochDay {
  return STARTS[month - FIRST_MONTH] ?? firstDayOfMonth(month);
}

/** `monthOfDay` without a calendar computation: an estimate that is at most one month off, corrected. */
export function monthContaining(day: EpochDay): EpochMonth {
  let month = FIRST_MONTH + Math.floor(day / DAYS_PER_MONTH);
  while (monthStart(month) > day) month--;
  while (monthStart(month + 1) <= day) month++;
  return month;
}
