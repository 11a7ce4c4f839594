import type { FinishedItem } from '@brickmarket/persistence-ports';

const FINISH = `
WITH finished AS (
  UPDATE ops.source_item SET asked_at = access.clock(), found_at = CASE WHEN $4 THEN access.clock() ELSE found_at END,
    misses = CASE WHEN $4 THEN 0 ELSE misses + 1 END, due_at = $5, lease = NULL, leased_until = NULL
  WHERE source = $1 AND item = $2 AND lease = $3
  RETURNING source
)
UPDATE ops.source s SET last_success_at = access.clock(), memory = coalesce($6::jsonb, memory)
FROM finished WHERE s.name = finished.source`;

/** Part of the transaction that writes the rows. Nothing if another process has the lease. */
export async function finishItem(
  query: (text: string, values: readonly unknown[]) => Promise<unknown>,
  { source, item, lease, hasFound, dueAt, memory }: FinishedItem,
): Promise<void> {
  await query(FINISH, [source, item, lease, hasFound, dueAt, memory ?? null]);
}
