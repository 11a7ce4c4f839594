export { type AccountBooks } from './accounts/account-books.ts';
export {
  ACCOUNT_PROFILES,
  type AccountProfile,
  type BrickfolioProfile,
  DEMO_EMAIL,
} from './accounts/account-profile.ts';
export { type RealCatalog, readShippedCatalog, SHIPPED_CATALOG } from './catalog/real-catalog.ts';
export { DemoMarket, demoMarketOn } from './demo-market.ts';
export {
  type DemoAccount,
  type DemoFeed,
  type DemoFolder,
  demoFolder,
  writeDemoAccounts,
  writeDemoDetails,
  writeDemoFeeds,
  writeDemoPrices,
  writeDemoSales,
  type WriteDemoOptions,
} from './files/write-demo-feeds.ts';
export { checkMarketOptions, DEFAULT_MARKET_SIZE, type Interval, type MarketOptions } from './market-options.ts';
export type { TruthSample } from './truth/true-values.ts';
