import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseHealth, type PoolUse, type ReplicaReport } from '@brickmarket/persistence-ports';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { dataSourceOptions } from '../database/connection-options.ts';
import type { Database } from '../database/database.ts';
import type { Feature, MigrationClass } from '../feature.ts';
import { FEATURES } from '../features.ts';

/** The timestamp of a migration: the digits at the end of its class name, by which TypeORM orders migrations too. */
export function timestampOf({ name }: MigrationClass): number {
  const digits = /\d{13}$/.exec(name)?.[0];
  if (!digits) throw new TypeError(`migration ${name} does not end in a timestamp of 13 digits`);
  return Number(digits);
}

/** The migrations of some features, oldest first. */
export function migrationsOf(features: readonly Feature[]): readonly MigrationClass[] {
  return features.flatMap(({ migrations }) => migrations).sort((a, b) => timestampOf(a) - timestampOf(b));
}

/** The migrations of this build, oldest first. */
export const ALL_MIGRATIONS = migrationsOf(FEATURES);

/** The state of a database. */
export interface SchemaStatus {
  /** Version of the server: `18.4`. */
  readonly version: string;
  readonly sizeBytes: number;
  /** Migrations that have run, in order; a newer build may have run some that this one does not know. */
  readonly ran: readonly string[];
  /** Migrations of this build that have not run. */
  readonly pending: readonly string[];
}

/** Reads the state of a database without changing it. */
export async function schemaStatus(url: string): Promise<SchemaStatus> {
  const client = new Client({
    connectionString: url,
    application_name: 'brickmarket-status',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; size: string; migrated: boolean }>(
      `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS size,
              to_regclass('schema_migration') IS NOT NULL AS migrated`,
    );
    const { version, size, migrated } = rows[0]!;
    const ran = migrated
      ? (await client.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY id')).rows.map(
          (row) => row.name,
        )
      : [];
    return {
      version: version.split(' ')[0]!,
      sizeBytes: Number(size),
      ran,
      pending: ALL_MIGRATIONS.map((migration) => migration.name).filter((name) => !ran.includes(name)),
    };
  } finally {
    await client.end();
  }
}

// An arbitrary number that must never change: processes of all releases must use the same lock.
const MIGRATION_LOCK = 7_214_663;
// While a migration waits for a table lock, requests queue behind it. It gives up before they time out, and tries
// again.
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/** How to bring a schema up to this build. */
export interface MigrateOptions {
  /** How long to retry while a table that a migration changes is locked by others. */
  readonly retryForMs?: number;
  /** Stop after this many of all migrations; without it, run them all. */
  readonly upTo?: number;
}

/**
 * Runs the pending migrations of this build and returns their names. Processes that start together wait for each other.
 */
export async function migrate(
  url: string,
  { retryForMs = 300_000, upTo = ALL_MIGRATIONS.length }: MigrateOptions = {},
): Promise<readonly string[]> {
  const wanted = ALL_MIGRATIONS.slice(0, upTo);
  const { ran } = await schemaStatus(url);
  if (wanted.every(({ name }) => ran.includes(name))) return [];
  // Loading TypeORM takes half a second, and most starts have nothing to migrate.
  const typeorm = await import('typeorm');
  const dataSource = new typeorm.DataSource({
    ...dataSourceOptions({ url, applicationName: 'brickmarket-migrate', poolSize: 2, lockTimeoutMs: LOCK_TIMEOUT_MS }),
    migrations: wanted,
  });
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    // No limit for this lock: requests do not wait for it.
    await lock.query('SET lock_timeout = 0');
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    // Others may have run some while this process waited for the lock.
    const { pending } = await schemaStatus(url);
    await runPending(dataSource, Date.now() + retryForMs);
    return wanted.map(({ name }) => name).filter((name) => pending.includes(name));
  } finally {
    await lock.release();
    // Closes the connection that owns the lock, which releases it.
    await dataSource.destroy();
  }
}

/** Each migration is a transaction: a run that gave up on a lock goes on with the migration that waited for it. */
async function runPending(dataSource: DataSource, deadline: number): Promise<void> {
  for (;;) {
    try {
      await dataSource.runMigrations();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || Date.now() > deadline) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

const STATE = `
SELECT EXISTS (SELECT FROM schema_migration WHERE name = $1) AS migrated,
       current_setting('transaction_read_only') = 'on' AS "readOnly"`;

/** Ready when PostgreSQL answers, takes writes, and the newest migration of this build has run. */
export class PostgresDatabaseHealth extends DatabaseHealth {
  constructor(private readonly database: Database) {
    super();
  }

  async check(): Promise<void> {
    const newest = ALL_MIGRATIONS.at(-1)!.name;
    const [state] = await this.database.prepared<{ migrated: boolean; readOnly: boolean }>('database_state', STATE, [
      newest,
    ]);
    if (!state!.migrated) throw new Error(`migration ${newest} has not run: run "brickmarket db migrate"`);
    // Every admission writes: on a read-only standby every request would fail.
    if (state!.readOnly) throw new Error('the database is read-only');
  }

  replicas(): ReplicaReport | null {
    return this.database.replicas?.report() ?? null;
  }

  connections(): PoolUse {
    const { totalCount, idleCount, waitingCount } = this.database.pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }
}
