import { RetailWatch } from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import type { AdmittedRequest } from '../../access/admitted-request.ts';
import { Admitted } from '../../access/admitted.decorator.ts';
import { QuotaCost } from '../../access/quota-cost.decorator.ts';
import { V1 } from '../../http/api-version.ts';
import type { JsonPieces } from '../../http/json-pieces.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { RetailDocuments } from './retail-documents.ts';
import { RetailRow } from './retail-row.response.ts';
import { RetailWatchQuery } from './retail-watch.query.ts';
import { watchFilter } from './watch-filter.ts';
import { watchRows } from './watch-rows.ts';

@Controller(`${V1}/brickfolio/retail-watch`)
export class RetailWatchController {
  constructor(
    private readonly watch: RetailWatch,
    private readonly documents: RetailDocuments,
  ) {}

  @Get()
  @QuotaCost(1)
  @ContractRoute({
    summary: "Retail prices of the caller's holdings",
    description:
      'One row for each set the caller owns or lists and a retailer carries, the latest change first, then by set number. All filters that are given apply together. `paid` is always present.',
    data: [RetailRow],
    scope: 'caller',
  })
  async listRetailWatch(@Query() query: RetailWatchQuery, @Admitted() request: AdmittedRequest): Promise<JsonPieces> {
    const held = await this.watch.listWatched(request.accountId, watchFilter(query, request.now));
    return watchRows(held, this.documents, request);
  }
}
