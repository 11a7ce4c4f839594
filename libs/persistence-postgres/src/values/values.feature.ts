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
    PublishFaster1795100000001,
    ForgetEarlierModels1795270000001,
    ReadSourcesOfSales1795270000002,
    RecheckMonthsByDay1795280000000,
  ],
};
