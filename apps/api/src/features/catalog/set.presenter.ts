import {
  type Box,
  DATA_TIERS,
  type EpochDay,
  formatIsoDay,
  inchesFromMm,
  poundsFromGrams,
  type RetailerNames,
  roundHalfAwayFromZero,
  SetStatus,
  setStatusOn,
  usdFromCents,
  usdOrNull,
} from '@brickmarket/domain';
import type { CurrentValue, RetailerOffer, SetRecord } from '@brickmarket/persistence-ports';
import { discountPercent, isStale } from '@brickmarket/retail-tracking';
import { ApiProperty } from '@nestjs/swagger';
import type { ApiConfig } from '../../config/config.ts';

export class Barcodes {
  @ApiProperty({ type: String, nullable: true })
  upc!: string | null;

  @ApiProperty({ type: String, nullable: true })
  ean!: string | null;
}

export class ValueRange {
  @ApiProperty()
  low!: number;

  @ApiProperty()
  high!: number;

  @ApiProperty({ format: 'date-time' })
  calculated_at!: string;
}

export class RetailerSummary {
  @ApiProperty()
  retailer!: string;

  @ApiProperty()
  retailer_name!: string;

  @ApiProperty({ type: Number, nullable: true })
  current_price!: number | null;

  @ApiProperty({ type: Number, nullable: true })
  list_price!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    minimum: 0,
    maximum: 100,
    description:
      'How far the current price lies below the list price, in percent of it; 0 at or above list. Null when ' +
      'either is unknown.',
  })
  discount_percent!: number | null;

  @ApiProperty({ type: Boolean, nullable: true })
  in_stock!: boolean | null;

  @ApiProperty({ type: Boolean, nullable: true })
  is_first_party!: boolean | null;

  @ApiProperty({ type: String, nullable: true })
  product_url!: string | null;

  @ApiProperty({ format: 'date-time' })
  last_checked_at!: string;
}

export class BoxSize {
  @ApiProperty()
  width_in!: number;

  @ApiProperty()
  height_in!: number;

  @ApiProperty()
  depth_in!: number;

  @ApiProperty()
  weight_lbs!: number;
}

export class SetResponse {
  @ApiProperty()
  set_number!: string;

  @ApiProperty()
  title!: string;

  @ApiProperty()
  theme!: string;

  @ApiProperty({ type: String, nullable: true })
  subtheme!: string | null;

  @ApiProperty({ type: 'integer', minimum: 0 })
  pieces!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many minifigures come in the box, copies counted.' })
  minifigs_count!: number;

  @ApiProperty({ type: [String], description: 'Numbers of the minifigures in the set.' })
  minifigs!: readonly string[];

  @ApiProperty({ type: Barcodes })
  barcodes!: Barcodes;

  @ApiProperty({ type: Number, nullable: true })
  msrp_usd!: number | null;

  @ApiProperty({ type: String, format: 'date', nullable: true })
  release_date!: string | null;

  @ApiProperty({
    type: String,
    format: 'date',
    nullable: true,
    description: 'The last day on sale. Null when not retired, or when the day is unknown.',
  })
  retire_date!: string | null;

  @ApiProperty({
    type: 'integer',
    enum: [1, 2, 3, 4],
    description: '1 announced, 2 available, 3 retiring soon, 4 retired.',
  })
  status_id!: number;

  @ApiProperty({
    enum: DATA_TIERS,
    description: 'Confidence of the computed new value, or of the used one where there is no new value.',
  })
  data_tier!: string;

  @ApiProperty({ type: String, nullable: true })
  image_url!: string | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Computed value, new and sealed.' })
  new_value_usd!: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Computed value, used.' })
  used_value_usd!: number | null;

  @ApiProperty({
    type: ValueRange,
    nullable: true,
    description: 'Central 80 % predictive interval for the next sale of a sealed copy.',
  })
  value_range!: ValueRange | null;

  @ApiProperty({
    type: [RetailerSummary],
    description: 'What retailers ask now. One that was last checked too long ago, 30 days as a rule, is left out.',
  })
  retailers!: readonly RetailerSummary[];

  @ApiProperty({ type: BoxSize, nullable: true })
  box!: BoxSize | null;
}

/** A set as the contract shows it on a day. A retailer not checked for more than `retailStaleDays` is left out. */
export function presentSet(
  record: SetRecord,
  today: EpochDay,
  { retailStaleDays, retailerNames }: Pick<ApiConfig, 'retailStaleDays' | 'retailerNames'>,
): SetResponse {
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

function presentRange(value: CurrentValue): ValueRange {
  return {
    low: usdFromCents(value.lowCents),
    high: usdFromCents(value.highCents),
    calculated_at: value.calculatedAt.toISOString(),
  };
}

function presentOffer(offer: RetailerOffer, names: RetailerNames): RetailerSummary {
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
