import type { Extension, ExtensionDatabase } from '@brickmarket/extension';
import {
  Database,
  migrate,
  migrateExtensions,
  PORT_BINDINGS,
  type PortBinding,
  PostgresExtensionDatabase,
} from '@brickmarket/persistence-postgres';
import {
  type FactoryProvider,
  Global,
  Inject,
  Injectable,
  Module,
  type OnApplicationShutdown,
  type Type,
} from '@nestjs/common';
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

/** The tables of extensions, as far as requests reach them: those of one account at a time. */
@Injectable()
export class ExtensionDatabases implements OnApplicationShutdown {
  readonly #opened: PostgresExtensionDatabase[] = [];

  constructor(@Inject(API_CONFIG) private readonly config: ApiConfig) {}

  open(name: string): ExtensionDatabase {
    const { databaseApiUrl, databaseUrl, statementTimeoutMs } = this.config;
    const opened = new PostgresExtensionDatabase({ url: databaseApiUrl ?? databaseUrl, name, statementTimeoutMs });
    this.#opened.push(opened);
    return { asAccount: (accountId, work) => opened.asAccount(accountId, work) };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.#opened.map((each) => each.close()));
  }
}

/** Binds the ports to PostgreSQL. No other file of this app may import the database library. */
@Global()
@Module({
  providers: [database, ExtensionDatabases, ...ports],
  exports: [ExtensionDatabases, ...ports.map((port) => port.provide)],
})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(@Inject(Database) private readonly opened: Database) {}

  async onApplicationShutdown(): Promise<void> {
    await this.opened.close();
  }
}

/** Runs the pending migrations, those of extensions after ours, and returns their names. */
export async function migrateDatabase(
  { databaseUrl }: ApiConfig,
  extensions: readonly Extension[],
): Promise<readonly string[]> {
  return [...(await migrate(databaseUrl)), ...(await migrateExtensions(databaseUrl, extensions))];
}
