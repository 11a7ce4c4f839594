import { DatabaseHealth, NewerSchemaError, type PoolUse, type ReplicaReport } from '@brickmarket/persistence-ports';
import type { StoredDates } from '@brickmarket/domain';
import type { Database } from '../database/database.ts';
import { readRoutines } from './routines.ts';
import { MIGRATION_NAMES } from './schema.ts';
import { findUnfinishedRestore, refuseUnfinishedRestore } from './unfinished-restore.ts';

const STATE = `
SELECT EXISTS (SELECT FROM schema_migration WHERE name = $1) AS migrated,
       current_setting('transaction_read_only') = 'on' AS "readOnly"`;

/** A row if no build with these migrations is carried. */
const TOO_NEW = `
SELECT (SELECT name FROM schema_migration WHERE name <> ALL ($1) ORDER BY id DESC LIMIT 1) AS found
FROM schema_least_build WHERE migration <> ALL ($1)`;

export const DATES = `
SELECT access.clock() AS now, (SELECT max(as_of) - date '1970-01-01' FROM market.valuation_run) AS "valuedOn"`;

/** A newer build may have replaced the routine and carries this one too. */
const MISSING_ROUTINE = `
SELECT wanted.name FROM unnest($1::text[], $2::text[]) AS wanted (name, checksum)
WHERE NOT EXISTS (SELECT FROM schema_routine r WHERE r.name = wanted.name AND r.checksum = wanted.checksum)
ORDER BY 1 LIMIT 1`;

/** Ready: reachable, writable, migrated, with routines, and carrying this build. */
export class PostgresDatabaseHealth extends DatabaseHealth {
  /** Applied routines stay in the record, so one look suffices. */
  #hasSeenRoutines = false;

  constructor(private readonly database: Database) {
    super();
  }

  async check(): Promise<void> {
    await this.database.probe();
    refuseUnfinishedRestore(await findUnfinishedRestore(this.database.pool));
    const newest = MIGRATION_NAMES.at(-1)!;
    const [state] = await this.database.prepared<{ migrated: boolean; readOnly: boolean }>('database_state', STATE, [
      newest,
    ]);
    if (!state!.migrated) throw new Error(`migration ${newest} has not run: run "brickmarket db migrate"`);
    const [tooNew] = await this.database.prepared<{ found: string | null }>('schema_too_new', TOO_NEW, [
      MIGRATION_NAMES,
    ]);
    if (tooNew) throw new NewerSchemaError(tooNew.found ?? 'migrations of a newer build', newest);
    if (!this.#hasSeenRoutines) await this.#checkRoutines();
    // Every admission writes: a read-only standby fails every request.
    if (state!.readOnly) throw new Error('the database is read-only');
  }

  async #checkRoutines(): Promise<void> {
    const routines = await readRoutines();
    const [missing] = await this.database.prepared<{ name: string }>('missing_routine', MISSING_ROUTINE, [
      routines.map(({ name }) => name),
      routines.map(({ checksum }) => checksum),
    ]);
    if (missing) throw new Error(`routine ${missing.name} is not that of this build: run "brickmarket db migrate"`);
    this.#hasSeenRoutines = true;
  }

  async dates(): Promise<StoredDates> {
    const [dates] = await this.database.prepared<StoredDates & { [name: string]: unknown }>('stored_dates', DATES, []);
    return dates!;
  }

  replicas(): ReplicaReport | null {
    return this.database.replicas?.report() ?? null;
  }

  connections(): PoolUse {
    const { totalCount, idleCount, waitingCount } = this.database.pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }
}
