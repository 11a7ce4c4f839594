import type { EpochDay } from '@brickmarket/domain';
import { firstAfterDay, type SaleColumns } from './sale-columns.ts';
import type { ValuationSettings } from './valuation-settings.ts';

/**
 * Where the sales begin that count on a day: those of the trailing window, or of the wide one when the normal holds
 * too few. `knownEnd` is the end of the sales known on that day. A window of 180 days holds the as-of day and the
 * 179 days before it.
 */
export function windowStart(sales: SaleColumns, start: number, knownEnd: number, asOf: EpochDay, settings: ValuationSettings): number {
  const normal = firstAfterDay(sales, start, knownEnd, asOf - settings.windowDays);
  if (knownEnd - normal >= settings.fewSales) return normal;
  return firstAfterDay(sales, start, normal, asOf - settings.wideWindowDays);
}
