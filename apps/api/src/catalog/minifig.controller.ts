import { NotFoundError } from '@brickmarket/domain';
import { Controller, Get, Param } from '@nestjs/common';
import type { AdmittedRequest } from '../access/admitted-request.ts';
import { Admitted } from '../access/admitted.decorator.ts';
import { QuotaCost } from '../access/quota-cost.decorator.ts';
import { V1 } from '../http/api-version.ts';
import { ItemNumberPipe } from '../http/item-number.pipe.ts';
import type { JsonDocument } from '../http/json-document.ts';
import { MinifigDocuments } from './minifig-documents.ts';

@Controller(`${V1}/minifig`)
export class MinifigController {
  constructor(private readonly minifigs: MinifigDocuments) {}

  @Get(':number')
  @QuotaCost(1)
  async getMinifig(@Param('number', ItemNumberPipe) number: string, @Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    const document = await this.minifigs.find(number, request);
    if (document === null) throw new NotFoundError('no minifigure has this number');
    return document;
  }
}
