import { NotFoundError, parseIsoDay } from '@brickmarket/domain';
import { Brickfolios } from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import { Admitted, type AdmittedRequest } from '../../access/admitted-request.ts';
import { QuotaCost } from '../../access/route-declarations.ts';
import { V1 } from '../../http/contract.ts';
import { PageQuery, pagination } from '../../http/pagination.ts';
import { QueryInt } from '../../http/parameters.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { EntriesResponse, EntryResponse, presentEntry } from './entries.presenter.ts';

/** Which holdings to list. */
export class EntriesQuery extends PageQuery {
  // Beyond what any id can be: an id that is no one's is not found, not malformed.
  @QueryInt({ min: 1, max: 999_999_999_999_999, description: 'Only holdings of this brickfolio.' })
  brickfolio_id?: number;
}

@Controller(`${V1}/brickfolio/entries`)
export class EntriesController {
  constructor(private readonly brickfolios: Brickfolios) {}

  @Get()
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Holdings, of all collections or one',
    description:
      'Every holding, sold ones too, by collection, set number and age. Prices and values are per unit, totals ' +
      'for all copies.',
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
