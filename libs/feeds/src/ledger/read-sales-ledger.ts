import type { Sale } from '@brickmarket/domain';
import type { FeedBatch } from '../reading/feed-batch.ts';
import { type ReadOptions, readCsvFeedOfAny } from '../reading/read-feed.ts';
import { amazonTransactionsLayout } from './amazon-transactions.layout.ts';
import { ebayOrdersLayout } from './ebay-orders.layout.ts';
import { ownLedgerLayout } from './own-ledger.layout.ts';

/** Reads a person's sales, of whichever known source by its header, which may stand below a preamble. Throws FeedError. */
export function readSalesLedger(file: string, options?: ReadOptions): AsyncGenerator<FeedBatch<Sale>> {
  return readCsvFeedOfAny(file, [ownLedgerLayout, ebayOrdersLayout, amazonTransactionsLayout], options);
}
