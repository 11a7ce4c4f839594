import { type EpochDay, epochDayOf, type EpochMonth, firstDayOfMonth, monthOfDay } from '@brickmarket/domain';
import type { Interval } from '../market-options.ts';
import { seasonalTrade } from '../truth/season.ts';

/** A calendar month with what every item's sales need of it. */
export interface TradingMonth {
  readonly month: EpochMonth;
  readonly firstDay: EpochDay;
  readonly days: number;
  /** How busy the market is, 1 being ordinary. */
  readonly trade: number;
  /** Whether the interval asked for covers only a part of it. */
  readonly isPartial: boolean;
}

/** The months an interval touches. */
export function tradingMonths(interval: Interval): readonly TradingMonth[] {
  const first = monthOfDay(epochDayOf(interval.after));
  const last = monthOfDay(epochDayOf(interval.until));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
    const month = first + i;
    const firstDay = firstDayOfMonth(month);
    return {
      month,
      firstDay,
      days: firstDayOfMonth(month + 1) - firstDay,
      trade: seasonalTrade(firstDay + 15),
      isPartial: month === first || month === last,
    };
  });
}
