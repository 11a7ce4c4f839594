export {
  type AccountWithBelongings,
  createAccount,
  deleteAccount,
  describeAccountToDelete,
  getAccount,
  reportUsage,
  setAccountPlan,
} from './access/accounts.ts';
export {
  type ApiKeyRequest,
  createApiKey,
  type CreatedApiKey,
  listApiKeys,
  type ListedApiKey,
  revokeApiKey,
  setDailyLimit,
  setDailyLimitOfAccount,
} from './access/api-keys.ts';
export { type DemoStores, removeDemo, type RemovedDemo } from './demo/remove-demo.ts';
export { undoMarketImport, type UndoneImport } from './import/undo-import.ts';
export { type ImportOptions, type Progress, UNWATCHED } from './import/run-import.ts';
export {
  addCounts,
  type ImportCounts,
  importFault,
  type ImportSummary,
  NO_COUNTS,
  nothingChanged,
  nothingTaken,
  type PreviewLine,
  type RejectReason,
  totalCounts,
} from './import/import-summary.ts';
export {
  type CatalogStores,
  importCatalog,
  importMinifigNumbers,
  importSetDetails,
  type MinifigNumbersOptions,
} from './import/import-catalog.ts';
export { importRenames } from './import/import-renames.ts';
export { importRetailPrices, type RetailImportOptions } from './import/import-retail-prices.ts';
export { importSales, type SalesStores } from './import/import-sales.ts';
export {
  type BookImportOptions,
  type BrickfolioImportOptions,
  type BookStores,
  COLLECTION_FORMATS,
  type CollectionFormat,
  exportBrickfolio,
  exportSalesLedger,
  importBrickfolio,
  importSalesLedger,
} from './portfolio/import-export.ts';
export { collectionSources, type ColumnMapping, salesLedgerSources } from '@brickmarket/feeds';
export { mappableColumnsOf } from './portfolio/file-rows.ts';
export { labelBrickfolios, linkSoldCopies } from './portfolio/own-book.ts';
export { type DroppedFile, type DroppedImport, type DroppedImports, importDropped } from './import/import-dropped.ts';
export * from './valuation/backtest-market.ts';
export * from './valuation/trusted-clock.ts';
export * from './valuation/months.ts';
export * from './valuation/scorecard.ts';
export * from './valuation/suspicious-sales.ts';
export * from './valuation/value-market.ts';
export { DEFAULT_SHARD_SALES, valueShards } from './valuation/value-shards.ts';
export * from './alerts/deliver.ts';
export {
  type DelivererContext,
  type DelivererNote,
  type DeliveryAttempt,
  type OutgoingWebhook,
  type WebhookAnswer,
  WebhookSender,
} from './alerts/send-alerts.ts';
export * from './alerts/manage-alerts.ts';
