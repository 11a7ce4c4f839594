import { SalesLedger } from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import { Admitted, type AdmittedRequest } from '../../access/admitted-request.ts';
import { QuotaCost } from '../../access/route-declarations.ts';
import { V1 } from '../../http/contract.ts';
import { PageQuery, pagination } from '../../http/pagination.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { presentSale, SaleResponse, SalesResponse } from './salesledger.presenter.ts';

@Controller(`${V1}/salesledger`)
export class SalesledgerController {
  constructor(private readonly ledger: SalesLedger) {}

  @Get()
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Recorded sales',
    description:
      'Newest first. Net is gross less platform fees, payment fees and shipping; profit is net less the cost ' +
      'of the units sold, `roi_pct` that profit in percent of the cost. Both are null when the cost is unknown.',
    data: SalesResponse,
    rows: { property: 'sales', of: SaleResponse },
    scope: 'caller',
  })
  async listSales(@Query() { limit, offset }: PageQuery, @Admitted() request: AdmittedRequest): Promise<SalesResponse> {
    const page = await this.ledger.listPage(request.accountId, { limit, offset });
    return { sales: page.sales.map(presentSale), pagination: pagination(page.total, limit, offset) };
  }
}
