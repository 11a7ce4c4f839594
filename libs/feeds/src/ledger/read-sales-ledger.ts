import type { Sale } from '@brickmarket/domain';
import type { FeedBatch } from '../reading/feed-batch.ts';
import { type ReadOptions, readCsvFeedOfAny } from '../reading/read-feed.ts';
import { amazonTransactionsLayout } from './amazon-transactions.layout.ts';
import { ebayOrdersLayout, type FindSet } from './ebay-orders.layout.ts';
import { ownLedgerLayout } from './own-ledger.layout.ts';

export interface LedgerOptions extends ReadOptions {
  /** Knows the sets of the catalogue, for titles of items; without it no title names a set. */
  readonly findSet?: FindSet | undefined;
}

/** Reads a person's sales, of whichever known source by its header, which may stand below a preamble. Throws FeedError. */
export function readSalesLedger(file: string, options: LedgerOptions = {}): AsyncGenerator<FeedBatch<Sale>> {
  const ebay = ebayOrdersLayout(options.findSet ?? (() => null));
  return readCsvFeedOfAny(file, [ownLedgerLayout, ebay, amazonTransactionsLayout], options);
}
