import { NotFoundError } from '@brickmarket/domain';
import { Controller, Get, Param, Query } from '@nestjs/common';
import type { AdmittedRequest } from '../access/admitted-request.ts';
import { Admitted } from '../access/admitted.decorator.ts';
import { QuotaCost } from '../access/quota-cost.decorator.ts';
import { V1 } from '../http/api-version.ts';
import { ItemNumberPipe } from '../http/item-number.pipe.ts';
import type { JsonDocument } from '../http/json-document.ts';
import { HistoryDocuments } from './history-documents.ts';
import { HistoryQuery } from './history.query.ts';

@Controller(`${V1}/set`)
export class HistoryController {
  constructor(private readonly histories: HistoryDocuments) {}

  @Get(':number/history')
  @QuotaCost(1)
  async getHistory(@Param('number', ItemNumberPipe) number: string, @Query() { condition }: HistoryQuery, @Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    const document = await this.histories.of[condition].find(number, request);
    if (document === null) throw new NotFoundError('no set has this number');
    return document;
  }
}
