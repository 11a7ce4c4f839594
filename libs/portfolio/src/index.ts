export {
  type BookValue,
  bookValue,
  carriedValue,
  type Copies,
  costOf,
  countsInTotals,
  gainPct,
  type HeldCopies,
  holdingGainPct,
  type HoldingValuation,
  type UnitValueLookup,
  valueHolding,
} from './holding-valuation.ts';
export * from './commands.ts';
export * from './gains.ts';
export { type FileToMatch, type ImportFile, type ImportKind, planImport } from './import-edit.ts';
export * from './lots.ts';
export type { ImportPlan } from './match-collection.ts';
export * from './portfolio-totals.ts';
export * from './returns.ts';
export { settle, WatchedByRulesError } from './settle.ts';
export * from './valued-holdings.ts';
export * from './value-history.ts';
