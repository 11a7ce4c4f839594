import type { Minifig } from '@brickmarket/domain';
import { MinifigCatalog, SetCatalog, type SetIdentity } from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import type { AdmittedRequest } from '../../access/admitted-request.ts';
import { Admitted } from '../../access/admitted.decorator.ts';
import { QuotaCost } from '../../access/quota-cost.decorator.ts';
import { DocumentMemory } from '../../hot-path/document-memory.ts';
import { V1 } from '../../http/api-version.ts';
import type { JsonDocument } from '../../http/json-document.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { FoundPages } from './found-pages.ts';
import { IdentityIndex } from './identity-index.ts';
import { presentMinifigResult, presentSetResult } from './search.presenter.ts';
import { SearchQueryParameters } from './search.query.ts';
import { MinifigSearchResponse, SetSearchResponse } from './search.response.ts';

const SEARCH_RULES = `Identity only, no values: use the number with the single-item route or in a batch.

Every word of \`q\` must occur in the number or the name; case and accents do not count, \`ø\` is \`o\` and \`ß\` is \`ss\`, and \`%\`, \`_\` and \`\\\` are plain characters. Order: the exact number, numbers that start so, names that start so, names with a word that starts so, all others; then newest year, then number.`;

@Controller(`${V1}/catalog`)
export class SearchController {
  private readonly sets: FoundPages<SetIdentity>;
  private readonly minifigs: FoundPages<Minifig>;

  constructor(setCatalog: SetCatalog, minifigCatalog: MinifigCatalog, memory: DocumentMemory) {
    this.sets = new FoundPages(
      new IdentityIndex(
        () => setCatalog.streamIdentities(),
        (set) => ({ number: set.setNumber, name: set.title }),
      ),
      presentSetResult,
      memory,
    );
    this.minifigs = new FoundPages(
      new IdentityIndex(
        () => minifigCatalog.streamIdentities(),
        (minifig) => ({ number: minifig.minifigNumber, name: minifig.name }),
      ),
      presentMinifigResult,
      memory,
    );
  }

  @Get('sets/search')
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Find sets by number or name',
    description: SEARCH_RULES,
    data: SetSearchResponse,
    scope: 'shared',
  })
  searchSets(@Query() query: SearchQueryParameters, @Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    return this.sets.find(query, request);
  }

  @Get('minifigs/search')
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Find minifigures by number or name',
    description: SEARCH_RULES,
    data: MinifigSearchResponse,
    scope: 'shared',
  })
  searchMinifigs(@Query() query: SearchQueryParameters, @Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    return this.minifigs.find(query, request);
  }
}
