import type { PoolConfig } from 'pg';
import type { DataSourceOptions, Logger } from 'typeorm';

export interface ConnectionSettings {
  readonly url: string;
  /** Shown by PostgreSQL beside each connection. */
  readonly applicationName: string;
  readonly poolSize?: number;
  /** A statement that runs longer is cancelled. 0, the default, waits for ever: batch work may take its time. */
  readonly statementTimeoutMs?: number;
  /** A statement that waits longer for a lock is cancelled. 0, the default, waits for ever. */
  readonly lockTimeoutMs?: number;
  /** Send a statement without waiting for the answer to the one before it on the same connection. Not for COPY. */
  readonly pipelined?: boolean;
  /** Take on this role after connecting: the login may do more than this process should. */
  readonly role?: string;
}

/** For batch work; whoever limits its statements does not wait longer for a connection than for an answer. */
const PATIENT_CONNECT_MS = 10_000;
// A server that is frozen or cut off cancels nothing: after this much longer we stop listening to it.
const SILENCE_MS = 300;
const IDLE_IN_TRANSACTION_MS = 5_000;

/** The one way every process of ours connects. */
export function poolOptions(settings: ConnectionSettings): PoolConfig {
  const { statementTimeoutMs = 0, lockTimeoutMs = 0 } = settings;
  // Our statements are prepared and simple: a generic plan saves planning, and compiling them never pays.
  const session = [
    '-c jit=off',
    '-c plan_cache_mode=force_generic_plan',
    '-c timezone=UTC',
    ...(settings.role ? [`-c role=${settings.role}`] : []),
  ];
  return {
    connectionString: settings.url,
    application_name: settings.applicationName,
    max: settings.poolSize ?? 10,
    connectionTimeoutMillis: statementTimeoutMs > 0 ? statementTimeoutMs : PATIENT_CONNECT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    ...(statementTimeoutMs > 0 && {
      query_timeout: statementTimeoutMs + SILENCE_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    }),
    pipeline: settings.pipelined ?? false,
    options: session.join(' '),
    keepAlive: true,
  };
}

const SILENT: Logger = {
  log: ignore,
  logMigration: ignore,
  logQuery: ignore,
  logQueryError: ignore,
  logQuerySlow: ignore,
  logSchemaBuild: ignore,
};

/** How TypeORM connects, for migrations and for repositories. */
export function dataSourceOptions(settings: ConnectionSettings): DataSourceOptions {
  return {
    type: 'postgres',
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    // What fails is thrown and told by whoever asked; TypeORM would also print it.
    logger: SILENT,
    extra: poolOptions(settings),
  };
}

function ignore(): void {}
