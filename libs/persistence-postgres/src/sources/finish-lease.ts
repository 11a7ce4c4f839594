import type { FinishedLease } from '@brickmarket/persistence-ports';

const FINISH = `
WITH finished AS (
  UPDATE ops.source_item i SET asked_at = access.clock(), misses = CASE WHEN f.has_found THEN 0 ELSE misses + 1 END,
    found_at = CASE WHEN f.has_found THEN access.clock() ELSE found_at END, due_at = f.due_at,
    lease = NULL, leased_until = NULL
  FROM unnest($3::text[], $4::boolean[], $5::timestamptz[]) AS f (item, has_found, due_at)
  WHERE i.source = $1 AND i.item = f.item AND i.lease = $2
  RETURNING i.source
)
UPDATE ops.source SET last_success_at = access.clock(), memory = coalesce($6::jsonb, memory),
  blocked_until = coalesce($7, blocked_until), stored_rows = stored_rows + $8
WHERE name IN (SELECT source FROM finished)`;

/** Part of the transaction that writes the rows. Nothing if another process has the lease. */
export async function finishLease(
  query: (text: string, values: readonly unknown[]) => Promise<unknown>,
  { source, lease, items, memory, quietUntil, storedRows }: FinishedLease,
): Promise<void> {
  const columns = [items.map(({ item }) => item), items.map(({ hasFound }) => hasFound), items.map((one) => one.dueAt)];
  await query(FINISH, [source, lease, ...columns, memory ?? null, quietUntil ?? null, storedRows ?? 0]);
}
