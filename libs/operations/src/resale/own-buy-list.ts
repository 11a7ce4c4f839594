import {
  type Cents,
  type EpochDay,
  epochDayOf,
  type OwnFees,
  type Retailer,
  type SellingPlatform,
} from '@brickmarket/domain';
import type { SeenFbaPrice, ValuedListing } from '@brickmarket/persistence-ports';
import { type BuyingChance, byGain, everyProceeds, priceStateOn, whatToBuy } from '@brickmarket/retail-tracking';
import { inSlices } from '../portfolio/in-slices.ts';
import {
  feesByPlatform,
  knownFbaCents,
  type OpenOffer,
  type RankedOffers,
  type RecentSales,
  recentSales,
  type ResaleArea,
} from './resale-area.ts';

const LISTINGS_OF_SLICE = 500;

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
  const [{ holdings }, ownFees] = await Promise.all([
    area.brickfolios.readOverview(accountId),
    feesByPlatform(area, accountId),
  ]);
  const ranked = await area.ranked.read(`${today} ${JSON.stringify([...ownFees])}`, async () =>
    inSlices(rankOffers(await area.listings.list(), { today, staleDays: area.retailStaleDays }, ownFees)),
  );
  const owned = new Map<number, number>();
  for (const { setId, quantity } of holdings) owned.set(setId, (owned.get(setId) ?? 0) + quantity);
  const isWanted = ({ retailer, listing }: OpenOffer): boolean =>
    (query.retailer === null || retailer === query.retailer) && !(query.notOwned && owned.has(listing.setId));
  const all = ranked.chances.filter(({ offer, gainCents }) => gainCents >= query.leastGainCents && isWanted(offer));
  const chances = all.slice(query.offset, query.offset + query.limit);
  const recent = await recentSales(area, [...new Set(chances.map(({ offer }) => offer.setNumber))], 'sealed');
  return {
    today,
    total: all.length,
    offers: ranked.offers.filter(isWanted).length,
    chances: chances.map((chance) => ({
      ...chance,
      owned: owned.get(chance.offer.listing.setId) ?? 0,
      recent: recent.get(chance.offer.setNumber) ?? null,
    })),
  };
}

interface KnownOffers {
  readonly today: EpochDay;
  readonly staleDays: number;
}

function* rankOffers(
  listings: readonly ValuedListing[],
  known: KnownOffers,
  ownFees: ReadonlyMap<SellingPlatform, OwnFees>,
): Generator<void, RankedOffers> {
  const [offers, chances]: [OpenOffer[], BuyingChance<OpenOffer>[]] = [[], []];
  for (let at = 0; at < listings.length; at += LISTINGS_OF_SLICE) {
    const open = openOffers(listings.slice(at, at + LISTINGS_OF_SLICE), known);
    const gaining = whatToBuy(open, ({ listing }) => {
      const lowestFbaCents = knownFbaCents(fbaPriceOf(listing), known);
      const prices = { valueCents: listing.sealed?.valueCents ?? null, lowestFbaCents, box: listing.box };
      return everyProceeds(prices, known.today, ownFees);
    });
    offers.push(...open);
    chances.push(...gaining);
    yield;
  }
  return { offers, chances: chances.toSorted(byGain) };
}

function fbaPriceOf({ retailerA, exit }: ValuedListing): SeenFbaPrice | null {
  if (retailerA === null || exit.lowestFbaCents === null) return null;
  return { cents: exit.lowestFbaCents, seenAt: retailerA.lastCheckedAt };
}

/** Recently observed offers that are in stock. */
function openOffers(listings: Iterable<ValuedListing>, { today, staleDays }: KnownOffers): readonly OpenOffer[] {
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
