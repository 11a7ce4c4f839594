import { type EpochDay, MS_PER_DAY, type Retailer, type RetailObservation } from '@brickmarket/domain';
import type { SetBlueprint } from '../catalogue/set-blueprint.ts';
import { RandomStream } from '../random/random-stream.ts';
import { childKey, Purpose } from '../random/stream-key.ts';
import { promotionsOf } from '../truth/promotions.ts';
import type { ValuePath } from '../truth/value-path.ts';
import { RETAILER_HABITS } from './retailer-habits.ts';
import { drawFbaOffers, marketplaceFigures, ShopOffer } from './shop-offer.ts';

/** A set's page at one retailer, with what the page itself tells of the set's identity. */
export interface Listing extends Pick<
  RetailObservation,
  'retailer' | 'setNumber' | 'asin' | 'upc' | 'ean' | 'listPriceCents' | 'productUrl'
> {
  readonly set: SetBlueprint;
}

/** Whether a retailer sells a set at all. */
export function carries(retailer: Retailer, set: SetBlueprint): boolean {
  return listingStream(retailer, set).chance(RETAILER_HABITS[retailer].carried);
}

/** From exit on, a retailer's page is watched this much longer; on its last day it is found without an offer. */
export function lastWatchedDay(retailer: Retailer, set: SetBlueprint): EpochDay {
  return set.exitDay + RETAILER_HABITS[retailer].watchedAfterExitDays;
}

/**
 * Every look at a page from release until an instant, oldest first. A look happens when a promotion starts or ends, when
 * the retailer's own stock ends, when the page is taken down, and now and then between; prices follow shelf price,
 * promotions and repricing while the retailer sells the set itself, and the open market once only third parties do.
 */
export function* looksAt(listing: Listing, path: ValuePath, until: Date): Generator<RetailObservation> {
  const { retailer, set } = listing;
  const stream = listingStream(retailer, set);
  const habits = RETAILER_HABITS[retailer];
  stream.uniform(); // spent on whether the set is carried at all
  const promotions = promotionsOf(set);
  const offer = new ShopOffer(stream, set, promotions, habits);
  const lastDay = lastWatchedDay(retailer, set);
  const boundaries = [
    ...promotions.flatMap((promotion) => [promotion.firstDay, promotion.lastDay + 1]),
    offer.soldOutDay,
    lastDay,
  ].toSorted((a, b) => a - b);
  let boundary = 0;
  let time = set.releaseDay + stream.uniform();
  for (let isTakenDown = false; !isTakenDown;) {
    // Whole seconds, as feeds have them.
    const observedAt = new Date(Math.floor((time * MS_PER_DAY) / 1000) * 1000);
    if (observedAt > until) return;
    const day = Math.floor(time);
    isTakenDown = day >= lastDay;
    const marketCents = Math.exp(path.logCents('sealed', day));
    const fba = habits.hasMarketplaceFigures ? drawFbaOffers(stream, marketCents, day - set.releaseDay) : null;
    if (isTakenDown) offer.showNothing();
    else offer.revise(stream, day, marketCents, fba);
    const figures = fba === null ? NO_FIGURES : marketplaceFigures(fba, offer);
    yield {
      retailer,
      setNumber: listing.setNumber,
      asin: listing.asin,
      upc: listing.upc,
      ean: listing.ean,
      observedAt,
      priceCents: offer.priceCents,
      listPriceCents: listing.listPriceCents,
      sellerType: offer.sellerType,
      inStock: offer.inStock,
      productUrl: listing.productUrl,
      lowestFbaCents: figures.lowestFbaCents,
      fbaSellers: figures.fbaSellers,
      buyBoxCents: figures.buyBoxCents,
    };
    const meanGap = day < set.exitDay + 60 ? habits.daysBetweenLooks : habits.daysBetweenLooksAfterExit;
    const next = time + meanGap * stream.between(0.15, 1.85);
    while (boundary < boundaries.length && boundaries[boundary]! <= time) boundary++;
    const change = boundaries[boundary] === undefined ? Infinity : boundaries[boundary]! + stream.uniform();
    time = Math.min(next, Math.max(change, time + 0.01));
  }
}

const NO_FIGURES = { lowestFbaCents: null, fbaSellers: null, buyBoxCents: null } as const;

function listingStream(retailer: Retailer, set: SetBlueprint): RandomStream {
  return new RandomStream(childKey(childKey(set.key, Purpose.retail), retailer === 'retailer_a' ? 1 : 2));
}
