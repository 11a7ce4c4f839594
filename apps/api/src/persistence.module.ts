import { Database, migrate, PORT_BINDINGS, type PortBinding } from '@brickmarket/persistence-postgres';
import { type FactoryProvider, Global, Inject, Module, type OnApplicationShutdown, type Type } from '@nestjs/common';
import { API_CONFIG, type ApiConfig } from './config/config.ts';

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
      replicas: { urls: config.databaseReplicaUrls, role: API_ROLE },
      ...(config.databaseApiUrl === null && { role: API_ROLE }),
    }),
};

/** The port's abstract class is the injection token. */
function providerOf({ port, create }: PortBinding): FactoryProvider<unknown> {
  return { provide: port as Type<unknown>, inject: [Database], useFactory: create };
}

const ports = PORT_BINDINGS.map(providerOf);

/** Binds the ports to PostgreSQL. No other file of this app may import the database library. */
@Global()
@Module({ providers: [database, ...ports], exports: ports.map((port) => port.provide) })
export class PersistenceModule implements OnApplicationShutdown {
  constructor(@Inject(Database) private readonly opened: Database) {}

  async onApplicationShutdown(): Promise<void> {
    await this.opened.close();
  }
}

/** Runs the pending migrations and returns their names. */
export function migrateDatabase(config: ApiConfig): Promise<readonly string[]> {
  return migrate(config.databaseUrl);
}
