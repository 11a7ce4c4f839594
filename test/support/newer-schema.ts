import type { Pool } from 'pg';

/** A migration that no build of today knows. */
export const NEWER = 'DropWhatOldBuildsNeed9999999999999';

/** Does to a schema what a newer build does that still carries this one. */
export async function addNewerMigration(db: Pool): Promise<void> {
  await db.query('INSERT INTO schema_migration (timestamp, name) VALUES (9999999999999, $1)', [NEWER]);
}

/** Does what a newer build does that carries this one no more. */
export async function dropThisBuild(db: Pool): Promise<void> {
  await addNewerMigration(db);
  await db.query('UPDATE schema_least_build SET migration = $1', [NEWER]);
}
