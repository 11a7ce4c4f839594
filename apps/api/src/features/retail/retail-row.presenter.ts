import { type EpochDay, type SellerType, usdOrNull } from '@brickmarket/domain';
import type { RetailListing, TrackedPrice } from '@brickmarket/persistence-ports';
import { exitEconomics, isStale, priceStateOn } from '@brickmarket/retail-tracking';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class PriceBlock {
  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Current price in USD. Null without an offer, or if the last check is older than 30 days ' +
      'by default. `sellerType` and `inStock` are then null too.',
  })
  price!: number | null;

  @ApiProperty({
    type: String,
    enum: ['retailer', 'third_party', null],
    nullable: true,
    description: 'Seller: the retailer itself (1P) or only third parties (3P). Null if unknown.',
  })
  sellerType!: SellerType | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the price last changed. Null if never.',
  })
  changedAt!: string | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Last price change in USD, signed. Null if none.' })
  lastChange!: number | null;

  @ApiProperty({ description: 'Whether the last change of seller was from the retailer to third parties.' })
  flip1pTo3p!: boolean;

  @ApiProperty({ description: 'Whether the price is the lowest ever seen.' })
  atLowest!: boolean;

  @ApiProperty({ type: Number, nullable: true, description: 'Lowest price ever seen, in USD. Null if unknown.' })
  lowest!: number | null;

  @ApiProperty({ type: Boolean, nullable: true })
  inStock!: boolean | null;
}

export class RetailExit {
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Lowest offer fulfilled by the retailer, in USD. Null if unknown.',
  })
  lowestFba!: number | null;

  @ApiProperty({ type: 'integer', minimum: 0, nullable: true })
  fbaSellers!: number | null;

  @ApiProperty({ type: Number, nullable: true })
  buyBox!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: '`lowestFba` less referral and fulfillment fees, by box size and weight, in USD. Null if unknown.',
  })
  netFba!: number | null;
}

export class RetailRow {
  @ApiProperty()
  setNumber!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Product identifier at the retailer. Null if unknown.' })
  asin!: string | null;

  @ApiProperty({ type: String, nullable: true })
  upc!: string | null;

  @ApiProperty({ type: String, nullable: true })
  ean!: string | null;

  @ApiPropertyOptional({
    type: Number,
    nullable: true,
    description:
      'Average cost per owned or listed copy of the caller, in USD. Null if no cost is known. Absent where ' +
      'holdings do not matter.',
  })
  paid?: number | null;

  @ApiProperty({ type: PriceBlock })
  retailer_a!: PriceBlock;

  @ApiProperty({ type: PriceBlock })
  retailer_b!: PriceBlock;

  @ApiProperty({ type: RetailExit })
  retailer_aExit!: RetailExit;
}

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

/** Same for every caller. */
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
