import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { dataSourceOptions } from '../database/connection-options.ts';
import { Database } from '../database/database.ts';
import type { Feature, MigrationClass } from '../feature.ts';
import { FEATURES } from '../features.ts';
import { findNewerSchema, type NewerSchema, raiseLeastBuild, refuseNewerSchema } from './newer-schema.ts';
import { makeRoles, withRolesOf } from './roles.ts';
import { applyRoutines, planRoutines, readRoutines, type RoutinePlan, stepsOf } from './routines.ts';
import { findUnfinishedRestore, refuseUnfinishedRestore } from './unfinished-restore.ts';

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

/** Their names, oldest first. */
export const MIGRATION_NAMES: readonly string[] = ALL_MIGRATIONS.map(({ name }) => name);

/** The state of a database. */
export interface SchemaStatus {
  /** Version of the server: `18.4`. */
  readonly version: string;
  readonly sizeBytes: number;
  /** Migrations that have run, in order; a newer build may have run some that this one does not know. */
  readonly ran: readonly string[];
  /** What this build would do: migrations that have not run, then routines whose text is not that of its files. */
  readonly pending: readonly string[];
  /** Null when this build knows all that has run. */
  readonly newer: NewerSchema | null;
  /** When the restore began that has not finished; null when none is unfinished. */
  readonly restoreBegunAt: Date | null;
}

/** Whose routines a database should have. */
export interface RoutineOptions {
  /**
   * Apply the routines of this build even where others have replaced them: for an operator who says so, and for a
   * database that no other build uses. Otherwise a replica of the last release would take back those of the new one.
   */
  readonly mayTakeBackRoutines?: boolean;
  /** Where their files are; those of this build by default. */
  readonly routinesFolder?: string;
}

/** Reads the state of a database without changing it. */
export async function schemaStatus(url: string, options: RoutineOptions = {}): Promise<SchemaStatus> {
  const client = await connect(url, 'brickmarket-status');
  try {
    const { rows } = await client.query<{ version: string; size: string }>(
      `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS size`,
    );
    const { version, size } = rows[0]!;
    const { ran, pending, plan, newer, restoreBegunAt } = await readState(client, options);
    return {
      version: version.split(' ')[0]!,
      sizeBytes: Number(size),
      ran,
      pending: [...pending, ...stepsOf(plan)],
      newer,
      restoreBegunAt,
    };
  } finally {
    await client.end();
  }
}

interface State {
  readonly ran: readonly string[];
  readonly pending: readonly string[];
  readonly plan: RoutinePlan;
  readonly newer: NewerSchema | null;
  readonly restoreBegunAt: Date | null;
}

async function readState(
  client: Client,
  { mayTakeBackRoutines = false, routinesFolder }: RoutineOptions,
): Promise<State> {
  const { rows } = await client.query<{ table: string | null }>(`SELECT to_regclass('schema_migration') AS table`);
  const ran =
    rows[0]!.table === null
      ? []
      : (await client.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY id')).rows.map(
          ({ name }) => name,
        );
  const newer = await findNewerSchema(client, ran, MIGRATION_NAMES);
  return {
    ran,
    pending: MIGRATION_NAMES.filter((name) => !ran.includes(name)),
    // The routines of the newer build fit the migrations that it has run; those of this one may not.
    plan:
      newer === null
        ? await planRoutines(client, await readRoutines(routinesFolder), { mayTakeBack: mayTakeBackRoutines })
        : { apply: [], drop: [] },
    newer,
    restoreBegunAt: await findUnfinishedRestore(client),
  };
}

