import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { dataSourceOptions } from '../database/connection-options.ts';
import { Database } from '../database/database.ts';
import type { Feature, MigrationClass } from '../feature.ts';
import { FEATURES } from '../features.ts';
import { BASELINE_NAMES, createBaseline, refuseOutdatedSchema } from './baseline.ts';
import { findNewerSchema, type NewerSchema, raiseLeastBuild, refuseNewerSchema } from './newer-schema.ts';
import { makeRoles, withRolesOf } from './roles.ts';
import { applyRoutines, planRoutines, readRoutines, type RoutinePlan, stepsOf } from './routines.ts';
import { findUnfinishedRestore, refuseUnfinishedRestore } from './unfinished-restore.ts';

export function timestampOf({ name }: MigrationClass): number {
  const digits = /\d{13}$/.exec(name)?.[0];
  if (!digits) throw new TypeError(`migration ${name} does not end in a timestamp of 13 digits`);
  return Number(digits);
}

export function migrationsOf(features: readonly Feature[]): readonly MigrationClass[] {
  return features.flatMap(({ migrations = [] }) => migrations).sort((a, b) => timestampOf(a) - timestampOf(b));
}

/** Those since the baseline. */
export const ALL_MIGRATIONS = migrationsOf(FEATURES);

export const MIGRATION_NAMES: readonly string[] = [...BASELINE_NAMES, ...ALL_MIGRATIONS.map(({ name }) => name)];

export interface SchemaStatus {
  readonly version: string;
  readonly sizeBytes: number;
  /** In order; may include unknown ones of a newer build. */
  readonly ran: readonly string[];
  /** Migrations, then changed routines. */
  readonly pending: readonly string[];
  readonly newer: NewerSchema | null;
  readonly restoreBegunAt: Date | null;
}

export interface RoutineOptions {
  /** Applies routines replaced by others: on request, or if no other build runs. */
  readonly mayTakeBackRoutines?: boolean;
  readonly routinesFolder?: string;
}

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
    // Newer routines fit the newer migrations.
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

// Never change: all releases use this lock.
const MIGRATION_LOCK = 7_214_663;
// Requests queue behind a waiting migration: it gives up before they time out, and retries.
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

export interface MigrateOptions extends RoutineOptions {
  /** Retry time while tables are locked. */
  readonly retryForMs?: number;
  readonly rolesWithLogin?: readonly string[];
  /** Number of migrations to stop after, those of the baseline included, without routines; absent: all. */
  readonly upTo?: number;
  readonly isRestoring?: boolean;
}

/** Returns the changes. Concurrent processes wait. ConflictError: too new, too old, or an unfinished restore. */
export async function migrate(
  url: string,
  {
    retryForMs = 300_000,
    upTo = MIGRATION_NAMES.length,
    isRestoring = false,
    rolesWithLogin = [],
    ...options
  }: MigrateOptions = {},
): Promise<readonly string[]> {
  const wanted = MIGRATION_NAMES.slice(0, upTo);
  const isWhole = upTo >= MIGRATION_NAMES.length;
  const due = (pending: readonly string[]): readonly string[] => pending.filter((name) => wanted.includes(name));
  await (await Database.connect({ url, applicationName: 'brickmarket-migrate', poolSize: 1 })).close();
  const client = await connect(url, 'brickmarket-migrate');
  try {
    const before = await readState(client, options);
    refuseNewerSchema(before.newer);
    refuseOutdatedSchema(before.ran);
    if (!isRestoring) refuseUnfinishedRestore(before.restoreBegunAt);
    await makeRoles(client, url, rolesWithLogin);
    if (due(before.pending).length === 0 && (!isWhole || stepsOf(before.plan).length === 0)) return [];
    // Unlimited, as requests do not wait for it. Closing the connection releases it.
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const deadline = Date.now() + retryForMs;
    // Others may have run some in the meantime.
    const migrations = due((await readState(client, options)).pending);
    // Before the migrations: builds no longer carried become unready.
    if (isWhole) await raiseLeastBuild(client, MIGRATION_NAMES);
    if (migrations.includes(BASELINE_NAMES[0]!)) await createBaseline(client, url);
    const since = ALL_MIGRATIONS.filter(({ name }) => migrations.includes(name));
    if (since.length > 0) await runMigrations(url, since, deadline);
    if (!isWhole) return migrations;
    // Again: the record may be created by one of them.
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
  // Lazy: TypeORM takes half a second, and most starts have nothing to migrate.
  const typeorm = await import('typeorm');
  const dataSource = new typeorm.DataSource({
    ...dataSourceOptions({ url, applicationName: 'brickmarket-migrate', poolSize: 1, lockTimeoutMs: LOCK_TIMEOUT_MS }),
    migrations: migrations.map((migration) => forRolesOf(url, migration)),
  });
  await dataSource.initialize();
  try {
    // One transaction each: a retry continues with the one that waited.
    await whileLocked(deadline, () => dataSource.runMigrations());
  } finally {
    await dataSource.destroy();
  }
}

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
