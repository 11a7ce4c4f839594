import { type Minifig, parseIsoDay } from '@brickmarket/domain';
import { MinifigCatalog, SetCatalog, type SetIdentity } from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import type { AdmittedRequest } from '../../access/admitted-request.ts';
import { Admitted } from '../../access/admitted.decorator.ts';
import { QuotaCost } from '../../access/quota-cost.decorator.ts';
import { V1 } from '../../http/api-version.ts';
import { JsonDocument } from '../../http/json-document.ts';
import { pagination } from '../../http/pagination.response.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { IdentityIndex } from './identity-index.ts';
import { presentMinifigResult, presentSetResult } from './search.presenter.ts';
import { SearchQueryParameters } from './search.query.ts';
import { MinifigSearchResponse, SetSearchResponse } from './search.response.ts';

const SEARCH_RULES = `Identity only, no values: use the number with the single-item route or in a batch.

Every word of \`q\` must occur in the number or the name; case and accents do not count, and \`%\`, \`_\` and \`\\\` are plain characters. Order: the exact number, numbers that start so, names that start so, names with a word that starts so, all others; then newest year, then number.`;

@Controller(`${V1}/catalog`)
export class SearchController {
  private readonly sets: IdentityIndex<SetIdentity>;
  private readonly minifigs: IdentityIndex<Minifig>;

  constructor(setCatalog: SetCatalog, minifigCatalog: MinifigCatalog) {
    this.sets = new IdentityIndex(() => setCatalog.listIdentities(), (set) => ({ number: set.setNumber, name: set.title }));
    this.minifigs = new IdentityIndex(() => minifigCatalog.listIdentities(), (minifig) => ({ number: minifig.minifigNumber, name: minifig.name }));
  }

  @Get('sets/search')
  @QuotaCost(1)
  @ContractRoute({
    chapter: 'Catalogue',
    summary: 'Find sets by number or name',
    description: SEARCH_RULES,
    data: SetSearchResponse,
    scope: 'shared',
  })
  async searchSets(@Query() { q, limit, offset }: SearchQueryParameters, @Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    const { items, total } = await this.sets.search(q, limit, offset, request);
    const today = parseIsoDay(request.day)!;
    return JsonDocument.of({ results: items.map((set) => presentSetResult(set, today)), pagination: pagination(total, limit, offset) });
  }

  @Get('minifigs/search')
  @QuotaCost(1)
  @ContractRoute({
    chapter: 'Catalogue',
    summary: 'Find minifigures by number or name',
    description: SEARCH_RULES,
    data: MinifigSearchResponse,
    scope: 'shared',
  })
  async searchMinifigs(@Query() { q, limit, offset }: SearchQueryParameters, @Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    const { items, total } = await this.minifigs.search(q, limit, offset, request);
    return JsonDocument.of({ results: items.map(presentMinifigResult), pagination: pagination(total, limit, offset) });
  }
}
