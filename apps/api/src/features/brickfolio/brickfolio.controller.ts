import { NotFoundError } from '@brickmarket/domain';
import { Omittable } from '@brickmarket/extension';
import { Brickfolios } from '@brickmarket/persistence-ports';
import { HISTORY_DAYS, type HistoryPeriod, setConditionKey } from '@brickmarket/portfolio';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { QuotaCost } from '../../access/admission.guard.ts';
import { Admitted, type AdmittedRequest } from '../../access/admission.ts';
import { V1 } from '../../http/contract.ts';
import { PageQuery, pagination, QueryInt } from '../../http/parameters.ts';
import { ContractRoute } from '../../openapi/decorators.ts';
import { AnalyticsResponse, presentAnalytics } from './analytics.presenter.ts';
import {
  BrickfoliosResponse,
  presentBrickfolios,
  EntriesResponse,
  EntryResponse,
  presentEntry,
} from './brickfolio.presenter.ts';
import { PortfolioReader, ValuedSets } from './portfolio-reader.ts';

@Controller(`${V1}/brickfolio`)
export class BrickfolioController {
  constructor(private readonly portfolio: PortfolioReader) {}

  @Get()
  @QuotaCost(1)
  @ContractRoute({
    summary: 'All brickfolios of the caller',
    description:
      'The default brickfolio first, then by ID. Totals and months count owned and listed ' +
      'holdings, not sold ones. Holdings without a purchase date belong to no month.',
    data: BrickfoliosResponse,
    scope: 'books',
  })
  listBrickfolios(@Admitted() request: AdmittedRequest): Promise<BrickfoliosResponse> {
    return this.portfolio.present(request, presentBrickfolios);
  }
}

export class EntriesQuery extends PageQuery {
  // Larger than any id: an unknown id is a 404, not a 400.
  @QueryInt({ min: 1, max: 999_999_999_999_999, description: 'Only holdings of this brickfolio.' })
  brickfolio_id?: number;
}

@Controller(`${V1}/brickfolio/entries`)
export class EntriesController {
  constructor(
    private readonly brickfolios: Brickfolios,
    private readonly sets: ValuedSets,
  ) {}

  @Get()
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Holdings of all brickfolios or one',
    description:
      'All holdings, including sold ones, by brickfolio, set number and age. Prices and values ' +
      'are per copy, totals for all copies.',
    data: EntriesResponse,
    rows: { property: 'entries', of: EntryResponse },
    scope: 'books',
    notFound: 'The caller has no collection with this `brickfolio_id`.',
  })
  async listEntries(
    @Query() { brickfolio_id, limit, offset }: EntriesQuery,
    @Admitted() request: AdmittedRequest,
  ): Promise<EntriesResponse> {
    const page = await this.brickfolios.findEntryPage(request.accountId, {
      brickfolioId: brickfolio_id ?? null,
      limit,
      offset,
    });
    if (page === null) throw new NotFoundError('brickfolio not found');
    const sets = this.sets.known(page.entries, request) ?? (await this.sets.read(page.entries, request));
    return {
      entries: page.entries.map((holding) => presentEntry(holding, sets.get(setConditionKey(holding))!)),
      pagination: pagination(page.total, limit, offset),
    };
  }
}

const PERIODS = Object.keys(HISTORY_DAYS) as HistoryPeriod[];

export class AnalyticsQuery {
  @ApiPropertyOptional({
    type: String,
    enum: PERIODS,
    default: '1y',
    description: 'Period of the value history.',
  })
  @Omittable()
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
      'One point for each UTC day of the period, oldest first, until today. A holding counts ' +
      'from its purchase date, or always without a date. Sold holdings do not count. Totals ' +
      'equal those of `/brickfolio` and `/brickfolio/entries` to the cent.',
    data: AnalyticsResponse,
    scope: 'books',
  })
  getAnalytics(@Query() { period }: AnalyticsQuery, @Admitted() request: AdmittedRequest): Promise<AnalyticsResponse> {
    return this.portfolio.present(request, (portfolio) => presentAnalytics(portfolio, period));
  }
}
