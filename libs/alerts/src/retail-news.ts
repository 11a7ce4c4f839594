import type { PriceState, RetailEvent } from '@brickmarket/domain';

/**
 * What is new about a set at a retailer, from its state before and after an import.
 *
 * - A first observation is no news, and neither are late ones: only what was observed after everything known before.
 * - An unknown price is never a drop. When a price returns after a gap, it is compared with the last one shown.
 * - An all-time low is below the lowest price ever shown, which must be known.
 * - Only a change from known to known counts for seller and stock.
 */
export function retailNews(before: PriceState | null, after: PriceState): readonly RetailEvent[] {
  if (before === null || after.lastCheckedAt <= before.lastCheckedAt) return [];
  const news: RetailEvent[] = [];
  const { priceCents, lastCheckedAt } = after;
  const from = before.lastShownPriceCents;
  if (priceCents !== null && from !== null && priceCents < from) {
    // The time of the change itself, so that two imports that tell of the same change name the same cause.
    const occurredAt = after.changedAt ?? lastCheckedAt;
    news.push({ kind: 'price.dropped', occurredAt, oldCents: from, newCents: priceCents });
    if (before.lowestCents !== null && priceCents < before.lowestCents && after.atLowest)
      news.push({ kind: 'price.all_time_low', occurredAt, oldCents: before.lowestCents, newCents: priceCents });
  }
  if (before.lastKnownSellerType === 'retailer' && after.sellerType === 'third_party')
    news.push({ kind: 'seller.third_party_only', occurredAt: lastCheckedAt, oldCents: from, newCents: priceCents });
  if (before.inStock === false && after.inStock === true)
    news.push({ kind: 'stock.returned', occurredAt: lastCheckedAt, oldCents: null, newCents: priceCents });
  return news;
}
