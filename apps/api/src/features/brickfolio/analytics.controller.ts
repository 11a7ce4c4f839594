import { HISTORY_DAYS, type HistoryPeriod } from '@brickmarket/portfolio';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { Admitted, type AdmittedRequest } from '../../access/admitted-request.ts';
import { QuotaCost } from '../../access/route-declarations.ts';
import { V1 } from '../../http/contract.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { AnalyticsResponse, presentAnalytics } from './analytics.presenter.ts';
import { PortfolioReader } from './portfolio-reader.ts';

const PERIODS = Object.keys(HISTORY_DAYS) as HistoryPeriod[];

export class AnalyticsQuery {
  @ApiPropertyOptional({
    type: String,
    enum: PERIODS,
    default: '1y',
    description: 'How far back the value history goes.',
  })
  @IsOptional()
  @IsIn(PERIODS, { message: `period must be one of ${PERIODS.join(', ')}` })
  period: HistoryPeriod = '1y';
}

@Controller(`${V1}/brickfolio/analytics`)
export class AnalyticsController {
  constructor(private readonly portfolio: PortfolioReader) {}

  @Get()
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Totals, best and worst holding, daily values',
    description:
      'One point for each UTC day of the period, oldest first, the last one today. A holding counts from its ' +
      'purchase date, one without a date always; sold ones never. The totals are those of `/brickfolio` and ' +
      '`/brickfolio/entries`, to the cent.',
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
