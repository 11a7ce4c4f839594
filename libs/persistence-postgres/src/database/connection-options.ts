import type { ClientBase, Pool, PoolConfig } from 'pg';
import type { DataSourceOptions, Logger } from 'typeorm';
import { TickSocket } from './read-pipelines.ts';

export interface ConnectionSettings {
  readonly url: string;
  /** Read replicas of that server, and the role to switch to there; none by default. */
  readonly replicas?: { readonly urls: readonly string[]; readonly role: string };
  /** Shown by PostgreSQL beside each connection. */
  readonly applicationName: string;
  readonly poolSize?: number;
  /** Connections for records that are edited one by one; 2 unless a process edits for many people at once. */
  readonly editorPoolSize?: number;
  /** A statement that runs longer is cancelled. 0, the default, means no limit, for batch work. */
  readonly statementTimeoutMs?: number;
  /** A statement that waits longer for a lock is cancelled. 0, the default, means no limit. */
  readonly lockTimeoutMs?: number;
  /** Send a statement without waiting for the answer to the one before it on the same connection. Not for COPY. */
  readonly pipelined?: boolean;
  /** The role to switch to after connecting, when the login has more rights than this process needs. */
  readonly role?: string;
  /** Whether this process may still write: asked before a connection is used. */
  readonly fence?: Fence;
}

/** Ends the process if another one may have taken its place. */
export interface Fence {
  check: (() => void) | null;
}

export function guard(pool: Pool, fence: Fence | undefined): void {
  if (fence) pool.on('acquire', () => fence.check?.());
}

/**
 * How long batch work waits for a connection. With a statement timeout, that is the limit for connecting too. Batch
 * work computes for seconds, many on a slow machine, and hears of a connection only afterwards.
 */
const BATCH_CONNECT_TIMEOUT_MS = 30_000;
// A server that hangs or is unreachable cannot cancel a statement: the driver gives up this much after the timeout.
const UNANSWERED_GRACE_MS = 300;
const IDLE_IN_TRANSACTION_MS = 5_000;

/** What every session has, by the names of PostgreSQL's settings. */
function sessionSettings({ statementTimeoutMs = 0, lockTimeoutMs = 0, role }: ConnectionSettings): readonly string[] {
  return [
    // Statements are prepared and simple: a generic plan saves planning time, and JIT compilation takes longer than it
    // saves.
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

/** Whether an address says that a pooler is in front, which gives each client a session of its own. */
export function isPooled(url: string): boolean {
  return URL.canParse(url) && new URL(url).searchParams.get('pooler') === 'session';
}

/** How every process connects to PostgreSQL. */
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
    // A pooler refuses settings at the start of a session; they are made before the connection is used, or it is not.
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

/** How TypeORM connects, for migrations and for repositories. */
export function dataSourceOptions(settings: ConnectionSettings): DataSourceOptions {
  return {
    type: 'postgres',
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    // TypeORM would print errors that it also throws, and callers report those.
    logger: SILENT,
    extra: poolOptions(settings),
  };
}

function ignore(): void {}
