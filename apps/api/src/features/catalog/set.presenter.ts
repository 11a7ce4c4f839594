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
