import { barcodeKey, parseIsoDay, setNumberCandidates } from '@brickmarket/domain';
import { type RetailListing, RetailPrices } from '@brickmarket/persistence-ports';
import { Injectable } from '@nestjs/common';
import { Coalescer } from '../hot-path/coalescer.ts';
import { type DataStamp, VersionedCache } from '../hot-path/versioned-cache.ts';
import { JsonDocument } from '../http/json-document.ts';
import type { RetailPricesQuery } from './retail-prices.query.ts';
import { presentRetailRow } from './retail-row.presenter.ts';

const MAX_DOCUMENTS = 20_000;
const SLICE = 500;

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
    return this.keptOr(stamp, keyOf(asked), () => this.reads.submit(asked));
  }

  /** The rows of many sets by their canonical numbers, in the order asked. Those not at hand are read a slice at a time, so that other requests get their turn. */
  async ofSets(setNumbers: readonly string[], stamp: DataStamp): Promise<readonly JsonDocument[]> {
    // Taken out at once: what is kept now may be gone when the rest has been read.
    const rows = new Map(setNumbers.map((number) => [number, this.cache.get(stamp, keyOf(number))?.document]));
    const missing = [...rows].filter(([, row]) => row === undefined).map(([number]) => number);
    for (let from = 0; from < missing.length; from += SLICE) {
      const slice = missing.slice(from, from + SLICE);
      const listings = await this.prices.findByNumbers(slice);
      for (const number of slice) rows.set(number, this.keep(stamp, keyOf(number), listings.get(number) ?? null).document);
    }
    return setNumbers.map((number) => rows.get(number)!);
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
    return this.keep(stamp, key, await read());
  }

  private keep(stamp: DataStamp, key: string, listing: RetailListing | null): SharedListing {
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

/** Rows asked for by one number are kept under it; JSON keeps them apart from those asked for by several names. */
function keyOf(asked: string): string {
  return JSON.stringify([asked]);
}
