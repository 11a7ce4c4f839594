import { RETAILERS, type RetailObservation, SELLER_TYPES } from '@brickmarket/domain';
import { readBarcode } from '../reading/barcode-cell.ts';
import type { FeedBatch } from '../reading/feed-batch.ts';
import type { Layout } from '../reading/layout.ts';
import { type ReadOptions, readTableFeed } from '../reading/read-feed.ts';
import type { Row } from '../reading/row.ts';
import { readWebAddress } from '../reading/web-address.ts';
import { RETAIL_PRICE_COLUMNS } from './market-columns.ts';

const ASIN = /^[0-9A-Z]{10}$/;
const REQUIRED = ['retailer', 'observed_at', 'price_usd'];

const retailPricesLayout: Layout<RetailObservation> = {
  name: 'retail prices',
  required: REQUIRED,
  optional: RETAIL_PRICE_COLUMNS.filter((name) => !REQUIRED.includes(name)),
  reader: (column) => {
    const at = Object.fromEntries(RETAIL_PRICE_COLUMNS.map((name) => [name, column(name)])) as Record<
      (typeof RETAIL_PRICE_COLUMNS)[number],
      number
    >;
    return (row, observations) => {
      const identifiers = {
        setNumber: row.text(at.set_number) === '' ? null : row.setNumber(at.set_number),
        asin: readAsin(row, at.asin),
        upc: readBarcode(row, at.upc, 'UPC'),
        ean: readBarcode(row, at.ean, 'EAN'),
      };
      if (
        identifiers.setNumber === null &&
        identifiers.asin === null &&
        identifiers.upc === null &&
        identifiers.ean === null
      ) {
        row.reject('names no set: give a set_number, asin, upc or ean that is valid');
      }
      const inStock = row.oneOfOrNull(at.in_stock, ['true', 'false']);
      observations.push({
        retailer: row.oneOf(at.retailer, RETAILERS),
        ...identifiers,
        observedAt: row.instant(at.observed_at),
        priceCents: row.priceOrNull(at.price_usd),
        listPriceCents: row.priceOrNull(at.list_price_usd),
        sellerType: row.oneOfOrNull(at.seller_type, SELLER_TYPES),
        inStock: inStock === null ? null : inStock === 'true',
        productUrl: readWebAddress(row, at.product_url),
        lowestFbaCents: row.priceOrNull(at.lowest_fba_usd),
        fbaSellers: row.wholeNumberOrNull(at.fba_sellers),
        buyBoxCents: row.priceOrNull(at.buy_box_usd),
      });
    };
  },
};

/** Reads looks at product pages, CSV or NDJSON, .gz or not. Throws FeedError. */
export function readRetailPrices(file: string, options?: ReadOptions): AsyncGenerator<FeedBatch<RetailObservation>> {
  return readTableFeed(file, retailPricesLayout, options);
}

function readAsin(row: Row, column: number): string | null {
  const text = row.text(column).toUpperCase();
  if (text === '' || ASIN.test(text)) return text || null;
  row.warn(`ASIN ${JSON.stringify(text)} has not 10 letters and digits: left out`);
  return null;
}
