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
export * from './gains.ts';
export * from './lots.ts';
export * from './portfolio-totals.ts';
export * from './returns.ts';
export * from './valued-holdings.ts';
export * from './value-history.ts';
