import { setNumberCandidates } from '@brickmarket/domain';
import { RetailWatch, type WatchedSet } from '@brickmarket/persistence-ports';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { Admitted, type AdmittedRequest } from '../../access/admission.ts';
import { QuotaCost } from '../../access/admission.guard.ts';
import { AccountCoalescer } from '../../caching/coalescer.ts';
import { API_CONFIG, type ApiConfig } from '../../config/config.ts';
import { V1 } from '../../http/contract.ts';
import { JsonDocument } from '../../fast-path/json-bytes.ts';
import { ItemNumber, QueryText, SET_NUMBER } from '../../http/parameters.ts';
import { ContractRoute } from '../../openapi/decorators.ts';
import { HeldSets } from './held-sets.ts';
import { ListedRow, RetailDocuments } from './retail-documents.ts';
import { RetailRow } from './retail-row.presenter.ts';

/** All given ones must match the same set. */
export class RetailPricesQuery {
  @QueryText({ description: 'Set number.' })
  set?: string;

  @QueryText({ description: 'Product identifier at the retailer. Null if unknown.' })
  asin?: string;

  @QueryText({ description: 'UPC or EAN, with or without leading zero.' })
  upc?: string;
}

@Controller(`${V1}/set`)
export class SetRetailPricesController {
  private readonly held: HeldSets;
  private readonly paid: AccountCoalescer<readonly string[], Pick<WatchedSet, 'averageCostCents'> | null>;

  constructor(
    private readonly documents: RetailDocuments,
    watch: RetailWatch,
    @Inject(API_CONFIG) config: ApiConfig,
  ) {
    const lists = new AccountCoalescer<null, readonly string[]>(async (accountId, asked) => {
      const numbers = await watch.listHeldNumbers(accountId);
      return asked.map(() => numbers);
    }, config.answerTimeoutMs);
    this.held = new HeldSets((accountId) => lists.read(accountId, null));
    this.paid = new AccountCoalescer(
      (accountId, asked) => watch.findAverageCosts(accountId, asked),
      config.answerTimeoutMs,
    );
  }

  @Get(':number/retail-prices')
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Retail prices of one set',
    description:
      '`data` is null if no retailer sells the set, or the set does not exist. `paid` is present ' +
      'only if the caller holds the set.',
    data: RetailRow,
    orNull: true,
    scope: 'shared with books',
    path: { number: SET_NUMBER },
  })
  async getRetailPrices(@ItemNumber() number: string, @Admitted() request: AdmittedRequest): Promise<JsonDocument> {
    const document = await this.documents.ofSet(number, request);
    if (!(document instanceof ListedRow)) return document;
    const candidates = setNumberCandidates(number);
    if (!(await this.held.mayHold(request, candidates))) return document;
    // Private: read after admission and never cached.
    const paid = await this.paid.read(request.accountId, candidates);
    return paid === null ? document : new JsonDocument(Buffer.concat(document.withPaid(paid.averageCostCents)));
  }
}

@Controller(`${V1}/retail-prices`)
export class RetailPricesController {
  constructor(private readonly documents: RetailDocuments) {}

  @Get()
  @QuotaCost(1)
  @ContractRoute({
    summary: 'Retail prices of the set that an identifier names',
    description:
      '`data` is null if no identifier is given or none matches. Several identifiers must name ' +
      'the same set; otherwise `data` is null. Never has `paid`.',
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
