export {
  FeedBatch,
  FeedError,
  irregularFileFault,
  type OnProgress,
  type ReadLimits,
  type RowReport,
  type RowSource,
} from './reading/feed-text.ts';
export { type ReadOptions } from './reading/read-feed.ts';
export type { DateFormat } from './reading/cells.ts';
export { type CatalogDumpBatch, readRebrickableDump } from './rebrickable/read-rebrickable-dump.ts';
export { readSetDetails, setDetailsCsv } from './brickset/set-details.ts';
export type {
  CollectionColumn,
  CollectionEntry,
  CollectionOptions,
  ColumnMapping,
} from './collection/collection-entry.ts';
export { headerKey, suggestColumns } from './collection/mapped-collection.ts';
export { collectionCsv, collectionSources, readCollection, readHoldingCells } from './collection/read-collection.ts';
export { isSalesMapping, type SalesColumn, type SalesMapping, suggestSalesColumns } from './ledger/mapped-ledger.ts';
export {
  type LedgerOptions,
  readSaleCells,
  readSalesLedger,
  salesLedgerCsv,
  salesLedgerSources,
} from './ledger/read-sales-ledger.ts';
export {
  marketSalesCsv,
  readMarketSales,
  readMinifigNumbers,
  readRetailPrices,
  readSetRenames,
  type RetailReadOptions,
  retailPricesCsv,
} from './market/market-feeds.ts';
export { readShopFeed, type ShopFeedOptions } from './market/shop-feed.ts';
export { brickStoreText } from './writing/brick-store.ts';
export { type CsvCell, type CsvFormat, csvBatches, csvLine, csvText, usdCell, writeCsvFile } from './writing/csv.ts';
