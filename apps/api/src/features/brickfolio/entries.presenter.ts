import { CONDITIONS, formatIsoDay, HOLDING_STATUSES, usdFromCents, usdOrNull } from '@brickmarket/domain';
import type { BrickfolioEntry } from '@brickmarket/persistence-ports';
import { valueHolding } from '@brickmarket/portfolio';
import { ApiProperty } from '@nestjs/swagger';
import { Pagination } from '../../http/pagination.ts';

export class EntryResponse {
  @ApiProperty({ type: 'integer', minimum: 1 })
  brickfolio_id!: number;

  @ApiProperty({ type: String })
  set_number!: string;

  @ApiProperty({ type: String })
  title!: string;

  @ApiProperty({ type: String })
  theme!: string;

  @ApiProperty({ type: 'integer', minimum: 1 })
  quantity!: number;

  @ApiProperty({ type: String, enum: CONDITIONS })
  condition!: string;

  @ApiProperty({ type: Number, nullable: true, description: 'Per unit; null when unknown.' })
  purchase_price_usd!: number | null;

  @ApiProperty({ type: String, format: 'date', nullable: true })
  purchase_date!: string | null;

  @ApiProperty({
    type: String,
    enum: HOLDING_STATUSES,
    description: 'Sold holdings are listed, but count in no total.',
  })
  status!: string;

  @ApiProperty({ type: Number, nullable: true, description: 'Per unit; null when unknown.' })
  current_value_usd!: number | null;

  @ApiProperty({ type: Number, description: 'Of all copies; carried at cost when the value is unknown.' })
  total_current_value_usd!: number;

  @ApiProperty({ type: Number, description: 'Total value less cost; an unknown price counts as 0.' })
  unrealized_gain_loss_usd!: number;

  @ApiProperty({
    type: Number,
    description: 'Percent of the cost; 0 when the cost is 0 or unknown, and when the value is unknown.',
  })
  unrealized_gain_loss_pct!: number;
}

export class EntriesResponse {
  @ApiProperty({ type: [EntryResponse], description: 'By brickfolio, set number and age.' })
  entries!: readonly EntryResponse[];

  @ApiProperty({ type: Pagination })
  pagination!: Pagination;
}

/** A holding next to the market. */
export function presentEntry({ brickfolioId, holding, title, theme, unitValueCents }: BrickfolioEntry): EntryResponse {
  const valuation = valueHolding(holding, unitValueCents);
  return {
    brickfolio_id: brickfolioId,
    set_number: holding.setNumber,
    title,
    theme,
    quantity: holding.quantity,
    condition: holding.condition,
    purchase_price_usd: usdOrNull(valuation.unitCostCents),
    purchase_date: holding.purchaseDay === null ? null : formatIsoDay(holding.purchaseDay),
    status: holding.status,
    current_value_usd: usdOrNull(valuation.unitValueCents),
    total_current_value_usd: usdFromCents(valuation.valueCents),
    unrealized_gain_loss_usd: usdFromCents(valuation.gainCents),
    unrealized_gain_loss_pct: valuation.gainPct,
  };
}
