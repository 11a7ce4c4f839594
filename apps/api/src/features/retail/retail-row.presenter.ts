import { type EpochDay, usdOrNull } from '@brickmarket/domain';
import type { RetailListing, TrackedPrice } from '@brickmarket/persistence-ports';
import { exitEconomics, isStale, priceStateOn } from '@brickmarket/retail-tracking';
import type { PriceBlock, RetailExit, RetailRow } from './retail-row.response.ts';

const NEVER_LISTED: PriceBlock = {
  price: null,
  sellerType: null,
  changedAt: null,
  lastChange: null,
  flip1pTo3p: false,
  atLowest: false,
  lowest: null,
  inStock: null,
};

const UNKNOWN_EXIT: RetailExit = { lowestFba: null, fbaSellers: null, buyBox: null, netFba: null };

/** A listing as the contract shows it on a day, the same for every caller. */
export function presentRetailRow(listing: RetailListing, today: EpochDay, staleDays: number): RetailRow {
  const { retailerA, retailerB } = listing;
  return {
    setNumber: listing.setNumber,
    name: listing.title,
    asin: listing.asin,
    upc: listing.upc,
    ean: listing.ean,
    retailer_a: presentPrice(retailerA && priceStateOn(retailerA, today, staleDays)),
    retailer_b: presentPrice(retailerB && priceStateOn(retailerB, today, staleDays)),
    retailer_aExit:
      retailerA === null || isStale(retailerA.lastCheckedAt, today, staleDays)
        ? UNKNOWN_EXIT
        : presentExit(listing, today),
  };
}

function presentPrice(state: TrackedPrice | null): PriceBlock {
  if (state === null) return NEVER_LISTED;
  return {
    price: usdOrNull(state.priceCents),
    sellerType: state.sellerType,
    changedAt: state.changedAt?.toISOString() ?? null,
    lastChange: usdOrNull(state.lastChangeCents),
    flip1pTo3p: state.flip1pTo3p,
    atLowest: state.atLowest,
    lowest: usdOrNull(state.lowestCents),
    inStock: state.inStock,
  };
}

function presentExit({ exit, box }: RetailListing, today: EpochDay): RetailExit {
  return {
    lowestFba: usdOrNull(exit.lowestFbaCents),
    fbaSellers: exit.fbaSellers,
    buyBox: usdOrNull(exit.buyBoxCents),
    netFba: usdOrNull(exitEconomics(exit.lowestFbaCents, box, today)?.netCents ?? null),
  };
}
