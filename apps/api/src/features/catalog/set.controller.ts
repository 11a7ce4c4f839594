import { presentSet } from '@brickmarket/catalog-copy';
import { NotFoundError, parseIsoDay } from '@brickmarket/domain';
import { SetCatalog, type SetRecord } from '@brickmarket/persistence-ports';
import { Controller, Get, Inject, Injectable } from '@nestjs/common';
import { Admitted, type AdmittedRequest } from '../../access/admission.ts';
import { QuotaCost } from '../../access/admission.guard.ts';
import { readByNumber, CachedDocuments, DocumentCache, setNumbersFinding } from '../../caching/document-cache.ts';
import { API_CONFIG, type ApiConfig } from '../../config/config.ts';
import { V1 } from '../../http/contract.ts';
import { JsonDocument } from '../../fast-path/json-bytes.ts';
import { ItemNumber, SET_NUMBER } from '../../http/parameters.ts';
import { ContractRoute } from '../../openapi/decorators.ts';
import { SetResponse } from './set.presenter.ts';

@Injectable()
export class SetDocuments extends CachedDocuments<SetRecord> {
  constructor(
    catalog: SetCatalog,
    memory: DocumentCache,
    @Inject(API_CONFIG)
    { answerTimeoutMs, ...shown }: Pick<ApiConfig, 'answerTimeoutMs' | 'retailStaleDays' | 'retailerNames'>,
  ) {
    super({
      memory,
      dependsOn: ['catalog', 'market', 'retail'],
      maxWaitMs: answerTimeoutMs,
      readAll: (asked) => readByNumber(asked, (numbers) => catalog.findByNumbers(numbers)),
      present: (record, stamp) =>
        JsonDocument.of(presentSet(record, parseIsoDay(stamp.day)!, shown) satisfies SetResponse),
      keysOf: ({ set }) => setNumbersFinding(set.setNumber),
    });
  }
}

@Controller(`${V1}/set`)
export class SetController {
  constructor(private readonly sets: SetDocuments) {}

  @Get(':number')
  @QuotaCost(1)
  @ContractRoute({
    summary: 'One set with its market values',
    description: 'Unknown values are null. The response has the canonical set number.',
    data: SetResponse,
    scope: 'shared',
    notFound: 'No set has this number.',
    path: { number: SET_NUMBER },
  })
  async getSet(@ItemNumber() number: string, @Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    const document = await this.sets.find(number, request);
    if (document === null) throw new NotFoundError(`set ${number} not found`);
    return document;
  }
}
