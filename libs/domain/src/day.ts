/** Days since 1970-01-01 in UTC. Calculations count in these; text appears only at the edges. */
export type EpochDay = number;
/** A calendar day as `YYYY-MM-DD`. */
export type IsoDay = string;

export const MS_PER_DAY = 86_400_000;
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The UTC day that contains an instant. */
export function epochDayOf(instant: Date): EpochDay {
  return Math.floor(instant.getTime() / MS_PER_DAY);
}

/** The first instant of a day, UTC. */
export function startOfDay(day: EpochDay): Date {
  return new Date(day * MS_PER_DAY);
}

/** A day from its parts (month 1 to 12). Null when there is no such day in the calendar. */
export function epochDayFromParts(year: number, month: number, dayOfMonth: number): EpochDay | null {
  const date = new Date(Date.UTC(year, month - 1, dayOfMonth));
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== dayOfMonth)
    return null;
  return epochDayOf(date);
}

/** Reads `YYYY-MM-DD`. Null for any other text and for days that do not exist. */
export function parseIsoDay(text: string): EpochDay | null {
  const match = ISO_DAY.exec(text);
  return match ? epochDayFromParts(Number(match[1]), Number(match[2]), Number(match[3])) : null;
}

/** Writes `YYYY-MM-DD`. */
export function formatIsoDay(day: EpochDay): IsoDay {
  return startOfDay(day).toISOString().slice(0, 10);
}
