import { NotFoundError } from '@brickmarket/domain';
import { Controller, Get, Param, Query } from '@nestjs/common';
import type { AdmittedRequest } from '../../access/admitted-request.ts';
import { Admitted } from '../../access/admitted.decorator.ts';
import { QuotaCost } from '../../access/quota-cost.decorator.ts';
import { V1 } from '../../http/api-version.ts';
import { ItemNumberPipe } from '../../http/item-number.pipe.ts';
import type { JsonDocument } from '../../http/json-document.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { SET_NUMBER } from '../../openapi/path-parameters.ts';
import { HistoryDocuments } from './history-documents.ts';
import { HistoryQuery } from './history.query.ts';
import { HistoryPoint, HistoryResponse } from './history.response.ts';

@Controller(`${V1}/set`)
export class HistoryController {
  constructor(private readonly histories: HistoryDocuments) {}

  @Get(':number/history')
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Monthly values of a set',
    description:
      'Finalized months only: the month in progress is left out. Every month from the first observation, or the release, to the last finalized one is present; a month without sales has null values and a `sales_count` of 0. A month that was published never changes silently.',
    data: HistoryResponse,
    rows: { property: 'history', of: HistoryPoint },
    scope: 'shared',
    notFound: 'No set has this number.',
    path: { number: SET_NUMBER },
  })
  async getHistory(
    @Param('number', ItemNumberPipe) number: string,
    @Query() { condition }: HistoryQuery,
    @Admitted() request: AdmittedRequest,
  ): Promise<JsonDocument> {
    const document = await this.histories.of[condition].find(number, request);
    if (document === null) throw new NotFoundError('no set has this number');
    return document;
  }
}
