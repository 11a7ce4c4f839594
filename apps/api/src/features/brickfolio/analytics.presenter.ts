import { formatIsoDay, usdFromCents } from '@brickmarket/domain';
import {
  HISTORY_DAYS,
  type HistoryPeriod,
  type Mover,
  type PortfolioHistoryPoint,
  portfolioTotals,
  topMovers,
  unitValueOf,
  valueHistory,
} from '@brickmarket/portfolio';
import { ApiProperty } from '@nestjs/swagger';
import { GAIN_OF_TOTALS } from './brickfolio.presenter.ts';
import type { Portfolio } from './portfolio-reader.ts';

export class TopGainer {
  @ApiProperty({ type: String, nullable: true })
  set_number!: string | null;

  @ApiProperty({ type: String, nullable: true })
  title!: string | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Gain as a percentage of cost, above 0. Null without a gain.',
  })
  gain_pct!: number | null;
}

export class TopLoser {
  @ApiProperty({ type: String, nullable: true })
  set_number!: string | null;

  @ApiProperty({ type: String, nullable: true })
  title!: string | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Loss as a percentage of cost, below 0. Null without a loss.',
  })
  loss_pct!: number | null;
}

export class AnalyticsSummary {
  @ApiProperty({ type: 'integer', minimum: 0 })
  total_sets!: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  total_items!: number;

  @ApiProperty({ type: Number, description: 'Cost of copies with a known price, in USD.' })
  total_cost_basis_usd!: number;

  @ApiProperty({ type: Number })
  total_current_value_usd!: number;

  @ApiProperty({ type: Number, description: GAIN_OF_TOTALS })
  unrealized_gain_loss_usd!: number;

  @ApiProperty({
    type: Number,
    description: 'Gain as a percentage of the cost of copies with a known price and value. 0 if that cost is 0.',
  })
  unrealized_gain_loss_pct!: number;

  @ApiProperty({
    type: TopGainer,
    nullable: true,
    description: 'Holding with the highest gain in percent. Null if none gains.',
  })
  top_gainer!: TopGainer | null;

  @ApiProperty({
    type: TopLoser,
    nullable: true,
    description: 'Holding with the highest loss in percent. Null if none loses.',
  })
  top_loser!: TopLoser | null;
}

export class ValuePoint {
  @ApiProperty({ type: String, format: 'date' })
  date!: string;

  @ApiProperty({ type: Number })
  total_value_usd!: number;

  @ApiProperty({ type: Number, description: 'Cost of copies with a known price, in USD.' })
  cost_basis_usd!: number;

  @ApiProperty({
    type: Number,
    description: 'Gain of copies with a known price and a known value on that day, in USD.',
  })
  gain_loss_usd!: number;

  @ApiProperty({ type: Number, description: 'Gain as a percentage of the cost of these copies. 0 if that cost is 0.' })
  gain_loss_pct!: number;
}

export class AnalyticsResponse {
  @ApiProperty({ type: String, enum: Object.keys(HISTORY_DAYS) })
  period!: string;

  @ApiProperty({ type: AnalyticsSummary })
  summary!: AnalyticsSummary;

  @ApiProperty({
    type: [ValuePoint],
    description: 'One point for each UTC day of the period, oldest first, until today.',
  })
  value_history!: readonly ValuePoint[];
}

export function presentAnalytics({ holdings, today }: Portfolio, period: HistoryPeriod): AnalyticsResponse {
  const totals = portfolioTotals(holdings, unitValueOf);
  const { gainer, loser } = topMovers(holdings, unitValueOf);
  const titleOf = (mover: Mover) => holdings.find((holding) => holding.setNumber === mover.setNumber)!.title;
  return {
    period,
    summary: {
      total_sets: totals.setCount,
      total_items: totals.itemCount,
      total_cost_basis_usd: usdFromCents(totals.costCents),
      total_current_value_usd: usdFromCents(totals.valueCents),
      unrealized_gain_loss_usd: usdFromCents(totals.gainCents),
      unrealized_gain_loss_pct: totals.gainPct,
      top_gainer: gainer && { set_number: gainer.setNumber, title: titleOf(gainer), gain_pct: gainer.gainPct },
      top_loser: loser && { set_number: loser.setNumber, title: titleOf(loser), loss_pct: loser.gainPct },
    },
    value_history: valueHistory(holdings, (holding) => holding.worth.steps, { period, today }).map(presentPoint),
  };
}

function presentPoint(point: PortfolioHistoryPoint): ValuePoint {
  return {
    date: formatIsoDay(point.day),
    total_value_usd: usdFromCents(point.valueCents),
    cost_basis_usd: usdFromCents(point.costCents),
    gain_loss_usd: usdFromCents(point.gainCents),
    gain_loss_pct: point.gainPct,
  };
}
