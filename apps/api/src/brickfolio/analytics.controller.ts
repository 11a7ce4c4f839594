import { Controller, Get, Query } from '@nestjs/common';
import type { AdmittedRequest } from '../access/admitted-request.ts';
import { Admitted } from '../access/admitted.decorator.ts';
import { QuotaCost } from '../access/quota-cost.decorator.ts';
import { V1 } from '../http/api-version.ts';
import { presentAnalytics } from './analytics.presenter.ts';
import { AnalyticsQuery } from './analytics.query.ts';
import type { AnalyticsResponse } from './analytics.response.ts';
import { PortfolioReader } from './portfolio-reader.ts';

@Controller(`${V1}/brickfolio/analytics`)
export class AnalyticsController {
  constructor(private readonly portfolio: PortfolioReader) {}

  @Get()
  @QuotaCost(1)
  async getAnalytics(@Query() { period }: AnalyticsQuery, @Admitted() request: AdmittedRequest): Promise<AnalyticsResponse> {
    return presentAnalytics(await this.portfolio.read(request), period);
  }
}
