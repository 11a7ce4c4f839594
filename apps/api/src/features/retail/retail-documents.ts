import { barcodeKey, type Cents, parseIsoDay, setNumberCandidates, usdOrNull } from '@brickmarket/domain';
import { type ProductIdentifiers, type RetailListing, RetailPrices } from '@brickmarket/persistence-ports';
import { Inject, Injectable } from '@nestjs/common';
import { API_CONFIG } from '../../config/config.token.ts';
import type { ApiConfig } from '../../config/config.ts';
import { DocumentMemory } from '../../hot-path/document-memory.ts';
import { readByNumber, SharedDocuments } from '../../hot-path/shared-documents.ts';
import type { DataStamp } from '../../hot-path/versioned-cache.ts';
import { JsonDocument } from '../../http/json-document.ts';
import type { RetailPricesQuery } from './retail-prices.query.ts';
import { presentRetailRow } from './retail-row.presenter.ts';
import type { RetailRow } from './retail-row.response.ts';

/** The row of a set that a retailer lists, the same for every caller. Only such a row can carry what a caller paid. */
export class ListedRow extends JsonDocument {
  static ofRow(row: RetailRow): ListedRow {
    return new ListedRow(JSON.stringify(row));
  }

  /** The row as JSON, with what the caller paid for the set. */
  withPaid(paidCents: Cents | null): string {
    return `${this.json.slice(0, -1)},"paid":${usdOrNull(paidCents)}}`;
  }
}

const NOT_LISTED = JsonDocument.of(null);

/** That no retailer lists a set is worth keeping too. */
interface Known {
  readonly listing: RetailListing | null;
}

/** What every caller may see of retail prices, as JSON: a `ListedRow`, or null where no retailer lists a set. */
@Injectable()
export class RetailDocuments {
  private readonly byNumber: SharedDocuments<Known>;
  private readonly byNames: SharedDocuments<Known>;

  constructor(
    prices: RetailPrices,
    memory: DocumentMemory,
    @Inject(API_CONFIG) { answerTimeoutMs, retailStaleDays }: Pick<ApiConfig, 'answerTimeoutMs' | 'retailStaleDays'>,
  ) {
    const documents = (
      readAll: (asked: readonly string[]) => Promise<readonly (Known | null)[]>,
    ): SharedDocuments<Known> =>
      new SharedDocuments({
        memory,
        madeFrom: ['catalog', 'retail'],
        maxWaitMs: answerTimeoutMs,
        readAll,
        present: ({ listing }, stamp) =>
          listing === null
            ? NOT_LISTED
            : ListedRow.ofRow(presentRetailRow(listing, parseIsoDay(stamp.day)!, retailStaleDays)),
      });
    this.byNumber = documents((asked) =>
      readByNumber(
        asked,
        async (numbers) =>
          new Map(Array.from(await prices.findByNumbers(numbers), ([number, listing]) => [number, { listing }])),
      ),
    );
    this.byNames = documents(async (asked) => {
      const listings = await prices.findByIdentifiers(asked.map((names) => JSON.parse(names) as ProductIdentifiers));
      return listings.map((listing) => ({ listing }));
    });
  }

  /** The row of the set a client asks for by number. */
  async ofSet(asked: string, stamp: DataStamp): Promise<JsonDocument> {
    return (await this.byNumber.find(asked, stamp)) ?? NOT_LISTED;
  }

  /** The rows of some hundred sets, in the order asked; those not at hand are read in one statement. */
  async ofSets(setNumbers: readonly string[], stamp: DataStamp): Promise<readonly (ListedRow | null)[]> {
    const rows = await this.byNumber.findAll(setNumbers, stamp);
    return rows.map((row) => (row instanceof ListedRow ? row : null));
  }

  /** The row of the one set that all given names mean. */
  async named({ set, asin, upc }: RetailPricesQuery, stamp: DataStamp): Promise<JsonDocument> {
    const key = upc === undefined ? null : barcodeKey(upc);
    // What is no barcode names nothing, so there is no set that all of them name.
    if (upc !== undefined && key === null) return NOT_LISTED;
    const names: ProductIdentifiers = {
      setNumbers: set === undefined ? null : setNumberCandidates(set),
      asin: asin?.toUpperCase() ?? null,
      barcodeKey: key,
    };
    return (await this.byNames.find(JSON.stringify(names), stamp)) ?? NOT_LISTED;
  }
}
