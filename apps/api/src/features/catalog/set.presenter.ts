import {
  type Box,
  type EpochDay,
  formatIsoDay,
  inchesFromMm,
  poundsFromGrams,
  RETAILER_NAMES,
  roundHalfAwayFromZero,
  SetStatus,
  setStatusOn,
  usdFromCents,
  usdOrNull,
} from '@brickmarket/domain';
import type { CurrentValue, RetailerOffer, SetRecord } from '@brickmarket/persistence-ports';
import { discountPercent, isStale } from '@brickmarket/retail-tracking';
import type { BoxSize, RetailerSummary, SetResponse, ValueRange } from './set.response.ts';

/** A set as the contract shows it on a day. A retailer not checked for more than `retailStaleDays` is left out. */
export function presentSet(record: SetRecord, today: EpochDay, retailStaleDays: number): SetResponse {
  const { set } = record;
  const { sealed, used } = record.values;
  const status = setStatusOn(set, today);
  return {
    set_number: set.setNumber,
    title: set.title,
    theme: set.theme,
    subtheme: set.subtheme,
    pieces: set.pieces,
    minifigs_count: record.minifigCount,
    minifigs: record.minifigNumbers,
    barcodes: { upc: set.upc, ean: set.ean },
    msrp_usd: usdOrNull(set.msrpCents),
    release_date: isoDayOrNull(set.releaseDay),
    retire_date: status === SetStatus.retired ? isoDayOrNull(set.exitDay) : null,
    status_id: status,
    data_tier: (sealed ?? used)?.tier ?? 'none',
    image_url: set.imageUrl,
    new_value_usd: usdOrNull(sealed?.valueCents ?? null),
    used_value_usd: usdOrNull(used?.valueCents ?? null),
    value_range: sealed && presentRange(sealed),
    retailers: record.offers
      .filter(({ lastCheckedAt }) => !isStale(lastCheckedAt, today, retailStaleDays))
      .map(presentOffer),
    box: set.box === null ? null : presentBox(set.box),
  };
}

function presentRange(value: CurrentValue): ValueRange {
  return {
    low: usdFromCents(value.lowCents),
    high: usdFromCents(value.highCents),
    calculated_at: value.calculatedAt.toISOString(),
  };
}

function presentOffer(offer: RetailerOffer): RetailerSummary {
  return {
    retailer: offer.retailer,
    retailer_name: RETAILER_NAMES[offer.retailer],
    current_price: usdOrNull(offer.priceCents),
    list_price: usdOrNull(offer.listPriceCents),
    discount_percent: discountPercent(offer.priceCents, offer.listPriceCents),
    in_stock: offer.inStock,
    is_first_party: offer.sellerType === null ? null : offer.sellerType === 'retailer',
    product_url: offer.productUrl,
    last_checked_at: offer.lastCheckedAt.toISOString(),
  };
}

function presentBox(box: Box): BoxSize {
  return {
    width_in: twoDecimals(inchesFromMm(box.widthMm)),
    height_in: twoDecimals(inchesFromMm(box.heightMm)),
    depth_in: twoDecimals(inchesFromMm(box.depthMm)),
    weight_lbs: twoDecimals(poundsFromGrams(box.weightG)),
  };
}

function isoDayOrNull(day: EpochDay | null): string | null {
  return day === null ? null : formatIsoDay(day);
}

function twoDecimals(value: number): number {
  return roundHalfAwayFromZero(value * 100) / 100;
}
