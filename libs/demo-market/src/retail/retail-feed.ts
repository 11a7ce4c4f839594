import { epochDayOf, type RetailObservation, RETAILERS } from '@brickmarket/domain';
import { type Catalogue, publishedSet } from '../catalogue/catalogue.ts';
import { asinFor } from '../catalogue/product-codes.ts';
import type { SetBlueprint } from '../catalogue/set-blueprint.ts';
import { contains, type Interval } from '../interval.ts';
import type { ThemeClimate } from '../truth/market-climate.ts';
import { SetValuePath } from '../truth/set-value-path.ts';
import { carries, lastWatchedDay, type Listing, looksAt } from './listing.ts';

/** Every so many sets, one is known to retailer_b by its barcodes only. */
const BARCODE_ONLY_EVERY = 4;

/** All looks in an interval, page by page, each oldest first. */
export function* retailFeed(
  catalogue: Catalogue,
  climate: readonly ThemeClimate[],
  interval: Interval,
): Generator<RetailObservation> {
  for (const looks of pages(catalogue, climate, interval)) {
    for (const look of looks) if (contains(interval, look.observedAt.getTime())) yield look;
  }
}

/** One more look at every page that is still watched, all at the same instant: nothing has changed since the look before. */
export function* retailCrawl(
  catalogue: Catalogue,
  climate: readonly ThemeClimate[],
  at: Date,
): Generator<RetailObservation> {
  for (const looks of pages(catalogue, climate, { after: at, until: at })) {
    const latest = [...looks].at(-1);
    if (latest) yield { ...latest, observedAt: at };
  }
}

function* pages(
  catalogue: Catalogue,
  climate: readonly ThemeClimate[],
  interval: Interval,
): Generator<Iterable<RetailObservation>> {
  const firstDay = epochDayOf(interval.after);
  for (const set of catalogue.sets) {
    if (set.releaseDay > epochDayOf(interval.until)) continue;
    const retailers = RETAILERS.filter(
      (retailer) => lastWatchedDay(retailer, set) >= firstDay && carries(retailer, set),
    );
    if (retailers.length === 0) continue;
    const path = new SetValuePath(set, climate[set.themeIndex]!, catalogue.asOfDay);
    for (const retailer of retailers) yield looksAt(listingOf(retailer, set, catalogue), path, interval.until);
  }
}

function listingOf(retailer: Listing['retailer'], set: SetBlueprint, catalogue: Catalogue): Listing {
  const { setNumber, upc, ean, msrpCents } = publishedSet(set, catalogue);
  const asin = retailer === 'retailer_a' ? asinFor(set.ordinal, catalogue.salt) : null;
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
