import { type EpochDay, epochDayFromParts, startOfDay } from './day.ts';

/** Calendar months since year 0: `year * 12 + (month - 1)`. */
export type EpochMonth = number;
/** A calendar month as `YYYY-MM`. */
export type IsoMonth = string;

const ISO_MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** The month that contains a day. */
export function monthOfDay(day: EpochDay): EpochMonth {
  const date = startOfDay(day);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first day of a month. */
export function firstDayOfMonth(month: EpochMonth): EpochDay {
  return epochDayFromParts(Math.floor(month / 12), (month % 12) + 1, 1)!;
}

/** Reads `YYYY-MM`. Null for any other text. */
export function parseIsoMonth(text: string): EpochMonth | null {
  const match = ISO_MONTH.exec(text);
  return match ? Number(match[1]) * 12 + Number(match[2]) - 1 : null;
}

/** Writes `YYYY-MM`. */
export function formatIsoMonth(month: EpochMonth): IsoMonth {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
}
