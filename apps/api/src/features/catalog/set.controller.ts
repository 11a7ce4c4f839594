import { NotFoundError } from '@brickmarket/domain';
import { Controller, Get, Param } from '@nestjs/common';
import type { AdmittedRequest } from '../../access/admitted-request.ts';
import { Admitted } from '../../access/admitted.decorator.ts';
import { QuotaCost } from '../../access/quota-cost.decorator.ts';
import { V1 } from '../../http/api-version.ts';
import { ItemNumberPipe } from '../../http/item-number.pipe.ts';
import type { JsonDocument } from '../../http/json-document.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { SET_NUMBER } from '../../openapi/path-parameters.ts';
import { SetDocuments } from './set-documents.ts';
import { SetResponse } from './set.response.ts';

@Controller(`${V1}/set`)
export class SetController {
  constructor(private readonly sets: SetDocuments) {}

  @Get(':number')
  @QuotaCost(1)
  @ContractRoute({
    summary: 'One set with its market values',
    description: 'What is unknown is null, never a made-up number. The answer carries the canonical set number.',
    data: SetResponse,
    scope: 'shared',
    notFound: 'No set has this number.',
    path: { number: SET_NUMBER },
  })
  async getSet(
    @Param('number', ItemNumberPipe) number: string,
    @Admitted() request: AdmittedRequest,
  ): Promise<JsonDocument> {
    const document = await this.sets.find(number, request);
    if (document === null) throw new NotFoundError('no set has this number');
    return document;
  }
}
