import {
  formatIsoMonth,
  usdFromCents,
  usdOrNull,
  CONDITIONS,
  formatIsoDay,
  HOLDING_STATUSES,
} from '@brickmarket/domain';
import type { BrickfolioRecord, HoldingRecord } from '@brickmarket/persistence-ports';
import {
  type MonthlyPurchases,
  monthlyPurchases,
  type PortfolioTotals,
  portfolioTotals,
  unitValueOf,
  type ValuedHolding,
  type ValuedSet,
  valueHolding,
} from '@brickmarket/portfolio';
import { ApiProperty } from '@nestjs/swagger';
import { Pagination } from '../../http/parameters.ts';
import type { Portfolio } from './portfolio-reader.ts';

/** Also used by the analytics. */
export const GAIN_OF_TOTALS =
  'Gain of copies with a known price and value, in USD. Value less cost less gain is the value ' +
  'of copies without a known price.';

export class BrickfolioSummary {
  @ApiProperty({ type: 'integer', minimum: 1 })
  id!: number;

  @ApiProperty({ type: String })
  name!: string;

  @ApiProperty({ type: String, nullable: true })
  description!: string | null;

  @ApiProperty({ type: Boolean, description: 'Whether this is the default brickfolio. Every account has exactly one.' })
  is_default!: boolean;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of different sets that are owned or listed.' })
  owned_set_count!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of copies that are owned or listed.' })
  owned_item_count!: number;

  @ApiProperty({ type: Number, description: 'Cost of copies with a known price, in USD.' })
  total_cost_basis_usd!: number;

  @ApiProperty({ type: Number, description: 'Value of all copies, in USD. Copies of unknown value count at cost.' })
  total_current_value_usd!: number;

  @ApiProperty({ type: Number, description: GAIN_OF_TOTALS })
  unrealized_gain_loss_usd!: number;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at!: string;
}

export class MonthlyPeriod {
  @ApiProperty({ type: String, pattern: '^\\d{4}-\\d{2}$' })
  month!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of owned or listed holdings bought in the month.' })
  entry_count!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of copies in these holdings.' })
  items!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Cost of copies with a known price, in USD. Null if no price of the month is known.',
  })
  cost_basis_usd!: number | null;
}

export class BrickfoliosResponse {
  @ApiProperty({
    type: [BrickfolioSummary],
    description: 'Brickfolios of the caller: the default one first, then by ID.',
  })
  brickfolios!: readonly BrickfolioSummary[];

  @ApiProperty({ type: [MonthlyPeriod], description: 'Purchases by month, oldest first.' })
  monthly_periods!: readonly MonthlyPeriod[];
}

export function presentBrickfolios({ brickfolios, holdings }: Portfolio): BrickfoliosResponse {
  const contents = new Map(brickfolios.map(({ id }): [number, ValuedHolding[]] => [id, []]));
  for (const holding of holdings) contents.get(holding.brickfolioId)!.push(holding);
  return {
    brickfolios: brickfolios.map((brickfolio) =>
      presentSummary(brickfolio, portfolioTotals(contents.get(brickfolio.id)!, unitValueOf)),
    ),
    monthly_periods: monthlyPurchases(holdings).map(presentMonth),
  };
}

function presentSummary(brickfolio: BrickfolioRecord, totals: PortfolioTotals): BrickfolioSummary {
  return {
    id: brickfolio.id,
    name: brickfolio.name,
    description: brickfolio.description,
    is_default: brickfolio.isDefault,
    owned_set_count: totals.setCount,
    owned_item_count: totals.itemCount,
    total_cost_basis_usd: usdFromCents(totals.costCents),
    total_current_value_usd: usdFromCents(totals.valueCents),
    unrealized_gain_loss_usd: usdFromCents(totals.gainCents),
    created_at: brickfolio.createdAt.toISOString(),
  };
}

function presentMonth({ month, entryCount, itemCount, costCents }: MonthlyPurchases): MonthlyPeriod {
  return {
    month: formatIsoMonth(month),
    entry_count: entryCount,
    items: itemCount,
    cost_basis_usd: usdOrNull(costCents),
  };
}

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

  @ApiProperty({ type: Number, nullable: true, description: 'Price paid per copy, in USD. Null if unknown.' })
  purchase_price_usd!: number | null;

  @ApiProperty({ type: String, format: 'date', nullable: true })
  purchase_date!: string | null;

  @ApiProperty({
    type: String,
    enum: HOLDING_STATUSES,
    description: 'Status of the holding. Sold holdings count in no total.',
  })
  status!: string;

  @ApiProperty({ type: Number, nullable: true, description: 'Value per copy, in USD. Null if unknown.' })
  current_value_usd!: number | null;

  @ApiProperty({ type: Number, description: 'Value of all copies, in USD. At cost if the value is unknown.' })
  total_current_value_usd!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Total value less cost, in USD. Null if the price or the value is unknown.',
  })
  unrealized_gain_loss_usd!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Gain as a percentage of cost. 0 if the cost is 0, null if the price or the value is unknown.',
  })
  unrealized_gain_loss_pct!: number | null;
}

export class EntriesResponse {
  @ApiProperty({ type: [EntryResponse], description: 'Holdings by brickfolio, set number and age.' })
  entries!: readonly EntryResponse[];

  @ApiProperty({ type: Pagination })
  pagination!: Pagination;
}

export function presentEntry(holding: HoldingRecord, { setNumber, title, theme, worth }: ValuedSet): EntryResponse {
  const valuation = valueHolding(holding, worth.todayCents);
  return {
    brickfolio_id: holding.brickfolioId,
    set_number: setNumber,
    title,
    theme,
    quantity: holding.quantity,
    condition: holding.condition,
    purchase_price_usd: usdOrNull(valuation.unitCostCents),
    purchase_date: holding.purchaseDay === null ? null : formatIsoDay(holding.purchaseDay),
    status: holding.status,
    current_value_usd: usdOrNull(valuation.unitValueCents),
    total_current_value_usd: usdFromCents(valuation.valueCents),
    unrealized_gain_loss_usd: usdOrNull(valuation.gainCents),
    unrealized_gain_loss_pct: valuation.gainPct,
  };
}
