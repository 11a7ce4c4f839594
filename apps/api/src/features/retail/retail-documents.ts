import { barcodeKey, type Cents, parseIsoDay, setNumberCandidates, usdOrNull } from '@brickmarket/domain';
import { type ProductIdentifiers, type RetailListing, RetailPrices } from '@brickmarket/persistence-ports';
import { Inject, Injectable } from '@nestjs/common';
import {
  readByNumber,
  CachedDocuments,
  type DataStamp,
  DocumentCache,
  setNumbersFinding,
} from '../../caching/document-cache.ts';
import { API_CONFIG, type ApiConfig } from '../../config/config.ts';
import { encodeJson, JsonDocument } from '../../fast-path/json-bytes.ts';
import { presentRetailRow, type RetailRow } from './retail-row.presenter.ts';

/** Row shared by all callers, with space for the caller's price. */
export class ListedRow extends JsonDocument {
  static ofRow(row: RetailRow): ListedRow {
    return new ListedRow(encodeJson(row));
  }

  withPaid(paidCents: Cents | null): readonly Buffer[] {
    return this.endingWith(Buffer.from(`,"paid":${usdOrNull(paidCents)}}`));
  }
}

const NOT_LISTED = JsonDocument.of(null);

/** All given ones must belong to the same set. */
interface Identifiers {
  readonly set?: string;
  readonly asin?: string;
  readonly upc?: string;
}

interface CachedListing {
  readonly listing: RetailListing | null;
}

/** `ListedRow`, or JSON `null` where no retailer lists a set. */
@Injectable()
export class RetailDocuments {
  private readonly byNumber: CachedDocuments<CachedListing>;
  private readonly byNames: CachedDocuments<CachedListing>;

  constructor(
    prices: RetailPrices,
    memory: DocumentCache,
    @Inject(API_CONFIG) { answerTimeoutMs, retailStaleDays }: Pick<ApiConfig, 'answerTimeoutMs' | 'retailStaleDays'>,
  ) {
    const documents = (
      readAll: (asked: readonly string[]) => Promise<readonly (CachedListing | null)[]>,
      keysOf?: (listed: CachedListing) => readonly string[],
    ): CachedDocuments<CachedListing> =>
      new CachedDocuments({
        memory,
        ...(keysOf && { keysOf }),
        dependsOn: ['catalog', 'retail'],
        maxWaitMs: answerTimeoutMs,
        readAll,
        present: ({ listing }, stamp) =>
          listing === null
            ? NOT_LISTED
            : ListedRow.ofRow(presentRetailRow(listing, parseIsoDay(stamp.day)!, retailStaleDays)),
      });
    this.byNumber = documents(
      (asked) =>
        readByNumber(
          asked,
          async (numbers) =>
            new Map(Array.from(await prices.findByNumbers(numbers), ([number, listing]) => [number, { listing }])),
        ),
      ({ listing }) => (listing === null ? [] : setNumbersFinding(listing.setNumber)),
    );
    // Codes may come to name another set, so that any change may concern them.
    this.byNames = documents(async (asked) => {
      const listings = await prices.findByIdentifiers(asked.map((names) => JSON.parse(names) as ProductIdentifiers));
      return listings.map((listing) => ({ listing }));
    });
  }

  async ofSet(asked: string, stamp: DataStamp): Promise<JsonDocument> {
    return (await this.byNumber.find(asked, stamp)) ?? NOT_LISTED;
  }

  /** In request order; reads missing ones in one statement. */
  async ofSets(setNumbers: readonly string[], stamp: DataStamp): Promise<readonly (ListedRow | null)[]> {
    const rows = await this.byNumber.findAll(setNumbers, stamp);
    return rows.map((row) => (row instanceof ListedRow ? row : null));
  }

  async named({ set, asin, upc }: Identifiers, stamp: DataStamp): Promise<JsonDocument> {
    const key = upc === undefined ? null : barcodeKey(upc);
    // Other texts than barcodes match no set.
    if (upc !== undefined && key === null) return NOT_LISTED;
    const names: ProductIdentifiers = {
      setNumbers: set === undefined ? null : setNumberCandidates(set),
      asin: asin?.toUpperCase() ?? null,
      barcodeKey: key,
    };
    return (await this.byNames.find(JSON.stringify(names), stamp)) ?? NOT_LISTED;
  }
}
