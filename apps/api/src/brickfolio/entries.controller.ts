import { NotFoundError, parseIsoDay } from '@brickmarket/domain';
import { Brickfolios } from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import type { AdmittedRequest } from '../access/admitted-request.ts';
import { Admitted } from '../access/admitted.decorator.ts';
import { QuotaCost } from '../access/quota-cost.decorator.ts';
import { V1 } from '../http/api-version.ts';
import { pagination } from '../http/pagination.response.ts';
import { EntriesQuery } from './entries.query.ts';
import { presentEntry } from './entry.presenter.ts';
import type { EntriesResponse } from './entry.response.ts';

@Controller(`${V1}/brickfolio/entries`)
export class EntriesController {
  constructor(private readonly brickfolios: Brickfolios) {}

  @Get()
  @QuotaCost(1)
  async listEntries(@Query() { brickfolio_id, limit, offset }: EntriesQuery, @Admitted() request: AdmittedRequest): Promise<EntriesResponse> {
    const page = await this.brickfolios.findEntryPage(request.accountId, { brickfolioId: brickfolio_id ?? null, limit, offset, today: parseIsoDay(request.day)! });
    if (page === null) throw new NotFoundError('you have no brickfolio with this id');
    return { entries: page.entries.map(presentEntry), pagination: pagination(page.total, limit, offset) };
  }
}
