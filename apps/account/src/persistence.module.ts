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

/** The port's abstract class is the injection token. */
function providerOf({ port, create }: PortBinding): FactoryProvider<unknown> {
  return { provide: port as Type<unknown>, inject: [Database], useFactory: create };
}

const ports = PORT_BINDINGS.map(providerOf);

/** Injection token of the tables of extensions. */
export const EXTENSION_DATABASES = Symbol('ExtensionDatabases');

const extensionDatabases: FactoryProvider<ExtensionDatabases> = {
  provide: EXTENSION_DATABASES,
  inject: [ACCOUNT_CONFIG],
  useFactory: ({ databaseUrl: url, statementTimeoutMs }: AccountConfig) =>
    new ExtensionDatabases({ url, statementTimeoutMs }),
};

/** The only place in this app that knows which database answers the ports. */
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

  /** TypeORM is loaded before anybody is served. A database that is not there yet is connected to later. */
  async onApplicationBootstrap(): Promise<void> {
    await this.opened.repositories().catch(() => undefined);
  }

  /** To be called when nothing uses it any more. */
  async close(): Promise<void> {
    await Promise.all([this.opened.close(), this.extensions.close()]);
  }
}
