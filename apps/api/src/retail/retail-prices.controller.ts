import { Controller, Get, Query } from '@nestjs/common';
import type { AdmittedRequest } from '../access/admitted-request.ts';
import { Admitted } from '../access/admitted.decorator.ts';
import { QuotaCost } from '../access/quota-cost.decorator.ts';
import { V1 } from '../http/api-version.ts';
import type { JsonDocument } from '../http/json-document.ts';
import { RetailDocuments } from './retail-documents.ts';
import { RetailPricesQuery } from './retail-prices.query.ts';

@Controller(`${V1}/retail-prices`)
export class RetailPricesController {
  constructor(private readonly documents: RetailDocuments) {}

  @Get()
  @QuotaCost(1)
  async findRetailPrices(@Query() query: RetailPricesQuery, @Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    return this.documents.named(query, request);
  }
}
