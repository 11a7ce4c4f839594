import { type EpochMonth, epochDayOf, firstDayOfMonth, monthOfDay, startOfDay } from '@brickmarket/domain';

/**
 * Whether a month may be published: it has ended, and `graceDays` whole days have passed since, in UTC. With a grace
 * of 0 the month is final from the first millisecond of the next one.
 */
export function isFinalized(month: EpochMonth, now: Date, graceDays: number): boolean {
  return now.getTime() >= startOfDay(firstDayOfMonth(month + 1) + graceDays).getTime();
}

/** The newest month that may be published. */
export function lastFinalizedMonth(now: Date, graceDays: number): EpochMonth {
  return monthOfDay(epochDayOf(now) - graceDays) - 1;
}
