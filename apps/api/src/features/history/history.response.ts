import { CONDITIONS } from '@brickmarket/domain';
import { ApiProperty } from '@nestjs/swagger';

export class HistoryPoint {
  @ApiProperty({ type: String, pattern: '^\\d{4}-\\d{2}$', example: '2026-10' })
  month!: string;

  @ApiProperty({ type: Number, nullable: true, description: 'The median sale of the month.' })
  value_usd!: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'The 10th percentile of the sales of the month.' })
  range_low!: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'The 90th percentile of the sales of the month.' })
  range_high!: number | null;

  @ApiProperty({ type: 'integer', minimum: 0, nullable: true })
  sales_count!: number | null;

  @ApiProperty({ type: String, enum: ['released', 'retired', null], nullable: true })
  event!: string | null;
}

export class HistoryResponse {
  @ApiProperty()
  set_number!: string;

  @ApiProperty({ enum: CONDITIONS })
  condition!: string;

  @ApiProperty({ type: [HistoryPoint], description: 'Finalized months only, oldest first, none left out.' })
  history!: readonly HistoryPoint[];
}
