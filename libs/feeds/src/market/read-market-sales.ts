import { CONDITIONS, type ItemKind, type MarketSale } from '@brickmarket/domain';
import type { FeedBatch } from '../reading/feed-batch.ts';
import type { Layout } from '../reading/layout.ts';
import { type ReadOptions, readTableFeed } from '../reading/read-feed.ts';
import { SALE_COLUMNS } from './market-columns.ts';

const ITEM_KINDS: readonly ItemKind[] = ['set', 'minifig'];

const salesLayout: Layout<MarketSale> = {
  name: 'market sales',
  required: SALE_COLUMNS,
  optional: [],
  reader: (column) => {
    const [kind, number, condition, soldAt, price, quantity, source, sourceRef] = SALE_COLUMNS.map(column) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return (row, sales) => {
      const itemKind = row.oneOf(kind, ITEM_KINDS);
      sales.push({
        itemKind,
        itemNumber: itemKind === 'set' ? row.setNumber(number) : row.minifigNumber(number),
        condition: row.oneOf(condition, CONDITIONS),
        soldAt: row.instant(soldAt),
        priceCents: row.price(price),
        quantity: row.wholeNumber(quantity, 1),
        source: row.requiredText(source),
        sourceRef: row.requiredText(sourceRef),
      });
    };
  },
};

/** Reads observed sales, CSV or NDJSON, .gz or not. Rows that repeat a `source` and `source_ref` are not told apart here. Throws FeedError. */
export function readMarketSales(file: string, options?: ReadOptions): AsyncGenerator<FeedBatch<MarketSale>> {
  return readTableFeed(file, salesLayout, options);
}
