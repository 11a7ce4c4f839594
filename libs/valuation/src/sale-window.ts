import type { EpochDay } from '@brickmarket/domain';
import { firstAfterDay, type SaleColumns } from './sale-columns.ts';
import type { ValuationSettings } from './valuation-settings.ts';

/**
 * Where the sales begin that count on a day: those of the trailing window, and of them only the latest when there are
 * very many, since what sells often says with its newest sales all there is to say. `knownEnd` is the end of the sales
 * known on that day. A window of 365 days holds the as-of day and the 364 days before it.
 */
export function windowStart(
  sales: SaleColumns,
  start: number,
  knownEnd: number,
  asOf: EpochDay,
  settings: ValuationSettings,
): number {
  return firstAfterDay(sales, Math.max(start, knownEnd - settings.mostSales), knownEnd, asOf - settings.windowDays);
}
