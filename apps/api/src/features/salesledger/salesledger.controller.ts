import { formatIsoDay, usdFromCents, usdOrNull } from '@brickmarket/domain';
import { type RecordedSale, SalesLedger, type SetName } from '@brickmarket/persistence-ports';
import { saleResult } from '@brickmarket/portfolio';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { QuotaCost } from '../../access/admission.guard.ts';
import { Admitted, type AdmittedRequest } from '../../access/admission.ts';
import { V1 } from '../../http/contract.ts';
import { Pagination, PageQuery, pagination } from '../../http/parameters.ts';
import { ContractRoute } from '../../openapi/decorators.ts';
import { SetNames } from './set-names.ts';

export class SaleResponse {
  @ApiProperty({ type: 'integer', minimum: 1 })
  id!: number;

  @ApiProperty({ type: String })
  set_number!: string;

  @ApiProperty({ type: String })
  title!: string;

  @ApiProperty({ type: String, description: 'Selling platform in lower case, such as ebay, bricklink or amazon.' })
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

  @ApiProperty({ type: Number, description: 'Gross proceeds less platform fees, payment fees and shipping, in USD.' })
  net_proceeds_usd!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Net proceeds less the cost of the sold copies, in USD. Null if the cost is unknown.',
  })
  profit_loss_usd!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Profit as a percentage of cost. 0 if the cost is 0, null if unknown.',
  })
  roi_pct!: number | null;
}

export class SalesResponse {
  @ApiProperty({ type: [SaleResponse], description: 'Newest first.' })
  sales!: readonly SaleResponse[];

  @ApiProperty({ type: Pagination })
  pagination!: Pagination;
}

function presentSale(sale: RecordedSale, { setNumber, title }: SetName): SaleResponse {
  const result = saleResult(sale);
  return {
    id: sale.id,
    set_number: setNumber,
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

@Controller(`${V1}/salesledger`)
export class SalesledgerController {
  constructor(
    private readonly ledger: SalesLedger,
    private readonly names: SetNames,
  ) {}

  @Get()
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Recorded sales',
    description:
      'Newest first. Net is gross less platform fees, payment fees and shipping. Profit is net ' +
      'less the cost of the sold copies; `roi_pct` is profit as a percentage of cost. Both are ' +
      'null if the cost is unknown.',
    data: SalesResponse,
    rows: { property: 'sales', of: SaleResponse },
    scope: 'books',
  })
  async listSales(@Query() { limit, offset }: PageQuery, @Admitted() request: AdmittedRequest): Promise<SalesResponse> {
    const { sales, total } = await this.ledger.listPage(request.accountId, { limit, offset });
    const names = await this.names.read(sales, request);
    return {
      sales: sales.map((sale) => presentSale(sale, names.get(sale.setId)!)),
      pagination: pagination(total, limit, offset),
    };
  }
}
