import { DATA_TIERS } from '@brickmarket/domain';
import { ApiProperty } from '@nestjs/swagger';

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
    description: 'Discount from the list price, in percent; 0 at or above list. Null if a price is unknown.',
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

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of minifigures in the box, including duplicates.' })
  minifigs_count!: number;

  @ApiProperty({ type: [String], description: 'Numbers of the different minifigures in the set.' })
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
    description: 'Last day on sale. Null if not retired, or unknown.',
  })
  retire_date!: string | null;

  @ApiProperty({
    type: 'integer',
    enum: [1, 2, 3, 4],
    description: 'Availability: 1 announced, 2 available, 3 retiring soon, 4 retired.',
  })
  status_id!: number;

  @ApiProperty({
    enum: DATA_TIERS,
    description: 'Amount of evidence for the new value, or for the used value if there is no new value.',
  })
  data_tier!: string;

  @ApiProperty({ type: String, nullable: true })
  image_url!: string | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Value of a new, sealed copy, in USD. Null if unknown.' })
  new_value_usd!: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Value of a used copy, in USD. Null if unknown.' })
  used_value_usd!: number | null;

  @ApiProperty({
    type: ValueRange,
    nullable: true,
    description: 'Range of the next sale of a sealed copy, with a probability of 80 %. Null without a new value.',
  })
  value_range!: ValueRange | null;

  @ApiProperty({
    type: [RetailerSummary],
    description:
      'Current prices at the tracked retailers. Prices last checked more than 30 days ago (by ' +
      'default) are omitted.',
  })
  retailers!: readonly RetailerSummary[];

  @ApiProperty({ type: BoxSize, nullable: true })
  box!: BoxSize | null;
}
