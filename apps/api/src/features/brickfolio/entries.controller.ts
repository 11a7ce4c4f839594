import { NotFoundError, parseIsoDay } from '@brickmarket/domain';
import { Brickfolios } from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import type { AdmittedRequest } from '../../access/admitted-request.ts';
import { Admitted } from '../../access/admitted.decorator.ts';
import { QuotaCost } from '../../access/quota-cost.decorator.ts';
import { V1 } from '../../http/api-version.ts';
import { pagination } from '../../http/pagination.response.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { EntriesQuery } from './entries.query.ts';
import { presentEntry } from './entry.presenter.ts';
import { EntriesResponse, EntryResponse } from './entry.response.ts';

@Controller(`${V1}/brickfolio/entries`)
export class EntriesController {
  constructor(private readonly brickfolios: Brickfolios) {}

  @Get()
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Holdings, of all collections or one',
    description:
      'Every holding, sold ones too, by collection, set number and age. Prices and values are per unit, totals for all copies.',
    data: EntriesResponse,
    rows: { property: 'entries', of: EntryResponse },
    scope: 'caller',
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
      today: parseIsoDay(request.day)!,
    });
    if (page === null) throw new NotFoundError('you have no brickfolio with this id');
    return { entries: page.entries.map(presentEntry), pagination: pagination(page.total, limit, offset) };
  }
}
