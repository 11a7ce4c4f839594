import { type EpochDay, formatIsoDay, parseIsoDay } from './day.ts';

const FIRST = parseIsoDay('1900-01-01')!;
const LAST = parseIsoDay('2999-12-31')!;

/** Why a day cannot be one on which somebody bought or sold, for people; null when it can. */
export function recordDayFault(day: EpochDay): string | null {
  if (day >= FIRST && day <= LAST) return null;
  return `the date must be from ${formatIsoDay(FIRST)} to ${formatIsoDay(LAST)}`;
}
