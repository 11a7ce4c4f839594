export type { ImportPlan } from './collection-taking.ts';
export {
  carriedValue,
  type Copies,
  costOf,
  countsInTotals,
  gainPct,
  type HeldCopies,
  holdingGainPct,
  type HoldingValuation,
  type SoldHoldingResult,
  soldHoldingResult,
  type UnitValueLookup,
  valueHolding,
} from './holding-valuation.ts';
export {
  type BookCommand,
  type BrickfolioFacts,
  type ChosenSet,
  decide,
  MAX_NAME_LENGTH,
  type WantedSale,
} from './commands.ts';
export {
  allocate,
  type GroupTotals,
  type HoldingTerm,
  holdingTerm,
  type NumberedSale,
  type SalesTotals,
  salesTotals,
  type TaxLine,
  type TaxTotals,
  taxTotals,
  taxYearLines,
  totalsByMonth,
  totalsByPlatform,
} from './gains.ts';
export { type FileToMatch, type ImportFile, type ImportKind, planImport, planImportInSlices } from './import-edit.ts';
export {
  type DatedLot,
  firstInFirstOut,
  inOrderOfPurchase,
  type HoldingFacts,
  type SaleTerms,
  type TakenCopies,
} from './lots.ts';
export { type MarketIndex, marketIndex } from './market-index.ts';
export { type FactsByKey, SetFacts } from './set-facts.ts';
export * from './portfolio-totals.ts';
export * from './returns.ts';
export { defaultBrickfolio, EditedElsewhereError, type Seen } from './seen-rows.ts';
export { WatchedByRulesError } from './settle.ts';
export type { DoneWithSeveral, ProceedsOfSet } from './several.ts';
export * from './valued-holdings.ts';
export {
  daysOfSpan,
  HISTORY_DAYS,
  type HistoryPeriod,
  type HistorySpan,
  type PortfolioHistoryPoint,
  type UnitValueStep,
  UnitValueSteps,
  valueHistory,
} from './value-history.ts';
export { SELLING_ORDERS, type SellingLine, type SellingOrder, type UnsoldCopies, whatToSell } from './what-to-sell.ts';
