import { type EpochDay, epochDayOf, formatIsoDay, MS_PER_DAY } from './calendar.ts';

/** Current time of the database and day of the latest values; null: none. */
export interface StoredDates {
  readonly now: Date;
  readonly valuedOn: EpochDay | null;
}

/** What is wrong and what to do. */
export interface ClockFault {
  readonly found: string;
  readonly advice: string;
}

/** Fault if the database's clock is a day ahead of this machine (`ours`), or values are dated after tomorrow. */
export function clockFault({ now, valuedOn }: StoredDates, ours: Date): ClockFault | null {
  const aheadDays = Math.floor((now.getTime() - ours.getTime()) / MS_PER_DAY);
  if (aheadDays >= 1)
    return {
      found: `the database's clock says ${now.toISOString()}, ${aheadDays} days ahead of this machine's`,
      advice: 'Synchronize the clocks (chrony, systemd-timesyncd): nothing is valued or published until both agree',
    };
  const today = epochDayOf(now);
  // Right after midnight another worker may be a moment ahead.
  if (valuedOn === null || valuedOn <= today + 1) return null;
  return {
    found: `the values are of ${formatIsoDay(valuedOn)}, and today is ${formatIsoDay(today)}`,
    advice: 'Nothing is valued until then: "brickmarket value undo" takes back runs that are dated after today',
  };
}
