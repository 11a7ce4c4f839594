import { setNumberCandidates } from '@brickmarket/domain';
import { type WatchedSet, RetailWatch } from '@brickmarket/persistence-ports';
import { Controller, Get, Inject, Param } from '@nestjs/common';
import type { AdmittedRequest } from '../../access/admitted-request.ts';
import { Admitted } from '../../access/admitted.decorator.ts';
import { QuotaCost } from '../../access/quota-cost.decorator.ts';
import { API_CONFIG } from '../../config/config.token.ts';
import type { ApiConfig } from '../../config/config.ts';
import { AccountReads } from '../../hot-path/account-reads.ts';
import { V1 } from '../../http/api-version.ts';
import { ItemNumberPipe } from '../../http/item-number.pipe.ts';
import { JsonDocument } from '../../http/json-document.ts';
import { ContractRoute } from '../../openapi/contract-route.decorator.ts';
import { SET_NUMBER } from '../../openapi/path-parameters.ts';
import { ListedRow, RetailDocuments } from './retail-documents.ts';
import { RetailRow } from './retail-row.response.ts';

@Controller(`${V1}/set`)
export class SetRetailPricesController {
  private readonly paid: AccountReads<readonly string[], Pick<WatchedSet, 'averageCostCents'> | null>;

  constructor(
    private readonly documents: RetailDocuments,
    watch: RetailWatch,
    @Inject(API_CONFIG) config: ApiConfig,
  ) {
    this.paid = new AccountReads(
      (accountId, asked) => watch.findAverageCosts(accountId, asked),
      config.answerTimeoutMs,
    );
  }

  @Get(':number/retail-prices')
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Retail prices of one set',
    description:
      '`data` is null when no retailer carries the set, or there is no such set. `paid` is present only when the caller holds the set.',
    data: RetailRow,
    orNull: true,
    scope: 'shared',
    path: { number: SET_NUMBER },
  })
  async getRetailPrices(
    @Param('number', ItemNumberPipe) number: string,
    @Admitted() request: AdmittedRequest,
  ): Promise<JsonDocument> {
    const document = await this.documents.ofSet(number, request);
    if (!(document instanceof ListedRow)) return document;
    // Read after the request was admitted and never kept: what was paid is the caller's own.
    const held = await this.paid.read(request.accountId, setNumberCandidates(number));
    return held === null ? document : new JsonDocument(document.withPaid(held.averageCostCents));
  }
}
