import { type Cents, percentOf } from '@brickmarket/domain';

/**
 * How far a price lies below the list price, in percent of the list price with two decimals.
 * 0 when it does not lie below it, and when either of the two is unknown.
 */
export function discountPercent(priceCents: Cents | null, listPriceCents: Cents | null): number {
  if (priceCents === null || listPriceCents === null || priceCents >= listPriceCents) return 0;
  return percentOf(listPriceCents - priceCents, listPriceCents);
}
