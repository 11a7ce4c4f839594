import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source-options.ts';

// Any number will do as long as it never changes: replicas of all builds must ask for the same lock.
const MIGRATION_LOCK = 7_214_663;

/** Brings the schema up to this build and returns the names of the migrations that ran. Processes that start together take turns. */
export async function migrate(url: string): Promise<readonly string[]> {
  const dataSource = new DataSource(dataSourceOptions({ url, applicationName: 'brickmarket-migrate', poolSize: 2 }));
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const ran = await dataSource.runMigrations();
    return ran.map((migration) => migration.name);
  } finally {
    await lock.release();
    // Closes the session that holds the lock, and the lock with it.
    await dataSource.destroy();
  }
}
