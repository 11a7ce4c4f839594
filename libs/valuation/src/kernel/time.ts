import { type EpochMonth, epochDayOf, monthOfDay } from '@brickmarket/domain';

/** The newest month that may be published: `graceDays` whole days have passed since its end, in UTC. */
export function lastFinalizedMonth(now: Date, graceDays: number): EpochMonth {
  return monthOfDay(epochDayOf(now) - graceDays) - 1;
}
