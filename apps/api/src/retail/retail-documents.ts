import { barcodeKey, parseIsoDay, setNumberCandidates } from '@brickmarket/domain';
import { type ProductNames, type RetailListing, RetailPrices } from '@brickmarket/persistence-ports';
import { Inject, Injectable } from '@nestjs/common';
import { API_CONFIG } from '../config/config.token.ts';
import type { ApiConfig } from '../config/config.ts';
import { readMeant } from '../hot-path/read-meant.ts';
import { SharedDocuments } from '../hot-path/shared-documents.ts';
import type { DataStamp } from '../hot-path/versioned-cache.ts';
import { JsonDocument } from '../http/json-document.ts';
import type { RetailPricesQuery } from './retail-prices.query.ts';
import { presentRetailRow } from './retail-row.presenter.ts';

const NOTHING_LISTED = JsonDocument.of(null);

/** That no retailer lists a set is worth keeping too. */
interface Known {
  readonly listing: RetailListing | null;
}

/** What every caller may see of retail prices, as JSON; null where no retailer lists a set. Never with what a caller paid. */
@Injectable()
export class RetailDocuments {
  private readonly byNumber: SharedDocuments<Known>;
  private readonly byNames: SharedDocuments<Known>;

  constructor(prices: RetailPrices, @Inject(API_CONFIG) { answerTimeoutMs }: Pick<ApiConfig, 'answerTimeoutMs'>) {
    this.byNumber = documents(answerTimeoutMs, (asked) =>
      readMeant(
        asked,
        async (numbers) =>
          new Map(Array.from(await prices.findByNumbers(numbers), ([number, listing]) => [number, { listing }])),
      ),
    );
    this.byNames = documents(answerTimeoutMs, (asked) =>
      Promise.all(asked.map(async (names) => ({ listing: await prices.findNamed(JSON.parse(names) as ProductNames) }))),
    );
  }

  /** The row of the set a client means by a number. */
  async ofSet(asked: string, stamp: DataStamp): Promise<JsonDocument> {
    return (await this.byNumber.find(asked, stamp)) ?? NOTHING_LISTED;
  }

  /** The rows of some hundred sets, in the order asked; those not at hand are read in one statement. */
  async ofSets(setNumbers: readonly string[], stamp: DataStamp): Promise<readonly JsonDocument[]> {
    const rows = await this.byNumber.findAll(setNumbers, stamp);
    return rows.map((row) => row ?? NOTHING_LISTED);
  }

  /** The row of the one set that all given names mean. */
  async named({ set, asin, upc }: RetailPricesQuery, stamp: DataStamp): Promise<JsonDocument> {
    const key = upc === undefined ? null : barcodeKey(upc);
    // What is no barcode names nothing, so there is no set that all of them name.
    if (upc !== undefined && key === null) return NOTHING_LISTED;
    const names: ProductNames = {
      setNumbers: set === undefined ? null : setNumberCandidates(set),
      asin: asin?.toUpperCase() ?? null,
      barcodeKey: key,
    };
    return (await this.byNames.find(JSON.stringify(names), stamp)) ?? NOTHING_LISTED;
  }
}

function documents(
  maxWaitMs: number,
  readAll: (asked: readonly string[]) => Promise<readonly (Known | null)[]>,
): SharedDocuments<Known> {
  return new SharedDocuments({
    madeFrom: ['catalog', 'retail'],
    maxWaitMs,
    readAll,
    present: ({ listing }, stamp) => (listing === null ? null : presentRetailRow(listing, parseIsoDay(stamp.day)!)),
  });
}
