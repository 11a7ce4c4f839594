import { UnfinishedRestoreError } from '@brickmarket/persistence-ports';
import type { ClientBase, Pool } from 'pg';

/** Outside the schema: survives a killed restore, and is dropped with the commit of the rows. */
export const MARK_RESTORE = `
CREATE TABLE IF NOT EXISTS schema_restore AS SELECT now() AS begun_at;
GRANT SELECT ON schema_restore TO PUBLIC`;

export const UNMARK_RESTORE = 'DROP TABLE schema_restore';

export async function findUnfinishedRestore(client: Pick<ClientBase | Pool, 'query'>): Promise<Date | null> {
  const { rows: found } = await client.query<{ isMarked: boolean }>(
    `SELECT to_regclass('schema_restore') IS NOT NULL AS "isMarked"`,
  );
  if (!found[0]!.isMarked) return null;
  const { rows } = await client.query<{ begunAt: Date }>('SELECT begun_at AS "begunAt" FROM schema_restore');
  return rows[0]!.begunAt;
}

/** The database looks empty, and new rows would block the restore. */
export function refuseUnfinishedRestore(begunAt: Date | null): void {
  if (begunAt !== null) throw new UnfinishedRestoreError(begunAt);
}
