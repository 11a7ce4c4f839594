import type { Minifig } from '@brickmarket/domain';
import { MinifigCatalog, SetCatalog, type SetIdentity } from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import { Admitted, type AdmittedRequest } from '../../access/admitted-request.ts';
import { QuotaCost } from '../../access/route-declarations.ts';
import { DocumentCache } from '../../caching/versioned-cache.ts';
import { V1 } from '../../http/contract.ts';
import type { JsonDocument } from '../../http/json-document.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import {
  MinifigSearchResponse,
  presentMinifigResult,
  presentSetResult,
  SetSearchResponse,
} from './search.presenter.ts';
import { CachedSearch, IdentityIndex, SearchParameters } from './cached-search.ts';

const SEARCH_RULES = `Identity only, no values: use the number with the single-item route or in a batch.

Every word of \`q\` must occur in the number or the name; case and accents do not count, \`ø\` is \`o\` and \`ß\` is \
\`ss\`, and \`%\`, \`_\` and \`\\\` are plain characters. Order: the exact number, numbers that start so, names that \
start so, names with a word that starts so, all others; then newest year, then number.`;

@Controller(`${V1}/catalog`)
export class SearchController {
  private readonly sets: CachedSearch<SetIdentity>;
  private readonly minifigs: CachedSearch<Minifig>;

  constructor(setCatalog: SetCatalog, minifigCatalog: MinifigCatalog, memory: DocumentCache) {
    this.sets = new CachedSearch(
      new IdentityIndex(
        () => setCatalog.streamIdentities(),
        (set) => ({ number: set.setNumber, name: set.title }),
      ),
      presentSetResult,
      memory,
    );
    this.minifigs = new CachedSearch(
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
  searchSets(@Query() query: SearchParameters, @Admitted() request: AdmittedRequest): Promise<JsonDocument> {
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
  searchMinifigs(@Query() query: SearchParameters, @Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    return this.minifigs.find(query, request);
  }
}
