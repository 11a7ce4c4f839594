import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { ALL_MIGRATIONS } from './all-migrations.ts';
import { dataSourceOptions } from './data-source-options.ts';
import { schemaStatus } from './schema-status.ts';

// Any number will do as long as it never changes: replicas of all builds must ask for the same lock.
const MIGRATION_LOCK = 7_214_663;
// While a migration waits for a table, everybody else waits behind it: it gives up before requests do, and tries again.
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/** How to bring a schema up to this build. */
export interface MigrateOptions {
  /** How long to keep trying while a table that a migration changes is in use. */
  readonly patienceMs?: number;
  /** Stop after this many of all migrations; without it, run them all. */
  readonly upTo?: number;
}

/** Brings the schema up to this build and returns the names of the migrations that ran. Processes that start together take turns. */
export async function migrate(
  url: string,
  { patienceMs = 300_000, upTo = ALL_MIGRATIONS.length }: MigrateOptions = {},
): Promise<readonly string[]> {
  const wanted = ALL_MIGRATIONS.slice(0, upTo);
  const { ran } = await schemaStatus(url);
  if (wanted.every(({ name }) => ran.includes(name))) return [];
  // Half a second to load, and most starts have nothing to migrate.
  const typeorm = await import('typeorm');
  const dataSource = new typeorm.DataSource({
    ...dataSourceOptions({ url, applicationName: 'brickmarket-migrate', poolSize: 2, lockTimeoutMs: LOCK_TIMEOUT_MS }),
    migrations: wanted,
  });
  await dataSource.initialize();
  const turn = dataSource.createQueryRunner();
  try {
    // Waiting for one's turn holds up nobody.
    await turn.query('SET lock_timeout = 0');
    await turn.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await runPending(dataSource, Date.now() + patienceMs);
  } finally {
    await turn.release();
    // Closes the session that holds the lock, and the lock with it.
    await dataSource.destroy();
  }
}

async function runPending(dataSource: DataSource, deadline: number): Promise<readonly string[]> {
  const ran: string[] = [];
  for (;;) {
    try {
      ran.push(...(await dataSource.runMigrations()).map((migration) => migration.name));
      return ran;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || Date.now() > deadline) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
