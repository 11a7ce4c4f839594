import {
  type EpochDay,
  epochDayOf,
  MS_PER_DAY,
  type Retailer,
  RETAILERS,
  type RetailObservation,
} from '@brickmarket/domain';
import { type TradedCatalog, publishedSet } from '../catalog/traded-catalog.ts';
import { asinFor } from '../catalog/item-codes.ts';
import type { SetBlueprint } from '../catalog/set-blueprint.ts';
import { contains, type Interval } from '../market-options.ts';
import { RandomStream, childKey, Purpose } from '../random/random-stream.ts';
import type { ThemeClimate } from '../truth/market-climate.ts';
import { promotionsOf, SetValuePath } from '../truth/set-value-path.ts';
import type { ValuePath } from '../truth/curves.ts';
import { drawFbaOffers, marketplaceFigures, RETAILER_HABITS, ShopOffer } from './shop-offer.ts';

/** Every so many sets have only barcodes at retailer_b. */
const BARCODE_ONLY_EVERY = 4;

export function* retailFeed(
  catalog: TradedCatalog,
  climate: readonly ThemeClimate[],
  interval: Interval,
): Generator<RetailObservation> {
  for (const page of pages(catalog, climate, interval)) {
    for (const observation of page) if (contains(interval, observation.observedAt.getTime())) yield observation;
  }
}

/** Repeats the latest observation of every watched page at one instant. */
export function* retailCrawl(
  catalog: TradedCatalog,
  climate: readonly ThemeClimate[],
  at: Date,
): Generator<RetailObservation> {
  for (const page of pages(catalog, climate, { after: at, until: at })) {
    const latest = [...page].at(-1);
    if (latest) yield { ...latest, observedAt: at };
  }
}

function* pages(
  catalog: TradedCatalog,
  climate: readonly ThemeClimate[],
  interval: Interval,
): Generator<Iterable<RetailObservation>> {
  const firstDay = epochDayOf(interval.after);
  for (const set of catalog.sets) {
    if (set.releaseDay > epochDayOf(interval.until)) continue;
    const retailers = RETAILERS.filter(
      (retailer) => lastWatchedDay(retailer, set) >= firstDay && carries(retailer, set),
    );
    if (retailers.length === 0) continue;
    const path = new SetValuePath(set, climate[set.themeIndex]!, catalog.asOfDay);
    for (const retailer of retailers) yield observationsOf(listingOf(retailer, set, catalog), path, interval.until);
  }
}

function listingOf(retailer: Listing['retailer'], set: SetBlueprint, catalog: TradedCatalog): Listing {
  const { setNumber, upc, ean, msrpCents } = publishedSet(set, catalog);
  const asin = retailer === 'retailer_a' ? asinFor(set.ordinal, catalog.salt) : null;
  const byBarcodeOnly = asin === null && upc !== null && set.ordinal % BARCODE_ONLY_EVERY === 0;
  return {
    retailer,
    set,
    asin,
    upc,
    setNumber: byBarcodeOnly ? null : setNumber,
    ean: byBarcodeOnly ? ean : null,
    listPriceCents: msrpCents,
    productUrl:
      asin === null ? `https://retailer-b.example/product/${setNumber}` : `https://retailer-a.example/item/${asin}`,
  };
}

interface Listing extends Pick<
  RetailObservation,
  'retailer' | 'setNumber' | 'asin' | 'upc' | 'ean' | 'listPriceCents' | 'productUrl'
> {
  readonly set: SetBlueprint;
}

function carries(retailer: Retailer, set: SetBlueprint): boolean {
  return listingStream(retailer, set).chance(RETAILER_HABITS[retailer].carried);
}

/** Some time after the exit; without an offer on that day. */
function lastWatchedDay(retailer: Retailer, set: SetBlueprint): EpochDay {
  return set.exitDay + RETAILER_HABITS[retailer].watchedAfterExitDays;
}

/** Oldest first: at promotions, end of stock, removal and random times. */
function* observationsOf(listing: Listing, path: ValuePath, until: Date): Generator<RetailObservation> {
  const { retailer, set } = listing;
  const stream = listingStream(retailer, set);
  const habits = RETAILER_HABITS[retailer];
  stream.uniform(); // `carries` draws this number from the same stream
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
    // Whole seconds, as in real files.
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
    const meanGap = day < set.exitDay + 60 ? habits.daysBetweenObservations : habits.daysBetweenObservationsAfterExit;
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
