import { type Cents, type EpochDay, epochDayOf, type Retailer } from '@brickmarket/domain';
import type { SeenFbaPrice, TrackedPrice, ValuedListing } from '@brickmarket/persistence-ports';
import { type BuyingChance, everyProceeds, priceStateOn, whatToBuy } from '@brickmarket/retail-tracking';
import { feesByPlatform, knownFbaCents, type RecentSales, recentSales, type ResaleArea } from './resale-area.ts';

export interface OpenOffer {
  readonly setNumber: string;
  readonly priceCents: Cents;
  readonly retailer: Retailer;
  readonly price: TrackedPrice;
  readonly listing: ValuedListing;
}

export interface ShownChance extends BuyingChance<OpenOffer> {
  /** Unsold copies of the account, any condition. */
  readonly owned: number;
  readonly recent: RecentSales | null;
}

export interface BuyList {
  readonly today: EpochDay;
  readonly total: number;
  readonly chances: readonly ShownChance[];
  /** Number of offers considered. */
  readonly offers: number;
}

export interface BuyQuery {
  readonly leastGainCents: Cents;
  readonly retailer: Retailer | null;
  readonly notOwned: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** Offers whose sealed copy resells at a profit. */
export async function readBuyList(area: ResaleArea, accountId: number, query: BuyQuery): Promise<BuyList> {
  const today = epochDayOf(await area.storeClock.now());
  const [{ holdings }, ownFees, listings] = await Promise.all([
    area.brickfolios.readOverview(accountId),
    feesByPlatform(area, accountId),
    area.listings.read(),
  ]);
  const owned = new Map<number, number>();
  for (const { setId, quantity } of holdings) owned.set(setId, (owned.get(setId) ?? 0) + quantity);
  const known = { today, staleDays: area.retailStaleDays };
  const offers = openOffers(listings.values(), known).filter(
    ({ retailer, listing }) =>
      (query.retailer === null || retailer === query.retailer) && !(query.notOwned && owned.has(listing.setId)),
  );
  const all = whatToBuy(
    offers,
    ({ listing }) =>
      everyProceeds(
        {
          valueCents: listing.sealed?.valueCents ?? null,
          lowestFbaCents: knownFbaCents(fbaPriceOf(listing), known),
          box: listing.box,
        },
        today,
        ownFees,
      ),
    query.leastGainCents,
  );
  const chances = all.slice(query.offset, query.offset + query.limit);
  const recent = await recentSales(area, [...new Set(chances.map(({ offer }) => offer.setNumber))], 'sealed');
  return {
    today,
    total: all.length,
    offers: offers.length,
    chances: chances.map((chance) => ({
      ...chance,
      owned: owned.get(chance.offer.listing.setId) ?? 0,
      recent: recent.get(chance.offer.setNumber) ?? null,
    })),
  };
}

function fbaPriceOf({ retailerA, exit }: ValuedListing): SeenFbaPrice | null {
  if (retailerA === null || exit.lowestFbaCents === null) return null;
  return { cents: exit.lowestFbaCents, seenAt: retailerA.lastCheckedAt };
}

/** Recently observed offers that are in stock. */
function openOffers(
  listings: Iterable<ValuedListing>,
  { today, staleDays }: { readonly today: EpochDay; readonly staleDays: number },
): readonly OpenOffer[] {
  const open: OpenOffer[] = [];
  for (const listing of listings) {
    const { setNumber, retailerA, retailerB } = listing;
    for (const [retailer, tracked] of [
      ['retailer_a', retailerA],
      ['retailer_b', retailerB],
    ] as const) {
      const price = tracked && priceStateOn(tracked, today, staleDays);
      if (price === null || price.priceCents === null || price.inStock === false) continue;
      open.push({ setNumber, priceCents: price.priceCents, retailer, price, listing });
    }
  }
  return open;
}
