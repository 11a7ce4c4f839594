import type { ItemKind } from '@brickmarket/domain';
import type { DataKind, RecordPart } from '@brickmarket/persistence-ports';
import type { PoolClient } from 'pg';

/** A number that was taken from an item, and the item that is found by it now; null when there is none. */
export interface GivenUpNumber {
  readonly kind: ItemKind;
  readonly oldNumber: string;
  readonly itemId: number | null;
}

/** The ids of the items whose records a transaction changes, by part; an id may come twice. */
export type ChangedItems = { readonly [Part in RecordPart]?: readonly number[] } & {
  readonly numbers?: readonly GivenUpNumber[];
};

/**
 * Raises the version of the kind of data `$1`, and locks its row until the commit: the next transaction of this kind
 * gets its version afterwards. When somebody has raised the version without recording what changed, nothing before this
 * is known for certain.
 */
export const RAISE_VERSION = raiseVersionIf('true');

/** The same where a condition is true. */
export function raiseVersionIf(condition: string): string {
  return `
INSERT INTO ops.data_kind AS k (kind, version, changed_at, recorded_version, recorded_since)
SELECT $1, 1, clock_timestamp(), 1, 0 WHERE ${condition}
ON CONFLICT (kind) DO UPDATE SET
  version = k.version + 1, changed_at = excluded.changed_at, recorded_version = k.version + 1,
  recorded_since = CASE WHEN k.recorded_version = k.version THEN k.recorded_since ELSE k.version END
RETURNING version`;
}

/** An item that a rename has dropped since it was read has no record: its number is what is listed. */
const RECORD_ITEMS = `
INSERT INTO catalog.item_change AS c (item_id, part, version, changed_at)
SELECT item_id, $1, $2, clock_timestamp() FROM (SELECT DISTINCT unnest($3::integer[]) AS item_id) i
WHERE item_id IN (SELECT id FROM catalog.lego_set UNION ALL SELECT id FROM catalog.minifig) ORDER BY item_id
ON CONFLICT (item_id, part) DO UPDATE SET version = excluded.version, changed_at = excluded.changed_at`;

const RECORD_NUMBERS = `
INSERT INTO catalog.number_change AS c (kind, old_number, item_id, version, changed_at)
SELECT kind, old_number, item_id, $1, clock_timestamp()
FROM unnest($2::text[], $3::text[], $4::integer[]) AS n (kind, old_number, item_id)
ON CONFLICT (kind, old_number) DO UPDATE SET
  item_id = excluded.item_id, version = excluded.version, changed_at = excluded.changed_at`;

/** The last statements of a transaction: raise the version of a kind of data and record under it what has changed. */
export async function recordChanges(client: PoolClient, kind: DataKind, changed: ChangedItems): Promise<void> {
  const { rows } = await client.query<{ version: string }>(RAISE_VERSION, [kind]);
  const { version } = rows[0]!;
  const { numbers = [], ...parts } = changed;
  for (const [part, itemIds] of Object.entries(parts))
    if (itemIds.length > 0) await client.query(RECORD_ITEMS, [part, version, itemIds]);
  if (numbers.length > 0)
    await client.query(RECORD_NUMBERS, [
      version,
      numbers.map((number) => number.kind),
      numbers.map(({ oldNumber }) => oldNumber),
      numbers.map(({ itemId }) => itemId),
    ]);
}
