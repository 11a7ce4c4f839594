import { NotFoundError } from '@brickmarket/domain';
import { MinifigCatalog, type MinifigRecord } from '@brickmarket/persistence-ports';
import { Controller, Get, Inject, Injectable, Param } from '@nestjs/common';
import { Admitted, type AdmittedRequest } from '../../access/admitted-request.ts';
import { QuotaCost } from '../../access/route-declarations.ts';
import { CachedDocuments } from '../../caching/cached-documents.ts';
import { DocumentCache } from '../../caching/versioned-cache.ts';
import { API_CONFIG, type ApiConfig } from '../../config/config.ts';
import { V1 } from '../../http/contract.ts';
import { JsonDocument } from '../../http/json-document.ts';
import { ItemNumberPipe } from '../../http/parameters.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { MinifigResponse, presentMinifig } from './minifig.presenter.ts';

/** Minifigure records as JSON. */
@Injectable()
export class MinifigDocuments extends CachedDocuments<MinifigRecord> {
  constructor(
    catalog: MinifigCatalog,
    memory: DocumentCache,
    @Inject(API_CONFIG) { answerTimeoutMs }: Pick<ApiConfig, 'answerTimeoutMs'>,
  ) {
    super({
      memory,
      dependsOn: ['catalog', 'market'],
      maxWaitMs: answerTimeoutMs,
      readAll: async (asked) => {
        const found = await catalog.findByNumbers([...new Set(asked)]);
        return asked.map((number) => found.get(number) ?? null);
      },
      present: (record) => JsonDocument.of(presentMinifig(record)),
    });
  }
}

@Controller(`${V1}/minifig`)
export class MinifigController {
  constructor(private readonly minifigs: MinifigDocuments) {}

  @Get(':number')
  @QuotaCost(1)
  @ContractRoute({
    summary: 'One minifigure with its market value',
    description: 'What is unknown is null; `color` is left out when it is unknown.',
    data: MinifigResponse,
    scope: 'shared',
    notFound: 'No minifigure has this number.',
    path: { number: { description: 'Minifigure number.', example: 'fig-000001' } },
  })
  async getMinifig(
    @Param('number', ItemNumberPipe) number: string,
    @Admitted() request: AdmittedRequest,
  ): Promise<JsonDocument> {
    const document = await this.minifigs.find(number, request);
    if (document === null) throw new NotFoundError('no minifigure has this number');
    return document;
  }
}
