import { epochDayOf, formatIsoDay, MS_PER_DAY } from '@brickmarket/domain';

export const OLD_SALES_DAYS = 7;

/** Null if sales were imported within a week, or never. */
export function oldSales(importedAt: Date | null, now: Date): string | null {
  if (importedAt === null) return null;
  const days = Math.floor((now.getTime() - importedAt.getTime()) / MS_PER_DAY);
  return days < OLD_SALES_DAYS
    ? null
    : `no new sales were imported after ${formatIsoDay(epochDayOf(importedAt))}, ${days} days ago. ` +
        'Either the feed pauses, or the clocks of the database and of this machine are ahead';
}
