import {
  BacktestStore,
  ForecastStore,
  MarketMovers,
  MonthHistory,
  MonthStore,
  ScorecardStore,
  SetValueHistory,
  ThemeMoves,
  ValuationStore,
} from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { CreateValueSteps1794700830000 } from './migrations/1794700830000-create-value-steps.ts';
import { CreateMarket1794700840001 } from './migrations/1794700840001-create-market.ts';
import { RememberFactsVersions1794701000001 } from './migrations/1794701000001-remember-facts-versions.ts';
import { KeepMarksOfLaterSales1794701100002 } from './migrations/1794701100002-keep-marks-of-later-sales.ts';
import { ForgetStaleRetailPrices1794701300001 } from './migrations/1794701300001-forget-stale-retail-prices.ts';
import { LearnFromMarkets1794720000001 } from './migrations/1794720000001-learn-from-markets.ts';
import { ValueInShards1794840000001 } from './migrations/1794840000001-value-in-shards.ts';
import { LookUpFactsOfFewItems1794840000003 } from './migrations/1794840000003-look-up-facts-of-few-items.ts';
import { CompareValuesInShards1794900000001 } from './migrations/1794900000001-compare-values-in-shards.ts';
import { NumberMonthRechecks1794917100001 } from './migrations/1794917100001-number-month-rechecks.ts';
import { KeepScores1794960000001 } from './migrations/1794960000001-keep-scores.ts';
import { KeepForecasts1795000200000 } from './migrations/1795000200000-keep-forecasts.ts';
import { PublishFaster1795100000001 } from './migrations/1795100000001-publish-faster.ts';
import { ForgetEarlierModels1795270000001 } from './migrations/1795270000001-forget-earlier-models.ts';
import { ReadSourcesOfSales1795270000002 } from './migrations/1795270000002-read-sources-of-sales.ts';
import { RecheckMonthsByDay1795280000000 } from './migrations/1795280000000-recheck-months-by-day.ts';
import { PostgresForecastStore } from './postgres-forecasts.ts';
import { PostgresScorecardStore } from './postgres-scorecard.ts';
import { PostgresBacktestStore, PostgresValuationStore } from './postgres-valuation-store.ts';
import { PostgresMonthHistory, PostgresMonthStore } from './postgres-months.ts';
import { PostgresMarketMovers, PostgresThemeMoves } from './postgres-moves.ts';
import { PostgresSetValueHistory } from './postgres-values.ts';

export const VALUES: Feature = {
  ports: [
    bind(BacktestStore, PostgresBacktestStore),
    bind(ForecastStore, PostgresForecastStore),
    bind(MarketMovers, PostgresMarketMovers),
    bind(MonthHistory, PostgresMonthHistory),
    bind(MonthStore, PostgresMonthStore),
    bind(ScorecardStore, PostgresScorecardStore),
    bind(SetValueHistory, PostgresSetValueHistory),
    bind(ThemeMoves, PostgresThemeMoves),
    bind(ValuationStore, PostgresValuationStore),
  ],
  migrations: [
    CreateValueSteps1794700830000,
    CreateMarket1794700840001,
    RememberFactsVersions1794701000001,
    KeepMarksOfLaterSales1794701100002,
    ForgetStaleRetailPrices1794701300001,
    LearnFromMarkets1794720000001,
    ValueInShards1794840000001,
    LookUpFactsOfFewItems1794840000003,
    CompareValuesInShards1794900000001,
    NumberMonthRechecks1794917100001,
    KeepScores1794960000001,
    KeepForecasts1795000200000,
    PublishFaster1795100000001,
    ForgetEarlierModels1795270000001,
    ReadSourcesOfSales1795270000002,
    RecheckMonthsByDay1795280000000,
  ],
};
