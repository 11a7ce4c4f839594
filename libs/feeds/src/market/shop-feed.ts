import { isSetNumber, parseInstant, type Retailer, type RetailObservation } from '@brickmarket/domain';
import { readBarcode, readWebAddress } from '../reading/cells.ts';
import type { FeedBatch } from '../reading/feed-text.ts';
import type { Layout } from '../reading/layout.ts';
import { readCsvFeedOfAny, type ReadOptions } from '../reading/read-feed.ts';
import type { Row } from '../reading/row.ts';

/** Whose prices a feed has, and when it was downloaded. */
export interface ShopFeedOptions extends ReadOptions {
  readonly retailer: Retailer;
  readonly observedAt: Date;
}

const GOOGLE = ['price', 'sale_price', 'sale_price_effective_date', 'availability', 'gtin', 'mpn'] as const;
const AWIN = ['search_price', 'rrp_price', 'in_stock', 'ean', 'upc', 'product_GTIN', 'mpn'] as const;
const SHARED = ['brand', 'condition', 'currency', 'link'] as const;
/** Known alternatives: the namespace of RSS, and names of networks. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries([...GOOGLE, ...SHARED].map((name) => [name, [`g:${name}`]])),
  brand: ['g:brand', 'brand_name'],
  link: ['g:link', 'merchant_deep_link', 'aw_deep_link'],
};

/** Prices of LEGO products in a shop's feed: Google's format as XML or table, or awin's. Throws FeedError. */
export function readShopFeed(
  file: string,
  { retailer, observedAt, ...options }: ShopFeedOptions,
): AsyncGenerator<FeedBatch<RetailObservation>> {
  const seen = { retailer, asin: null, observedAt, sellerType: 'retailer', ...NO_OFFERS } as const;
  const google: Layout<RetailObservation> = {
    name: "a product feed in Google's format",
    required: ['price', 'availability'],
    optional: [...GOOGLE.filter((name) => name !== 'price' && name !== 'availability'), ...SHARED],
    documents: ['rss', 'feed'],
    alsoCalled: NAMES,
    isForeign: true,
    reader: (column) => {
      const at = columnsOf([...GOOGLE, ...SHARED], column);
      return (row, observations) => {
        if (!isNewLego(row, at.brand, at.condition)) return;
        const usual = dollars(row, at.price, '');
        const sale = isOnSale(row, at.sale_price_effective_date, observedAt) ? dollars(row, at.sale_price, '') : null;
        observations.push({
          ...seen,
          ...identifiersOf(row, [at.gtin], null, at.mpn, at.brand),
          priceCents: sale ?? usual,
          listPriceCents: sale === null ? null : usual,
          inStock: inStockOf(row.text(at.availability)),
          productUrl: readWebAddress(row, at.link),
        });
      };
    },
  };
  const awin: Layout<RetailObservation> = {
    name: 'a product feed of awin',
    required: ['search_price', 'in_stock'],
    optional: [...AWIN.slice(1), ...SHARED],
    alsoCalled: NAMES,
    isForeign: true,
    reader: (column) => {
      const at = columnsOf([...AWIN, ...SHARED], column);
      return (row, observations) => {
        if (!isNewLego(row, at.brand, at.condition)) return;
        const currency = row.text(at.currency);
        observations.push({
          ...seen,
          ...identifiersOf(row, [at.ean, at.product_GTIN], at.upc, at.mpn, at.brand),
          priceCents: dollars(row, at.search_price, currency),
          listPriceCents: dollars(row, at.rrp_price, currency),
          inStock: inStockOf(row.text(at.in_stock)),
          productUrl: readWebAddress(row, at.link),
        });
      };
    },
  };
  return readCsvFeedOfAny(file, [google, awin], options);
}

const NO_OFFERS = { lowestFbaCents: null, fbaSellers: null, buyBoxCents: null };

function columnsOf<Name extends string>(names: readonly Name[], column: (name: string) => number) {
  return Object.fromEntries(names.map((name) => [name, column(name)])) as Record<Name, number>;
}

/** Products without a brand have their barcode alone. */
function isNewLego(row: Row, brand: number, condition: number): boolean {
  return /^$|^the lego|^lego\b/i.test(row.text(brand)) && /^$|new/i.test(row.text(condition));
}

/** Never by title. The number of the manufacturer counts for its own brand only. */
function identifiersOf(row: Row, eans: readonly number[], upc: number | null, mpn: number, brand: number) {
  const given = eans.find((column) => row.text(column) !== '') ?? -1;
  const number = row.text(brand) === '' ? '' : row.text(mpn);
  const codes = { ean: readBarcode(row, given, 'EAN'), upc: upc === null ? null : readBarcode(row, upc, 'UPC') };
  const setNumber = isSetNumber(number) ? number : null;
  if (codes.ean === null && codes.upc === null && setNumber === null)
    row.reject('has neither a valid barcode nor the number of a LEGO set');
  return { ...codes, setNumber };
}

function dollars(row: Row, column: number, currency: string): number | null {
  const foreign = row.foreignAmount(column, currency);
  if (foreign === null) return row.priceOrNull(column);
  row.reject(`the price ${foreign} is not in US dollars`);
  return null;
}

/** Without dates, a sale price is that of today. Offsets such as `-0800` are usual. */
function isOnSale(row: Row, column: number, now: Date): boolean {
  const dates = row.text(column);
  if (dates === '') return true;
  const [start, end] = dates.split('/').map((text) => parseInstant(text.trim().replace(/([+-]\d\d)(\d\d)$/, '$1:$2')));
  return start != null && end != null && start <= now && now <= end;
}

/** Null: to be ordered before it is out, or unknown. */
function inStockOf(text: string): boolean | null {
  if (/^(in[ _]stock|1|true|yes)$/i.test(text)) return true;
  return /^(out[ _]of[ _]stock|backorder|0|false|no)$/i.test(text) ? false : null;
}
