import { formatIsoDay } from '@brickmarket/domain';
import type { ValuationSummary } from '@brickmarket/operations';

export function valuationText(summary: ValuationSummary): string {
  const { asOf, isFull, items, sales, areSalesEstimated, changed, durationMs } = summary;
  if (items === 0)
    return (
      `nothing that values depend on has changed since the last run (as of ${formatIsoDay(asOf)}): ` +
      'no sale, list price or date, and no price at which a retailer itself sells now'
    );
  const which = isFull ? 'items, all there are,' : 'changed items';
  return (
    `valued ${items} ${which} by ${areSalesEstimated ? 'about ' : ''}${sales} sales ` +
    `as of ${formatIsoDay(asOf)}: ${changed} values are new, ${(durationMs / 1000).toFixed(1)} s`
  );
}
