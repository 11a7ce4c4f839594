import {
  AdmissionGate,
  BacktestStore,
  Brickfolios,
  DatabaseHealth,
  MinifigCatalog,
  MonthHistory,
  OperationsReport,
  RetailPrices,
  RetailWatch,
  SalesLedger,
  SetCatalog,
  SetValueHistory,
} from '@brickmarket/persistence-ports';
import {
  Database,
  migrate,
  PostgresAdmissionGate,
  PostgresBacktestStore,
  PostgresBrickfolios,
  PostgresDatabaseHealth,
  PostgresMinifigCatalog,
  PostgresMonthHistory,
  PostgresOperationsReport,
  PostgresRetailPrices,
  PostgresRetailWatch,
  PostgresSalesLedger,
  PostgresSetCatalog,
  PostgresSetValueHistory,
} from '@brickmarket/persistence-postgres';
import { type FactoryProvider, Global, Inject, Module, type OnApplicationShutdown, type Type } from '@nestjs/common';
import { API_CONFIG } from './config/config.token.ts';
import type { ApiConfig } from './config/config.ts';

const API_ROLE = 'brickmarket_api';

const database: FactoryProvider<Database> = {
  provide: Database,
  inject: [API_CONFIG],
  useFactory: (config: ApiConfig) =>
    Database.open({
      url: config.databaseApiUrl ?? config.databaseUrl,
      applicationName: 'brickmarket-api',
      poolSize: config.databasePoolSize,
      statementTimeoutMs: config.statementTimeoutMs,
      pipelined: true,
      ...(config.databaseApiUrl === null && { role: API_ROLE }),
    }),
};

/** Binds a port to its PostgreSQL implementation. */
function bind<Port>(
  port: abstract new () => Port,
  implementation: new (database: Database) => Port,
): FactoryProvider<Port> {
  return {
    provide: port as Type<Port>,
    inject: [Database],
    useFactory: (opened: Database) => new implementation(opened),
  };
}

const ports = [
  bind(AdmissionGate, PostgresAdmissionGate),
  bind(BacktestStore, PostgresBacktestStore),
  bind(Brickfolios, PostgresBrickfolios),
  bind(DatabaseHealth, PostgresDatabaseHealth),
  bind(MinifigCatalog, PostgresMinifigCatalog),
  bind(MonthHistory, PostgresMonthHistory),
  bind(OperationsReport, PostgresOperationsReport),
  bind(RetailPrices, PostgresRetailPrices),
  bind(RetailWatch, PostgresRetailWatch),
  bind(SalesLedger, PostgresSalesLedger),
  bind(SetCatalog, PostgresSetCatalog),
  bind(SetValueHistory, PostgresSetValueHistory),
];

/** The only place in this app that knows which database answers the ports. */
@Global()
@Module({ providers: [database, ...ports], exports: ports.map((port) => port.provide) })
export class PersistenceModule implements OnApplicationShutdown {
  constructor(@Inject(Database) private readonly opened: Database) {}

  async onApplicationShutdown(): Promise<void> {
    await this.opened.close();
  }
}

/** Brings the schema up to this build and returns what ran. */
export function migrateDatabase(config: ApiConfig): Promise<readonly string[]> {
  return migrate(config.databaseUrl);
}
