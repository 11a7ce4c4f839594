import {
  Database,
  ExtensionDatabases,
  PORT_BINDINGS,
  type PortBinding,
  serviceRole,
} from '@brickmarket/persistence-postgres';
import { type FactoryProvider, Global, Inject, Module, type OnApplicationBootstrap, type Type } from '@nestjs/common';
import { ACCOUNT_CONFIG, type AccountConfig } from './config/config.ts';

const database: FactoryProvider<Database> = {
  provide: Database,
  inject: [ACCOUNT_CONFIG],
  useFactory: (config: AccountConfig) =>
    Database.open({
      url: config.databaseUrl,
      applicationName: 'brickmarket-account',
      poolSize: config.databasePoolSize,
      editorPoolSize: config.databasePoolSize,
      pipelined: true,
      statementTimeoutMs: config.statementTimeoutMs,
      ...(config.isOwnerLogin && { role: serviceRole(config.databaseUrl, 'account') }),
    }),
};

/** Port classes are injection tokens. */
function providerOf({ port, create }: PortBinding): FactoryProvider<unknown> {
  return { provide: port as Type<unknown>, inject: [Database], useFactory: create };
}

const ports = PORT_BINDINGS.map(providerOf);

export const EXTENSION_DATABASES = Symbol('ExtensionDatabases');

const extensionDatabases: FactoryProvider<ExtensionDatabases> = {
  provide: EXTENSION_DATABASES,
  inject: [ACCOUNT_CONFIG],
  useFactory: ({ databaseUrl: url, statementTimeoutMs }: AccountConfig) =>
    new ExtensionDatabases({ url, statementTimeoutMs }),
};

/** The only file of this app that may import the database library. */
@Global()
@Module({
  providers: [database, extensionDatabases, ...ports],
  exports: [EXTENSION_DATABASES, ...ports.map((port) => port.provide)],
})
export class PersistenceModule implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly opened: Database,
    @Inject(EXTENSION_DATABASES) private readonly extensions: ExtensionDatabases,
  ) {}

  /** Preloads TypeORM; connects later if the database is missing. */
  async onApplicationBootstrap(): Promise<void> {
    await this.opened.repositories().catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([this.opened.close(), this.extensions.close()]);
  }
}
