import {
  CONDITIONS,
  type ItemKind,
  type MarketSale,
  type MinifigNumbers,
  type Retailer,
  type RetailerNames,
  RETAILERS,
  type RetailObservation,
  SELLER_TYPES,
  type SetRename,
} from '@brickmarket/domain';
import { readBarcode, readWebAddress } from '../reading/cells.ts';
import type { FeedBatch } from '../reading/feed-text.ts';
import type { Layout } from '../reading/layout.ts';
import { type ReadOptions, readTableFeed } from '../reading/read-feed.ts';
import type { Row } from '../reading/row.ts';
import { type CsvFormat, usdCell } from '../writing/csv.ts';

/** `source` and `source_ref` together identify a row. */
const SALE_COLUMNS = [
  'item_type',
  'item_number',
  'condition',
  'sold_at',
  'price_usd',
  'quantity',
  'source',
  'source_ref',
] as const;
const COMPLETENESS = ['complete', 'incomplete'] as const;

/** Any of the four identifiers names the set. */
const RETAIL_PRICE_COLUMNS = [
  'retailer',
  'set_number',
  'asin',
  'upc',
  'ean',
  'observed_at',
  'price_usd',
  'list_price_usd',
  'seller_type',
  'in_stock',
  'product_url',
  'lowest_fba_usd',
  'fba_sellers',
  'buy_box_usd',
] as const;

const RENAME_COLUMNS = ['old_number', 'new_number'] as const;

/** `fig_num` is the name in the catalog dump. */
const MINIFIG_NUMBER_COLUMNS = ['fig_num', 'marketplace_number'] as const;

const ITEM_KINDS: readonly ItemKind[] = ['set', 'minifig'];

const salesLayout: Layout<MarketSale> = {
  name: 'market sales',
  required: SALE_COLUMNS,
  optional: ['completeness'],
  reader: (column) => {
    const completeness = column('completeness');
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
        isIncomplete: row.oneOfOrNull(completeness, COMPLETENESS) === 'incomplete',
        source: row.requiredText(source),
        sourceRef: row.requiredText(sourceRef),
      });
    };
  },
};

/** Copies are complete unless `completeness` says otherwise. The import merges duplicates. Throws FeedError. */
export function readMarketSales(file: string, options?: ReadOptions): AsyncGenerator<FeedBatch<MarketSale>> {
  return readTableFeed(file, salesLayout, options);
}

const ASIN = /^[0-9A-Z]{10}$/;
const REQUIRED = ['retailer', 'observed_at', 'price_usd'];

const retailPricesLayout = (names: Partial<RetailerNames>): Layout<RetailObservation> => ({
  name: 'retail prices',
  required: REQUIRED,
  optional: RETAIL_PRICE_COLUMNS.filter((name) => !REQUIRED.includes(name)),
  reader: (column) => {
    const retailers = new Map(
      RETAILERS.flatMap((id): [string, Retailer][] => [
        [id, id],
        [names[id]?.toLowerCase() ?? id, id],
      ]),
    );
    const written = [...retailers.keys()];
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
        retailer: retailers.get(row.oneOf(at.retailer, written))!,
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
});

/** How price observations are read. */
export interface RetailReadOptions extends ReadOptions {
  /** Names besides `retailer_a` and `retailer_b`, ignoring case. */
  readonly retailerNames?: Partial<RetailerNames>;
}

/** Reads CSV or NDJSON, also gzipped. Throws FeedError. */
export function readRetailPrices(
  file: string,
  { retailerNames = {}, ...options }: RetailReadOptions = {},
): AsyncGenerator<FeedBatch<RetailObservation>> {
  return readTableFeed(file, retailPricesLayout(retailerNames), options);
}

function readAsin(row: Row, column: number): string | null {
  const text = row.text(column).toUpperCase();
  if (text === '' || ASIN.test(text)) return text || null;
  row.warn(`ASIN ${JSON.stringify(text)} has not 10 letters and digits: left out`);
  return null;
}

const minifigNumbersLayout: Layout<MinifigNumbers> = {
  name: 'minifig numbers',
  required: MINIFIG_NUMBER_COLUMNS,
  optional: [],
  reader: (column) => {
    const [figNum, marketplaceNumber] = MINIFIG_NUMBER_COLUMNS.map(column) as [number, number];
    return (row, pairs) => {
      pairs.push({
        minifigNumber: row.minifigNumber(figNum),
        marketplaceNumber: row.minifigNumber(marketplaceNumber, 'sw0001a'),
      });
    };
  },
};

/** Reads catalog and marketplace numbers, CSV or NDJSON, also gzipped. Throws FeedError. */
export function readMinifigNumbers(file: string, options?: ReadOptions): AsyncGenerator<FeedBatch<MinifigNumbers>> {
  return readTableFeed(file, minifigNumbersLayout, options);
}

const setRenamesLayout: Layout<SetRename> = {
  name: 'renames',
  required: RENAME_COLUMNS,
  optional: [],
  reader: (column) => {
    const [oldNumber, newNumber] = RENAME_COLUMNS.map(column) as [number, number];
    return (row, renames) => {
      renames.push({
        oldNumber: row.setNumber(oldNumber),
        newNumber: row.textOrNull(newNumber) === null ? null : row.setNumber(newNumber),
      });
    };
  },
};

/** An empty new number removes the set. Throws FeedError. */
export function readSetRenames(file: string, options?: ReadOptions): AsyncGenerator<FeedBatch<SetRename>> {
  return readTableFeed(file, setRenamesLayout, options);
}

/** Market sales in the project's own format. */
export const marketSalesCsv: CsvFormat<MarketSale> = {
  header: [...SALE_COLUMNS, 'completeness'],
  cells: (sale) => [
    sale.itemKind,
    sale.itemNumber,
    sale.condition,
    sale.soldAt.toISOString(),
    usdCell(sale.priceCents),
    sale.quantity,
    sale.source,
    sale.sourceRef,
    sale.isIncomplete === true ? 'incomplete' : null,
  ],
};

/** Retail price observations in the project's own format. */
export const retailPricesCsv: CsvFormat<RetailObservation> = {
  header: RETAIL_PRICE_COLUMNS,
  cells: (seen) => [
    seen.retailer,
    seen.setNumber,
    seen.asin,
    seen.upc,
    seen.ean,
    seen.observedAt.toISOString(),
    usdCell(seen.priceCents),
    usdCell(seen.listPriceCents),
    seen.sellerType,
    seen.inStock,
    seen.productUrl,
    usdCell(seen.lowestFbaCents),
    seen.fbaSellers,
    usdCell(seen.buyBoxCents),
  ],
};
