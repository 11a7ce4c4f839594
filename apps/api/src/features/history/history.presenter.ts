import { type Condition, CONDITIONS, type EpochMonth, formatIsoMonth, usdOrNull } from '@brickmarket/domain';
import type { PublishedMonth, SetMonths } from '@brickmarket/persistence-ports';
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

/** The published months of a set as the contract shows them: every one, also those in which nothing happened. */
export function presentHistory({ setNumber, published, months }: SetMonths, condition: Condition): HistoryResponse {
  const known = new Map(months.map((month) => [month.month, month]));
  const history: HistoryPoint[] = [];
  if (published !== null) {
    for (let month = published.first; month <= published.through; month++)
      history.push(presentMonth(month, known.get(month)));
  }
  return { set_number: setNumber, condition, history };
}

function presentMonth(month: EpochMonth, published: PublishedMonth | undefined): HistoryPoint {
  return {
    month: formatIsoMonth(month),
    value_usd: usdOrNull(published?.valueCents ?? null),
    range_low: usdOrNull(published?.lowCents ?? null),
    range_high: usdOrNull(published?.highCents ?? null),
    sales_count: published?.salesCount ?? 0,
    event: published?.event ?? null,
  };
}
