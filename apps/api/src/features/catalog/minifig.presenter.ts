import { usdFromCents, usdOrNull } from '@brickmarket/domain';
import type { MinifigRecord } from '@brickmarket/persistence-ports';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class MinifigValueRange {
  @ApiProperty()
  low!: number;

  @ApiProperty()
  high!: number;
}

export class MinifigResponse {
  @ApiProperty()
  minifig_number!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ type: String, nullable: true })
  category!: string | null;

  @ApiPropertyOptional({ description: 'Present only when known.' })
  color?: string;

  @ApiProperty({ type: 'integer', nullable: true })
  year_released!: number | null;

  @ApiProperty({ type: String, nullable: true })
  image_url!: string | null;

  @ApiProperty({ type: Number, nullable: true })
  current_value_usd!: number | null;

  @ApiProperty({ type: MinifigValueRange, nullable: true })
  value_range!: MinifigValueRange | null;

  @ApiProperty({ type: 'integer', minimum: 0 })
  set_count!: number;

  @ApiProperty({ type: [String], description: 'Numbers of the sets in which it appears.' })
  sets!: readonly string[];
}

/** A minifigure as the contract shows it. */
export function presentMinifig({ minifig, setNumbers, value }: MinifigRecord): MinifigResponse {
  return {
    minifig_number: minifig.minifigNumber,
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
