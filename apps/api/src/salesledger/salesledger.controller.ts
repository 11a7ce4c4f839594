import { SalesLedger } from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import type { AdmittedRequest } from '../access/admitted-request.ts';
import { Admitted } from '../access/admitted.decorator.ts';
import { QuotaCost } from '../access/quota-cost.decorator.ts';
import { V1 } from '../http/api-version.ts';
import { PageQuery } from '../http/page.query.ts';
import { pagination } from '../http/pagination.response.ts';
import { presentSale } from './sale.presenter.ts';
import type { SalesResponse } from './sale.response.ts';

@Controller(`${V1}/salesledger`)
export class SalesledgerController {
  constructor(private readonly ledger: SalesLedger) {}

  @Get()
  @QuotaCost(1)
  async listSales(@Query() { limit, offset }: PageQuery, @Admitted() request: AdmittedRequest): Promise<SalesResponse> {
    const page = await this.ledger.listPage(request.accountId, { limit, offset });
    return { sales: page.sales.map(presentSale), pagination: pagination(page.total, limit, offset) };
  }
}
