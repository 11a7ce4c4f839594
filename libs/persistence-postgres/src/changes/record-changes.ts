import type { ItemKind } from '@brickmarket/domain';
import type { DataKind, RecordPart } from '@brickmarket/persistence-ports';
import type { PoolClient } from 'pg';

export interface GivenUpNumber {
  readonly kind: ItemKind;
  readonly oldNumber: string;
  readonly itemId: number | null;
}

/** Ids by part, possibly repeated. */
export type ChangedItems = { readonly [Part in RecordPart]?: readonly number[] } & {
  readonly numbers?: readonly GivenUpNumber[];
};

/** From this many items, one large change is recorded: a row each would dominate the time. */
const MANY_ITEMS = 2_000;

/** Raises version `$1` under a row lock until commit. A version without recorded changes invalidates earlier ones. */
export function raiseVersionIf(condition: string, recordedInRows = true): string {
  return `
INSERT INTO ops.data_kind AS k (
  kind, version, changed_at, known_version, known_since, recorded_version, recorded_since
)
SELECT $1, 1, clock_timestamp(), 1, 0, ${recordedInRows ? '1' : 'NULL'}, 0 WHERE ${condition}
ON CONFLICT (kind) DO UPDATE SET
  version = k.version + 1, changed_at = excluded.changed_at,
  known_version = k.version + 1,
  known_since = CASE WHEN k.known_version = k.version THEN k.known_since ELSE k.version END,
  recorded_version = ${recordedInRows ? 'k.version + 1' : 'NULL'},
  recorded_since = CASE WHEN k.recorded_version = k.version THEN k.recorded_since ELSE k.version END
RETURNING version`;
}

const RAISE_VERSION = raiseVersionIf('true');
const RAISE_VERSION_FOR_LARGE_CHANGE = raiseVersionIf('true', false);

/** Items dropped by a rename have no record: their number is listed. */
const CHANGED_ITEMS = `
SELECT id FROM catalog.lego_set WHERE id = ANY ($3::integer[])
UNION ALL SELECT id FROM catalog.minifig WHERE id = ANY ($3)`;

const RECORD_ITEMS = `
INSERT INTO catalog.item_change AS c (item_id, part, version, changed_at)
SELECT id, $1, $2, clock_timestamp() FROM (${CHANGED_ITEMS}) i ORDER BY id
ON CONFLICT (item_id, part) DO UPDATE SET version = excluded.version, changed_at = excluded.changed_at`;

/** Only one large change per part: items only in the previous one get rows. */
const KEEP_REST_OF_LARGE_CHANGE = `
INSERT INTO catalog.item_change AS c (item_id, part, version, changed_at)
SELECT item_id, part, version, changed_at FROM catalog.large_change CROSS JOIN LATERAL unnest(item_ids) AS i (item_id)
WHERE part = $1 AND NOT EXISTS (SELECT FROM unnest($2::integer[]) AS n (id) WHERE n.id = i.item_id)
ON CONFLICT (item_id, part) DO UPDATE SET version = excluded.version, changed_at = excluded.changed_at
  WHERE c.version < excluded.version`;
const RECORD_LARGE_CHANGE = `
INSERT INTO catalog.large_change AS c (part, version, changed_at, item_ids)
VALUES ($1, $2, clock_timestamp(), ARRAY(${CHANGED_ITEMS}))
ON CONFLICT (part) DO UPDATE SET
  version = excluded.version, changed_at = excluded.changed_at, item_ids = excluded.item_ids`;

export const FORGET_CHANGES_OF_ITEMS = `
WITH large AS (
  UPDATE catalog.large_change SET item_ids = ARRAY(SELECT id FROM unnest(item_ids) AS i (id) WHERE id <> ALL ($1))
  WHERE item_ids && $1
)
DELETE FROM catalog.item_change WHERE item_id = ANY ($1::integer[])`;

export const FORGET_OLD_CHANGES = `
WITH large AS (DELETE FROM catalog.large_change WHERE changed_at < $1 RETURNING cardinality(item_ids) AS items),
single AS (DELETE FROM catalog.item_change WHERE changed_at < $1 RETURNING 1 AS items)
SELECT coalesce(sum(items), 0)::integer AS changes FROM (SELECT * FROM large UNION ALL SELECT * FROM single) c`;

const RECORD_NUMBERS = `
INSERT INTO catalog.number_change AS c (kind, old_number, item_id, version, changed_at)
SELECT kind, old_number, item_id, $1, clock_timestamp()
FROM unnest($2::text[], $3::text[], $4::integer[]) AS n (kind, old_number, item_id)
ON CONFLICT (kind, old_number) DO UPDATE SET
  item_id = excluded.item_id, version = excluded.version, changed_at = excluded.changed_at`;

/** Last statements of a transaction: raise the version and record changes. */
export async function recordChanges(client: PoolClient, kind: DataKind, changed: ChangedItems): Promise<void> {
  const { numbers = [], ...parts } = changed;
  const raise = Object.values(parts).some(isLarge) ? RAISE_VERSION_FOR_LARGE_CHANGE : RAISE_VERSION;
  const { rows } = await client.query<{ version: string }>(raise, [kind]);
  const { version } = rows[0]!;
  for (const [part, itemIds] of Object.entries(parts)) {
    if (isLarge(itemIds)) {
      await client.query(KEEP_REST_OF_LARGE_CHANGE, [part, itemIds]);
      await client.query(RECORD_LARGE_CHANGE, [part, version, itemIds]);
    } else if (itemIds.length > 0) await client.query(RECORD_ITEMS, [part, version, itemIds]);
  }
  if (numbers.length > 0)
    await client.query(RECORD_NUMBERS, [
      version,
      numbers.map((number) => number.kind),
      numbers.map(({ oldNumber }) => oldNumber),
      numbers.map(({ itemId }) => itemId),
    ]);
}

function isLarge(itemIds: readonly number[]): boolean {
  return itemIds.length >= MANY_ITEMS;
}
