import {
  type Box,
  type Condition,
  type EpochDay,
  type EpochMonth,
  formatIsoDay,
  formatIsoMonth,
  inchesFromMm,
  poundsFromGrams,
  type RetailerNames,
  roundHalfAwayFromZero,
  SetStatus,
  setStatusOn,
  shownMinifigNumber,
  usdFromCents,
  usdOrNull,
} from '@brickmarket/domain';
import type {
  CurrentValue,
  MinifigRecord,
  PublishedMonth,
  RetailerOffer,
  SetMonths,
  SetRecord,
} from '@brickmarket/persistence-ports';
import { discountPercent, isStale } from '@brickmarket/retail-tracking';

// Records of the contract, for API responses and snapshots. JSON keeps the order of fields.

/** Raise with any change to record content: it invalidates all records without recorded changes. */
export const RECORD_FORM = 1;

export interface ShownRecords {
  /** Retail prices checked longer ago are excluded. */
  readonly retailStaleDays: number;
  readonly retailerNames: RetailerNames;
}

/** Excludes retailers not checked for `retailStaleDays`. */
export function presentSet(record: SetRecord, today: EpochDay, { retailStaleDays, retailerNames }: ShownRecords) {
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
      .map((offer) => presentOffer(offer, retailerNames)),
    box: set.box === null ? null : presentBox(set.box),
  };
}

export function presentMinifig({ minifig, setNumbers, value }: MinifigRecord) {
  return {
    minifig_number: shownMinifigNumber(minifig),
    name: minifig.name,
    category: minifig.category,
    ...(minifig.color !== null && { color: minifig.color }),
    year_released: minifig.yearReleased,
    image_url: minifig.imageUrl,
    current_value_usd: usdOrNull(value?.valueCents ?? null),
    value_range: value && { low: usdFromCents(value.lowCents), high: usdFromCents(value.highCents) },
    set_count: setNumbers.length,
    sets: setNumbers,
  };
}

export function presentHistory({ setNumber, published, months }: SetMonths, condition: Condition) {
  const known = new Map(months.map((month) => [month.month, month]));
  const history: ReturnType<typeof presentMonth>[] = [];
  if (published !== null) {
    for (let month = published.first; month <= published.through; month++)
      history.push(presentMonth(month, known.get(month)));
  }
  return { set_number: setNumber, condition, history };
}

function presentMonth(month: EpochMonth, published: PublishedMonth | undefined) {
  return {
    month: formatIsoMonth(month),
    value_usd: usdOrNull(published?.valueCents ?? null),
    range_low: usdOrNull(published?.lowCents ?? null),
    range_high: usdOrNull(published?.highCents ?? null),
    sales_count: published?.salesCount ?? 0,
    event: published?.event ?? null,
  };
}

function presentRange(value: CurrentValue) {
  return {
    low: usdFromCents(value.lowCents),
    high: usdFromCents(value.highCents),
    calculated_at: value.calculatedAt.toISOString(),
  };
}

function presentOffer(offer: RetailerOffer, names: RetailerNames) {
  return {
    retailer: offer.retailer,
    retailer_name: names[offer.retailer],
    current_price: usdOrNull(offer.priceCents),
    list_price: usdOrNull(offer.listPriceCents),
    discount_percent: discountPercent(offer.priceCents, offer.listPriceCents),
    in_stock: offer.inStock,
    is_first_party: offer.sellerType === null ? null : offer.sellerType === 'retailer',
    product_url: offer.productUrl,
    last_checked_at: offer.lastCheckedAt.toISOString(),
  };
}

function presentBox(box: Box) {
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
