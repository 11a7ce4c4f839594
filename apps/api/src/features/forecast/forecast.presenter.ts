import { ApiProperty } from '@nestjs/swagger';

export class PriceAhead {
  @ApiProperty()
  value_usd!: number;

  @ApiProperty({ description: 'With `range_high` the central 80 % predictive interval.' })
  range_low!: number;

  @ApiProperty()
  range_high!: number;
}

export class SalesAhead {
  @ApiProperty({ type: 'integer', minimum: 0 })
  sales_count!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'With `range_high` the central 80 % predictive interval, in whole sales.',
  })
  range_low!: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  range_high!: number;
}

export class ConditionForecast {
  @ApiProperty({ type: PriceAhead, nullable: true })
  in_6_months!: PriceAhead | null;

  @ApiProperty({ type: PriceAhead, nullable: true })
  in_12_months!: PriceAhead | null;

  @ApiProperty({ type: SalesAhead, nullable: true })
  sales_in_90_days!: SalesAhead | null;

  @ApiProperty({ description: 'The same in sentences, with the reason for each part that is null.' })
  text!: string;
}

export class ForecastResponse {
  @ApiProperty()
  set_number!: string;

  @ApiProperty({ type: ConditionForecast, nullable: true, description: 'Null when the set has no new value.' })
  new!: ConditionForecast | null;

  @ApiProperty({ type: ConditionForecast, nullable: true, description: 'Null when the set has no used value.' })
  used!: ConditionForecast | null;
}
