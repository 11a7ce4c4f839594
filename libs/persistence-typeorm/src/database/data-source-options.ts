import type { DataSourceOptions } from 'typeorm';
import { ALL_MIGRATIONS } from '../migrations/all-migrations.ts';

export interface ConnectionSettings {
  readonly url: string;
  /** Shown by PostgreSQL beside each connection. */
  readonly applicationName: string;
  readonly poolSize?: number;
  /** A statement that runs longer is cancelled. 0, the default, waits for ever: batch work may take its time. */
  readonly statementTimeoutMs?: number;
  /** Take on this role after connecting: the login may do more than this process should. */
  readonly role?: string;
}

const CONNECT_TIMEOUT_MS = 1_500;

/** The one way every process of ours connects. */
export function dataSourceOptions(settings: ConnectionSettings): DataSourceOptions {
  // Our statements are prepared and simple: a generic plan saves planning, and compiling them never pays.
  const session = ['-c jit=off', '-c plan_cache_mode=force_generic_plan', '-c timezone=UTC', ...(settings.role ? [`-c role=${settings.role}`] : [])];
  return {
    type: 'postgres',
    url: settings.url,
    migrations: ALL_MIGRATIONS,
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    applicationName: settings.applicationName,
    poolSize: settings.poolSize ?? 10,
    extra: {
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: 30_000,
      statement_timeout: settings.statementTimeoutMs ?? 0,
      options: session.join(' '),
      keepAlive: true,
    },
  };
}
