import { Controller, Get, Query } from '@nestjs/common';
import type { AdmittedRequest } from '../../access/admitted-request.ts';
import { Admitted } from '../../access/admitted.decorator.ts';
import { QuotaCost } from '../../access/quota-cost.decorator.ts';
import { V1 } from '../../http/api-version.ts';
import type { JsonDocument } from '../../http/json-document.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { RetailDocuments } from './retail-documents.ts';
import { RetailPricesQuery } from './retail-prices.query.ts';
import { RetailRow } from './retail-row.response.ts';

@Controller(`${V1}/retail-prices`)
export class RetailPricesController {
  constructor(private readonly documents: RetailDocuments) {}

  @Get()
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Retail prices of the set that an identifier names',
    description:
      '`data` is null when no identifier is given or none matches. When several are given, the answer is the one set that all of them name, else null. Never carries `paid`.',
    data: RetailRow,
    orNull: true,
    scope: 'shared',
  })
  async findRetailPrices(
    @Query() query: RetailPricesQuery,
    @Admitted() request: AdmittedRequest,
  ): Promise<JsonDocument> {
    return this.documents.named(query, request);
  }
}
