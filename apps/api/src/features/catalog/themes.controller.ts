import { SetCatalog } from '@brickmarket/persistence-ports';
import { Controller, Get } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Admitted, type AdmittedRequest } from '../../access/admission.ts';
import { QuotaCost } from '../../access/admission.guard.ts';
import { DocumentCache, VersionedCache } from '../../caching/document-cache.ts';
import { V1 } from '../../http/contract.ts';
import { JsonDocument } from '../../fast-path/json-bytes.ts';
import { ContractRoute } from '../../openapi/decorators.ts';

export class ThemeEntry {
  @ApiProperty()
  theme!: string;

  @ApiProperty({ type: 'integer', minimum: 0 })
  set_count!: number;
}

export class ThemesResponse {
  @ApiProperty({ type: [ThemeEntry] })
  themes!: readonly ThemeEntry[];
}

@Controller(`${V1}/catalog/themes`)
export class ThemesController {
  private readonly cache: VersionedCache<JsonDocument>;

  constructor(
    private readonly catalog: SetCatalog,
    memory: DocumentCache,
  ) {
    this.cache = new VersionedCache(['catalog'], memory.partition());
  }

  @Get()
  @QuotaCost(1)
  @ContractRoute({
    summary: 'All themes',
    description: 'Themes by name, with the number of sets. Not paginated.',
    data: ThemesResponse,
    scope: 'shared',
  })
  async listThemes(@Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    const cached = this.cache.get(request, 'themes');
    if (cached !== undefined) return cached;
    const themes = await this.catalog.listThemes();
    const response: ThemesResponse = { themes: themes.map(({ theme, setCount }) => ({ theme, set_count: setCount })) };
    const document = JsonDocument.of(response);
    this.cache.set(request, 'themes', document);
    return document;
  }
}
