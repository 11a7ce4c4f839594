import { Controller, Get, Query } from '@nestjs/common';
import type { AdmittedRequest } from '../../access/admitted-request.ts';
import { Admitted } from '../../access/admitted.decorator.ts';
import { QuotaCost } from '../../access/quota-cost.decorator.ts';
import { V1 } from '../../http/api-version.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { presentAnalytics } from './analytics.presenter.ts';
import { AnalyticsQuery } from './analytics.query.ts';
import { AnalyticsResponse } from './analytics.response.ts';
import { PortfolioReader } from './portfolio-reader.ts';

@Controller(`${V1}/brickfolio/analytics`)
export class AnalyticsController {
  constructor(private readonly portfolio: PortfolioReader) {}

  @Get()
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Totals, best and worst holding, daily values',
    description:
      'One point for each UTC day of the period, oldest first, the last one today. A holding counts from its purchase date, one without a date always; sold ones never. The totals are those of `/brickfolio` and `/brickfolio/entries`, to the cent.',
    data: AnalyticsResponse,
    scope: 'caller',
  })
  async getAnalytics(
    @Query() { period }: AnalyticsQuery,
    @Admitted() request: AdmittedRequest,
  ): Promise<AnalyticsResponse> {
    return presentAnalytics(await this.portfolio.read(request), period);
  }
}
