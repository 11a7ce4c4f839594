import type { ClientBase, Pool, PoolConfig } from 'pg';
import type { DataSourceOptions, Logger } from 'typeorm';
import { TickSocket } from './read-pipelines.ts';

export interface ConnectionSettings {
  readonly url: string;
  readonly replicas?: { readonly urls: readonly string[]; readonly role: string };
  /** Visible in `pg_stat_activity`. */
  readonly applicationName: string;
  readonly poolSize?: number;
  /** Pool of TypeORM; 2 by default. */
  readonly editorPoolSize?: number;
  /** 0, the default: unlimited, for batch work. */
  readonly statementTimeoutMs?: number;
  /** 0, the default: unlimited. */
  readonly lockTimeoutMs?: number;
  /** Sends statements without waiting for earlier responses. Not for COPY. */
  readonly pipelined?: boolean;
  /** Role with fewer rights than the login. */
  readonly role?: string;
  /** Checked before a connection is used. */
  readonly fence?: Fence;
}

/** Ends the process if another may have replaced it. */
export interface Fence {
  check: (() => void) | null;
}

export function guard(pool: Pool, fence: Fence | undefined): void {
  if (fence) pool.on('acquire', () => fence.check?.());
}

/** Connection timeout of batch work, which may compute for many seconds before it notices a connection. */
const BATCH_CONNECT_TIMEOUT_MS = 30_000;
// A hanging server cannot cancel a statement: the driver gives up this much later.
const UNANSWERED_GRACE_MS = 300;
const IDLE_IN_TRANSACTION_MS = 5_000;

function sessionSettings({ statementTimeoutMs = 0, lockTimeoutMs = 0, role }: ConnectionSettings): readonly string[] {
  return [
    // Simple prepared statements: JIT compilation takes longer than it saves.
    'jit=off',
    'plan_cache_mode=force_generic_plan',
    'timezone=UTC',
    ...(statementTimeoutMs > 0
      ? [`statement_timeout=${statementTimeoutMs}`, `idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`]
      : []),
    ...(lockTimeoutMs > 0 ? [`lock_timeout=${lockTimeoutMs}`] : []),
    ...(role ? [`role=${role}`] : []),
  ];
}

/** The URL names a pooler in session mode. */
export function isPooled(url: string): boolean {
  return URL.canParse(url) && new URL(url).searchParams.get('pooler') === 'session';
}

export function poolOptions(settings: ConnectionSettings): PoolConfig {
  const { statementTimeoutMs = 0 } = settings;
  const session = sessionSettings(settings);
  return {
    connectionString: settings.url,
    application_name: settings.applicationName,
    max: settings.poolSize ?? 10,
    connectionTimeoutMillis: statementTimeoutMs > 0 ? statementTimeoutMs : BATCH_CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + UNANSWERED_GRACE_MS }),
    ...(settings.pipelined && { pipeline: true, stream: () => new TickSocket() }),
    // Poolers reject startup settings: they are set before the first use.
    ...(isPooled(settings.url)
      ? { onConnect: async (client: ClientBase) => void (await client.query(statementsOf(session))) }
      : { options: session.map((setting) => `-c ${setting}`).join(' ') }),
    keepAlive: true,
  };
}

function statementsOf(session: readonly string[]): string {
  return session.map((setting) => `SET ${setting.replace('=', " = '")}'`).join('; ');
}

const SILENT: Logger = {
  log: ignore,
  logMigration: ignore,
  logQuery: ignore,
  logQueryError: ignore,
  logQuerySlow: ignore,
  logSchemaBuild: ignore,
};

export function dataSourceOptions(settings: ConnectionSettings): DataSourceOptions {
  return {
    type: 'postgres',
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    // Prevents duplicates: TypeORM prints errors that it also throws.
    logger: SILENT,
    extra: poolOptions(settings),
  };
}

function ignore(): void {}