async function connect(url: string, applicationName: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

// An arbitrary number that must never change: processes of all releases must use the same lock.
const MIGRATION_LOCK = 7_214_663;
// While a migration waits for a table lock, requests queue behind it. It gives up before they time out, and tries
// again.
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/** How to bring a schema up to this build. */
export interface MigrateOptions extends RoutineOptions {
  /** How long to retry while a table that a migration changes is locked by others. */
  readonly retryForMs?: number;
  /** Roles that the owner need not take on, because the processes log in by them. */
  readonly rolesWithLogin?: readonly string[];
  /** Stop after this many of all migrations, before the routines; without it, do all. */
  readonly upTo?: number;
  /** Whether a restore asks, which may be the second one after one that was killed. */
  readonly isRestoring?: boolean;
}

/**
 * Runs the pending migrations of this build, then applies the routines whose text has changed, and returns what was
 * done. Processes that start together wait for each other. Throws NewerSchemaError when the schema is too new, and
 * ConflictError when a restore has not finished.
 */
export async function migrate(
  url: string,
  {
    retryForMs = 300_000,
    upTo = ALL_MIGRATIONS.length,
    isRestoring = false,
    rolesWithLogin = [],
    ...options
  }: MigrateOptions = {},
): Promise<readonly string[]> {
  const wanted = ALL_MIGRATIONS.slice(0, upTo);
  const isWhole = upTo >= ALL_MIGRATIONS.length;
  const due = (pending: readonly string[]): readonly string[] =>
    pending.filter((name) => wanted.some((migration) => migration.name === name));
  await (await Database.connect({ url, applicationName: 'brickmarket-migrate', poolSize: 1 })).close();
  const client = await connect(url, 'brickmarket-migrate');
  try {
    const before = await readState(client, options);
    refuseNewerSchema(before.newer);
    if (!isRestoring) refuseUnfinishedRestore(before.restoreBegunAt);
    await makeRoles(client, url, rolesWithLogin);
    if (due(before.pending).length === 0 && (!isWhole || stepsOf(before.plan).length === 0)) return [];
    // No limit for this lock: requests do not wait for it. The end of the connection releases it.
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const deadline = Date.now() + retryForMs;
    // Others may have run some while this process waited for the lock.
    const migrations = due((await readState(client, options)).pending);
    // Before the migrations: builds that they no longer carry are not ready from here on.
    if (isWhole) await raiseLeastBuild(client, MIGRATION_NAMES);
    if (migrations.length > 0) await runMigrations(url, wanted, deadline);
    if (!isWhole) return migrations;
    // Again: the record itself may have been made by one of them.
    await raiseLeastBuild(client, MIGRATION_NAMES);
    const { plan } = await readState(client, options);
    const steps = stepsOf(plan);
    if (steps.length > 0) {
      const apply = plan.apply.map((routine) => ({ ...routine, sql: withRolesOf(url, routine.sql) }));
      await whileLocked(deadline, () => applyRoutines(client, { ...plan, apply }, LOCK_TIMEOUT_MS));
    }
    return [...migrations, ...steps];
  } finally {
    await client.end();
  }
}

async function runMigrations(url: string, migrations: readonly MigrationClass[], deadline: number): Promise<void> {
  // Loading TypeORM takes half a second, and most starts have nothing to migrate.
  const typeorm = await import('typeorm');
  const dataSource = new typeorm.DataSource({
    ...dataSourceOptions({ url, applicationName: 'brickmarket-migrate', poolSize: 1, lockTimeoutMs: LOCK_TIMEOUT_MS }),
    migrations: migrations.map((migration) => forRolesOf(url, migration)),
  });
  await dataSource.initialize();
  try {
    // Each migration is a transaction: a run that gave up on a lock goes on with the migration that waited for it.
    await whileLocked(deadline, () => dataSource.runMigrations());
  } finally {
    await dataSource.destroy();
  }
}

/** The same migration, under the same name, for roles with another prefix. */
function forRolesOf(url: string, migration: MigrationClass): MigrationClass {
  const renamed = class extends migration {
    override async up(queryRunner: QueryRunner): Promise<void> {
      const query = queryRunner.query.bind(queryRunner);
      queryRunner.query = (sql: string, ...rest: []) => query(withRolesOf(url, sql), ...rest);
      try {
        await super.up(queryRunner);
      } finally {
        queryRunner.query = query;
      }
    }
  };
  return Object.defineProperty(renamed, 'name', { value: migration.name });
}

/** Repeats what gave up on a lock. */
async function whileLocked(deadline: number, work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || Date.now() > deadline) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
