import { ExchangeRates, SourceBudget, SourceQueue, SourceRegistry } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { KeepSources1795310000000 } from './migrations/1795310000000-keep-sources.ts';
import { KeepExchangeRates1795340054000 } from './migrations/1795340054000-keep-exchange-rates.ts';
import { PostgresExchangeRates } from './postgres-exchange-rates.ts';
import { PostgresSourceQueue } from './postgres-source-queue.ts';
import { PostgresSourceBudget, PostgresSourceRegistry } from './postgres-sources.ts';

export const SOURCES: Feature = {
  ports: [
    bind(SourceRegistry, PostgresSourceRegistry),
    bind(SourceBudget, PostgresSourceBudget),
    bind(SourceQueue, PostgresSourceQueue),
    bind(ExchangeRates, PostgresExchangeRates),
  ],
  migrations: [KeepSources1795310000000, KeepExchangeRates1795340054000],
};
