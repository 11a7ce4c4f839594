export {
  EXPECTED_SALES_DAYS,
  expectedSales,
  type JudgedSales,
  type PastSales,
  type SalesRange,
  type SalesTable,
} from './forecast/expected-sales.ts';
export {
  type ForecastJudgement,
  type ForecastOf,
  judgementsOf,
  refusalText,
  type ReportTable,
} from './forecast/forecast-report.ts';
export type { ForecastRefusal, Judgement, OriginScore } from './forecast/gate.ts';
export { type ConditionForecast, learnForecast, type MarketForecast } from './forecast/market-forecast.ts';
export {
  type ChangeTable,
  FORECAST_MONTHS,
  type ForecastMonths,
  forecastPrice,
  type JudgedChanges,
  type PriceRange,
} from './forecast/price-forecast.ts';
export {
  type ForecastedValue,
  type ForecastFacts,
  forecastSet,
  forecastValue,
  NOTHING_LEARNED,
  type PublishedSales,
  type SetForecast,
  usd,
  type ValuedSetFacts,
} from './forecast/set-forecast.ts';
export { lastFinalizedMonth } from './kernel/time.ts';
export { type LonePrice, lonePrices, WINDOW_DAYS } from './estimate/evidence.ts';
export { isMarketModel, type MarketModel } from './estimate/market-model.ts';
export { type ItemValue, type MarketValues, valueAt, valueWithModel } from './estimate/market-values.ts';
export {
  type ItemFacts,
  type ItemRows,
  type ItemSeries,
  type Market,
  marketFromRows,
  type SeriesKind,
} from './kernel/market.ts';
export { type HistoryDates, type MonthEvent, type MonthPoint, monthPoints } from './kernel/month-points.ts';
export { compareSales, firstAfterDay, type SaleColumns, type SaleRow } from './kernel/sale-columns.ts';
export { learnMarket, type ValuedMarket, valueWholeMarket } from './learn/learn-market.ts';
export { type ItemOfMarket, type SalesValuationOptions, type ValuedItem, valueSales } from './estimate/value-sales.ts';
export { type ValueStep, valueSteps } from './kernel/value-steps.ts';
export {
  type BaselineFigures,
  baselinesOfGroup,
  errorLessByPct,
  type EstimatorFigures,
  type GroupFigures,
} from './backtest/backtest-group.ts';
export type { BacktestFigures, Breakdown, FiguresBy } from './backtest/backtest-groups.ts';
export { backtest, type BacktestOptions, type BacktestReport } from './backtest/backtest.ts';
export { BASELINE_NAMES, type BaselineName, baselinesOf, COMPARED_BASELINES } from './backtest/baselines.ts';
export {
  type Comparison,
  comparisonsOf,
  type ErrorRatio,
  type ItemErrors,
  type ItemInCondition,
} from './backtest/item-errors.ts';
export { knownMarket } from './backtest/known-market.ts';
export {
  backtestTables,
  type MarketReport,
  METHOD_TITLES,
  presentMarketReport,
  ratioText,
  verdictOn,
} from './backtest/market-report.ts';
export {
  LEAST_HELD_PCT,
  presentScores,
  type ScoreBreakdown,
  Scorecard,
  type ScoredMonth,
  type ScoredSale,
  type ScoreFigures,
  scorecardTables,
} from './backtest/scorecard.ts';
