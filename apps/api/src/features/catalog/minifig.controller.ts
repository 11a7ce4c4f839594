import { NotFoundError } from '@brickmarket/domain';
import { Controller, Get, Param } from '@nestjs/common';
import type { AdmittedRequest } from '../../access/admitted-request.ts';
import { Admitted } from '../../access/admitted.decorator.ts';
import { QuotaCost } from '../../access/quota-cost.decorator.ts';
import { V1 } from '../../http/api-version.ts';
import { ItemNumberPipe } from '../../http/item-number.pipe.ts';
import type { JsonDocument } from '../../http/json-document.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { MinifigDocuments } from './minifig-documents.ts';
import { MinifigResponse } from './minifig.response.ts';

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
