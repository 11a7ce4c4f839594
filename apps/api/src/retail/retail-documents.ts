import { barcodeKey, parseIsoDay, setNumberCandidates } from '@brickmarket/domain';
import { type RetailListing, RetailPrices } from '@brickmarket/persistence-ports';
import { Injectable } from '@nestjs/common';
import { Coalescer } from '../hot-path/coalescer.ts';
import { type DataStamp, VersionedCache } from '../hot-path/versioned-cache.ts';
import { JsonDocument } from '../http/json-document.ts';
import type { RetailPricesQuery } from './retail-prices.query.ts';
import { presentRetailRow } from './retail-row.presenter.ts';

const MAX_DOCUMENTS = 20_000;

/** What every caller may see of a set's retail prices; the listing is null, and the document says null, when there is none. */
export interface SharedListing {
  readonly listing: RetailListing | null;
  readonly document: JsonDocument;
}

/** Shared retail rows as JSON, read together and kept until the data they come from changes. Never with what a caller paid. */
@Injectable()
export class RetailDocuments {
  private readonly cache = new VersionedCache<SharedListing>(['catalog', 'retail'], MAX_DOCUMENTS);
  private readonly reads: Coalescer<string, RetailListing | null>;

  constructor(private readonly prices: RetailPrices) {
    this.reads = new Coalescer((asked) => this.readTogether(asked));
  }

  /** The row of the set a client means by a number. */
  async ofSet(asked: string, stamp: DataStamp): Promise<SharedListing> {
    return this.keptOr(stamp, JSON.stringify([asked]), () => this.reads.submit(asked));
  }

  /** The row of the one set that all given names mean. */
  async named({ set, asin, upc }: RetailPricesQuery, stamp: DataStamp): Promise<JsonDocument> {
    const { document } = await this.keptOr(stamp, JSON.stringify([set, asin, upc]), async () => {
      const key = upc === undefined ? null : barcodeKey(upc);
      // What is no barcode names nothing, so there is no set that all of them name.
      if (upc !== undefined && key === null) return null;
      return this.prices.findNamed({ setNumbers: set === undefined ? null : setNumberCandidates(set), asin: asin?.toUpperCase() ?? null, barcodeKey: key });
    });
    return document;
  }

  private async keptOr(stamp: DataStamp, key: string, read: () => Promise<RetailListing | null>): Promise<SharedListing> {
    const kept = this.cache.get(stamp, key);
    if (kept !== undefined) return kept;
    const listing = await read();
    const shared = { listing, document: JsonDocument.of(listing === null ? null : presentRetailRow(listing, parseIsoDay(stamp.day)!)) };
    this.cache.set(stamp, key, shared);
    return shared;
  }

  private async readTogether(asked: readonly string[]): Promise<readonly (RetailListing | null)[]> {
    const found = await this.prices.findByNumbers([...new Set(asked.flatMap(setNumberCandidates))]);
    return asked.map((number) => {
      const candidate = setNumberCandidates(number).find((one) => found.has(one));
      return candidate === undefined ? null : found.get(candidate)!;
    });
  }
}
