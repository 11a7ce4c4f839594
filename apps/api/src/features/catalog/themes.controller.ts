import { SetCatalog } from '@brickmarket/persistence-ports';
import { Controller, Get } from '@nestjs/common';
import type { AdmittedRequest } from '../../access/admitted-request.ts';
import { Admitted } from '../../access/admitted.decorator.ts';
import { QuotaCost } from '../../access/quota-cost.decorator.ts';
import { DocumentMemory } from '../../hot-path/document-memory.ts';
import { VersionedCache } from '../../hot-path/versioned-cache.ts';
import { V1 } from '../../http/api-version.ts';
import { JsonDocument } from '../../http/json-document.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { ThemesResponse } from './theme.response.ts';

@Controller(`${V1}/catalog/themes`)
export class ThemesController {
  private readonly kept: VersionedCache<JsonDocument>;

  constructor(
    private readonly catalog: SetCatalog,
    memory: DocumentMemory,
  ) {
    this.kept = new VersionedCache(['catalog'], memory.section());
  }

  @Get()
  @QuotaCost(1)
  @ContractRoute({
    summary: 'All themes',
    description: 'By name, with how many sets each has. Not paginated.',
    data: ThemesResponse,
    scope: 'shared',
  })
  async listThemes(@Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    const kept = this.kept.get(request, 'themes');
    if (kept !== undefined) return kept;
    const themes = await this.catalog.listThemes();
    const response: ThemesResponse = { themes: themes.map(({ theme, setCount }) => ({ theme, set_count: setCount })) };
    const document = JsonDocument.of(response);
    this.kept.set(request, 'themes', document);
    return document;
  }
}
