import { formatIsoDay, usdFromCents, usdOrNull } from '@brickmarket/domain';
import type { RecordedSale } from '@brickmarket/persistence-ports';
import { saleResult } from '@brickmarket/portfolio';
import { ApiProperty } from '@nestjs/swagger';
import { Pagination } from '../../http/pagination.ts';

export class SaleResponse {
  @ApiProperty({ type: 'integer', minimum: 1 })
  id!: number;

  @ApiProperty({ type: String })
  set_number!: string;

  @ApiProperty({ type: String })
  title!: string;

  @ApiProperty({ type: String, description: 'A lower-case word: ebay, bricklink, amazon, ...' })
  platform!: string;

  @ApiProperty({ type: String, format: 'date' })
  sale_date!: string;

  @ApiProperty({ type: 'integer', minimum: 1 })
  quantity!: number;

  @ApiProperty({ type: Number })
  gross_proceeds_usd!: number;

  @ApiProperty({ type: Number })
  platform_fees_usd!: number;

  @ApiProperty({ type: Number })
  payment_fees_usd!: number;

  @ApiProperty({ type: Number })
  shipping_cost_usd!: number;

  @ApiProperty({ type: Number, description: 'Gross less platform fees, payment fees and shipping.' })
  net_proceeds_usd!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Net less the cost of the units sold; null when that is unknown.',
  })
  profit_loss_usd!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'The profit in percent of the cost; 0 when the cost is 0, null when it is unknown.',
  })
  roi_pct!: number | null;
}

export class SalesResponse {
  @ApiProperty({ type: [SaleResponse], description: 'Newest first.' })
  sales!: readonly SaleResponse[];

  @ApiProperty({ type: Pagination })
  pagination!: Pagination;
}

/** A line of the ledger with what it brought in. */
export function presentSale({ id, sale, title }: RecordedSale): SaleResponse {
  const result = saleResult(sale);
  return {
    id,
    set_number: sale.setNumber,
    title,
    platform: sale.platform,
    sale_date: formatIsoDay(sale.saleDay),
    quantity: sale.quantity,
    gross_proceeds_usd: usdFromCents(sale.grossCents),
    platform_fees_usd: usdFromCents(sale.platformFeesCents),
    payment_fees_usd: usdFromCents(sale.paymentFeesCents),
    shipping_cost_usd: usdFromCents(sale.shippingCents),
    net_proceeds_usd: usdFromCents(result.netCents),
    profit_loss_usd: usdOrNull(result.profitCents),
    roi_pct: result.roiPct,
  };
}
