import { DatabaseHealth } from '@brickmarket/persistence-ports';
import { ALL_MIGRATIONS } from '../migrations/all-migrations.ts';
import type { Database } from './database.ts';

/** Ready when PostgreSQL answers and the newest migration of this build has run. */
export class TypeormDatabaseHealth extends DatabaseHealth {
  constructor(private readonly database: Database) {
    super();
  }

  async check(): Promise<void> {
    const newest = ALL_MIGRATIONS.at(-1)!.name;
    const rows = await this.database.prepared('migration_ran', 'SELECT 1 FROM schema_migration WHERE name = $1', [newest]);
    if (rows.length === 0) throw new Error(`migration ${newest} has not run: run "brickmarket db migrate"`);
  }
}
