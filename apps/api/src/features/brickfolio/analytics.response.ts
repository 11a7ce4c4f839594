import { HISTORY_DAYS } from '@brickmarket/portfolio';
import { ApiProperty } from '@nestjs/swagger';

export class TopGainer {
  @ApiProperty({ type: String, nullable: true })
  set_number!: string | null;

  @ApiProperty({ type: String, nullable: true })
  title!: string | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Above 0.' })
  gain_pct!: number | null;
}

export class TopLoser {
  @ApiProperty({ type: String, nullable: true })
  set_number!: string | null;

  @ApiProperty({ type: String, nullable: true })
  title!: string | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Below 0.' })
  loss_pct!: number | null;
}

export class AnalyticsSummary {
  @ApiProperty({ type: 'integer', minimum: 0 })
  total_sets!: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  total_items!: number;

  @ApiProperty({ type: Number })
  total_cost_basis_usd!: number;

  @ApiProperty({ type: Number })
  total_current_value_usd!: number;

  @ApiProperty({ type: Number })
  unrealized_gain_loss_usd!: number;

  @ApiProperty({ type: Number, description: 'Percent of the cost; 0 when the cost is 0.' })
  unrealized_gain_loss_pct!: number;

  @ApiProperty({
    type: TopGainer,
    nullable: true,
    description: 'The holding with the highest gain in percent; null when none gains.',
  })
  top_gainer!: TopGainer | null;

  @ApiProperty({
    type: TopLoser,
    nullable: true,
    description: 'The holding with the highest loss in percent; null when none loses.',
  })
  top_loser!: TopLoser | null;
}

export class ValuePoint {
  @ApiProperty({ type: String, format: 'date' })
  date!: string;

  @ApiProperty({ type: Number })
  total_value_usd!: number;

  @ApiProperty({ type: Number })
  cost_basis_usd!: number;

  @ApiProperty({ type: Number })
  gain_loss_usd!: number;

  @ApiProperty({ type: Number })
  gain_loss_pct!: number;
}

export class AnalyticsResponse {
  @ApiProperty({ type: String, enum: Object.keys(HISTORY_DAYS) })
  period!: string;

  @ApiProperty({ type: AnalyticsSummary })
  summary!: AnalyticsSummary;

  @ApiProperty({
    type: [ValuePoint],
    description: 'One for each UTC day of the period, oldest first, the last one today.',
  })
  value_history!: readonly ValuePoint[];
}
