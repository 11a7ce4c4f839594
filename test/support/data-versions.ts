import type { DataKind } from '@brickmarket/persistence-ports';
import type { Pool } from 'pg';

/** Tells running services that shared data has changed, as an import or a valuation does. */
export async function raiseDataVersion(db: Pool, ...kinds: readonly DataKind[]): Promise<void> {
  await db.query(
    'UPDATE ops.data_kind SET version = version + 1, changed_at = clock_timestamp() WHERE kind = ANY($1)',
    [kinds],
  );
}

/** How often shared data of a kind has changed. */
export async function dataVersionOf(db: Pick<Pool, 'query'>, kind: DataKind): Promise<number> {
  const { rows } = await db.query<{ version: string }>('SELECT version FROM ops.data_kind WHERE kind = $1', [kind]);
  return Number(rows[0]!.version);
}
