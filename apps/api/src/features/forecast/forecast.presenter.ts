import { type Condition, parseIsoDay, usdFromCents } from '@brickmarket/domain';
import type { SetMonths, SetRecord } from '@brickmarket/persistence-ports';
import { forecastSet, type MarketForecast, type PriceRange } from '@brickmarket/valuation';
import { ApiProperty } from '@nestjs/swagger';
import type { DataStamp } from '../../caching/document-cache.ts';

export class PriceAhead {
  @ApiProperty()
  value_usd!: number;

  @ApiProperty({ description: 'Lower end of the 80 % range, in USD.' })
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
    description: 'Lower end of the 80 % range, in sales.',
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

  @ApiProperty({ description: 'The same in sentences, with the reason for each null.' })
  text!: string;
}

export class ForecastResponse {
  @ApiProperty()
  set_number!: string;

  @ApiProperty({
    type: ConditionForecast,
    nullable: true,
    description: 'Forecast for a sealed copy. Null without a new value.',
  })
  new!: ConditionForecast | null;

  @ApiProperty({
    type: ConditionForecast,
    nullable: true,
    description: 'Forecast for a used copy. Null without a used value.',
  })
  used!: ConditionForecast | null;
}

export interface ForecastSource {
  readonly record: SetRecord;
  readonly months: Readonly<Record<Condition, SetMonths | null>>;
}

export function presentForecast(
  { record, months }: ForecastSource,
  learned: MarketForecast | null,
  stamp: DataStamp,
): ForecastResponse {
  const today = parseIsoDay(stamp.day)!;
  const presentCondition = (condition: Condition): ConditionForecast | null => {
    const forecast = forecastSet(learned, record, condition, months[condition], today);
    if (forecast === null) return null;
    const { prices, sales, text } = forecast;
    return {
      in_6_months: presentPrice(prices[6]),
      in_12_months: presentPrice(prices[12]),
      sales_in_90_days: sales && { sales_count: sales.middle, range_low: sales.low, range_high: sales.high },
      text,
    };
  };
  return { set_number: record.set.setNumber, new: presentCondition('sealed'), used: presentCondition('used') };
}

function presentPrice(range: PriceRange | null): PriceAhead | null {
  return (
    range && {
      value_usd: usdFromCents(range.middleCents),
      range_low: usdFromCents(range.lowCents),
      range_high: usdFromCents(range.highCents),
    }
  );
}
