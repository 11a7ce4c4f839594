import type { Extension } from '@brickmarket/extension';
import {
  Database,
  ExtensionDatabases,
  migrate,
  migrateExtensions,
  PORT_BINDINGS,
  type PortBinding,
  schemaStatus,
  serviceRole,
} from '@brickmarket/persistence-postgres';
import { type FactoryProvider, Global, Inject, Module, type OnApplicationShutdown, type Type } from '@nestjs/common';
import { API_CONFIG, type ApiConfig } from './config/config.ts';

const database: FactoryProvider<Database> = {
  provide: Database,
  inject: [API_CONFIG],
  useFactory: (config: ApiConfig) => {
    const url = config.databaseApiUrl ?? config.databaseUrl;
    const role = serviceRole(url, 'api');
    return Database.open({
      url,
      applicationName: 'brickmarket-api',
      poolSize: config.databasePoolSize,
      statementTimeoutMs: config.statementTimeoutMs,
      pipelined: true,
      replicas: { urls: config.databaseReplicaUrls, role },
      ...(config.databaseApiUrl === null && { role }),
    });
  },
};

/** Port classes are injection tokens. */
function providerOf({ port, create }: PortBinding): FactoryProvider<unknown> {
  return { provide: port as Type<unknown>, inject: [Database], useFactory: create };
}

const ports = PORT_BINDINGS.map(providerOf);

export const EXTENSION_DATABASES = Symbol('ExtensionDatabases');

const extensionDatabases: FactoryProvider<ExtensionDatabases> = {
  provide: EXTENSION_DATABASES,
  inject: [API_CONFIG],
  useFactory: ({ databaseApiUrl, databaseUrl, statementTimeoutMs }: ApiConfig) =>
    new ExtensionDatabases({ url: databaseApiUrl ?? databaseUrl, statementTimeoutMs }),
};

/** The only file of this app that may import the database library. */
@Global()
@Module({
  providers: [database, extensionDatabases, ...ports],
  exports: [EXTENSION_DATABASES, ...ports.map((port) => port.provide)],
})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(
    @Inject(Database) private readonly opened: Database,
    @Inject(EXTENSION_DATABASES) private readonly extensions: ExtensionDatabases,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.opened.close(), this.extensions.close()]);
  }
}

/** Extensions after own migrations; returns the names. */
export async function migrateDatabase(
  { databaseUrl, databaseApiUrl }: ApiConfig,
  extensions: readonly Extension[],
  warn: (text: string) => void,
): Promise<readonly string[]> {
  const { ran, pending } = await schemaStatus(databaseUrl);
  // Several processes may start concurrently, and none has a backup folder.
  if (ran.length > 0 && pending.some((step) => !/^(drop of )?routine /.test(step)))
    warn(
      'the schema is upgraded without a backup, because this process keeps none: to have one, start it with ' +
        'MIGRATE_ON_START=false and run "brickmarket db migrate --backup" first',
    );
  const served = (['account', 'deliver'] as const).map((process) => serviceRole(databaseUrl, process));
  const rolesWithLogin = databaseApiUrl === null ? served : [...served, serviceRole(databaseUrl, 'api')];
  return [...(await migrate(databaseUrl, { rolesWithLogin })), ...(await migrateExtensions(databaseUrl, extensions))];
}
