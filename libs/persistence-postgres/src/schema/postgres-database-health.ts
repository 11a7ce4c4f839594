import { DatabaseHealth, type PoolUse } from '@brickmarket/persistence-ports';
import { ALL_MIGRATIONS } from './migrate.ts';
import type { Database } from '../database/database.ts';

const STATE = `
SELECT EXISTS (SELECT FROM schema_migration WHERE name = $1) AS migrated, current_setting('transaction_read_only') = 'on' AS "readOnly"`;

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
    // Every admission is a write: a standby can serve nobody.
    if (state!.readOnly) throw new Error('the database is read-only');
  }

  connections(): PoolUse {
    const { totalCount, idleCount, waitingCount } = this.database.pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }
}
