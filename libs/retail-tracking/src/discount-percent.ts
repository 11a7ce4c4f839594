import { type Cents, percentOf } from '@brickmarket/domain';

/**
 * How far a price lies below the list price, in percent of the list price with two decimals.
 * 0 when it does not lie below it; null when either of the two is unknown.
 */
export function discountPercent(priceCents: Cents | null, listPriceCents: Cents | null): number | null {
  if (priceCents === null || listPriceCents === null) return null;
  return percentOf(Math.max(0, listPriceCents - priceCents), listPriceCents);
}
