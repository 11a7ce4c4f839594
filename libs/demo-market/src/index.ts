export type { AccountBooks } from './accounts/account-books.ts';
export {
  ACCOUNT_PROFILES,
  type AccountProfile,
  type BrickfolioProfile,
  DEMO_EMAIL,
} from './accounts/account-profile.ts';
export { DemoMarket } from './demo-market.ts';
export { type DemoAccount, type DemoFolder, demoFolder } from './files/demo-folder.ts';
export {
  writeDemoAccounts,
  writeDemoCatalog,
  writeDemoFeeds,
  writeDemoMarketFeeds,
  type WriteDemoOptions,
} from './files/write-demo-feeds.ts';
export type { Interval } from './interval.ts';
export { DEFAULT_MARKET_SIZE, type MarketOptions } from './market-options.ts';
export type { TruthSample } from './truth/truth-sample.ts';
export { TEMPERAMENT_NAMES, type TemperamentName } from './sales/temperaments.ts';
