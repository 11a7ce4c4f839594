import { ApiProperty } from '@nestjs/swagger';
import { Pagination } from '../../http/pagination.response.ts';

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
