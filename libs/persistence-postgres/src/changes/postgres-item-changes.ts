import { ASSUMED_SHELF_YEARS, type EpochDay, formatIsoDay, RETIRING_SOON_DAYS } from '@brickmarket/domain';
import {
  ChangeRetention,
  type ChangePage,
  type ChangeRange,
  DATA_KIND_OF_PART,
  DATA_KINDS,
  type DataPoint,
  type DataVersions,
  type ItemChange,
  ItemChanges,
  type NumberChange,
  type NumberPage,
  RECORD_PARTS,
  type RecordPart,
  timelineOf,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { TIMELINE } from '../database/timeline.ts';
import { FORGET_OLD_CHANGES } from './record-changes.ts';

/** A foreign restore keeps the origin row but has another system id. */
const ORIGIN = `
SELECT left(md5(o.id::text || d.oid::text), 10) AS origin
FROM ops.change_origin o, pg_database d WHERE d.datname = current_database()`;

const SHOWN_NUMBER = 'coalesce(m.marketplace_number, m.minifig_number)';

/** Numbers that no item shows. Exact spelling, as copies store shown numbers. */
const IS_GIVEN_UP = `NOT EXISTS (SELECT FROM catalog.lego_set s WHERE n.kind = 'set' AND s.set_number = n.old_number)
  AND NOT EXISTS (
    SELECT FROM catalog.minifig m
    WHERE n.kind = 'minifig' AND lower(${SHOWN_NUMBER}) = lower(n.old_number) AND ${SHOWN_NUMBER} = n.old_number
  )`;

/** Sets whose status differs between days `$5` and `$6`, by `setStatusOn`; may include others. */
const IS_AGED = `
  release_date > $5 AND release_date <= $6
  OR exit_date >= $5 AND exit_date < $6
  OR exit_date - ${RETIRING_SOON_DAYS} > $5 AND exit_date - ${RETIRING_SOON_DAYS} <= $6
  OR year > extract(year FROM $5) AND year <= extract(year FROM $6)
  OR year + ${ASSUMED_SHELF_YEARS} > extract(year FROM $5) AND year + ${ASSUMED_SHELF_YEARS} <= extract(year FROM $6)`;

const VERSION_PARAMETER = { catalog: '$1::bigint', market: '$2::bigint', retail: '$3::bigint' } as const;

const changedPart = (part: RecordPart): string => `
  SELECT item_id AS key, part FROM catalog.item_change
  WHERE part = '${part}' AND version > ${VERSION_PARAMETER[DATA_KIND_OF_PART[part]]} AND item_id > $4::integer
  UNION ALL
  SELECT id, part FROM catalog.large_change CROSS JOIN LATERAL unnest(item_ids) AS i (id)
  WHERE part = '${part}' AND version > ${VERSION_PARAMETER[DATA_KIND_OF_PART[part]]} AND id > $4`;

/** True if changes since the version are not all recorded. */
const isUnknownSince = (version: string): string => `data_kind.version > ${version}
  AND (known_version IS DISTINCT FROM data_kind.version OR known_since > ${version})`;

/** One statement, so one snapshot: versions, completeness and all lines up to them. */
const LIST = `
WITH candidate AS (
  ${RECORD_PARTS.map(changedPart).join('\n  UNION ALL')}
  UNION ALL
  SELECT id, 'catalog' FROM catalog.lego_set
  WHERE $5::date < $6::date AND id > $4 AND (${IS_AGED})
  UNION ALL
  SELECT set_id, 'retail' FROM retail.price_state
  WHERE $5 < $6 AND set_id > $4 AND last_checked_at >= $7::timestamptz AND last_checked_at < $8::timestamptz
  UNION ALL
  SELECT n.id, 'catalog' FROM catalog.number_change n WHERE n.version > $1 AND n.id > $4 AND ${IS_GIVEN_UP}
), line AS (
  SELECT key, array_agg(DISTINCT part) AS parts FROM candidate GROUP BY key ORDER BY key LIMIT $9
), shown AS (
  SELECT l.key, CASE WHEN s.id IS NOT NULL THEN 'set' WHEN m.id IS NOT NULL THEN 'minifig' ELSE n.kind END AS kind,
    coalesce(s.set_number, ${SHOWN_NUMBER}, n.old_number) AS number, l.parts,
    CASE WHEN n.id IS NULL THEN 'changed' WHEN now_set.id IS NULL AND now_minifig.id IS NULL THEN 'gone'
      ELSE 'renamed' END AS outcome,
    coalesce(now_set.set_number, now_minifig.marketplace_number, now_minifig.minifig_number) AS "renamedTo"
  FROM line l
  LEFT JOIN catalog.lego_set s ON s.id = l.key
  LEFT JOIN catalog.minifig m ON m.id = l.key
  LEFT JOIN catalog.number_change n ON n.id = l.key
  LEFT JOIN catalog.lego_set now_set ON now_set.id = n.item_id
  LEFT JOIN catalog.minifig now_minifig ON now_minifig.id = n.item_id
)
SELECT coalesce((SELECT json_object_agg(kind, version) FROM ops.data_kind), '{}') AS versions,
  NOT EXISTS (
    SELECT FROM ops.data_kind
    JOIN (VALUES ('catalog', $1), ('market', $2), ('retail', $3)) AS since (kind, version) USING (kind)
    WHERE ${isUnknownSince('since.version')}
  ) AS "areKnown",
  coalesce((SELECT json_agg(shown ORDER BY key) FROM shown), '[]') AS lines`;

/** More are read again as a whole. */
const MOST_ITEMS = 1_000;
/** Later than any: nothing of a kind is wanted. */
const NO_VERSION = Number.MAX_SAFE_INTEGER;
const LIST_ITEMS = `
SELECT ${TIMELINE} AS timeline,
  NOT EXISTS (
    SELECT FROM ops.data_kind
    JOIN (VALUES ('catalog', $1::bigint), ('market', $2), ('retail', $3)) AS since (kind, version) USING (kind)
    WHERE ${isUnknownSince('since.version')}
  ) AND NOT EXISTS (SELECT FROM catalog.number_change WHERE version > $1) AS "areKnown",
  ARRAY(SELECT DISTINCT key FROM (${RECORD_PARTS.map(changedPart).join('\n  UNION ALL')}) c LIMIT $5) AS "itemIds"`;

const VERSIONS = `SELECT coalesce(json_object_agg(kind, version), '{}') AS versions FROM ops.data_kind`;

const LIST_NUMBERS = `
WITH line AS (
  SELECT n.* FROM catalog.number_change n
  WHERE n.version > $1::bigint AND n.id > $2::integer AND ${IS_GIVEN_UP}
  ORDER BY n.id LIMIT $3
)
SELECT coalesce((SELECT json_object_agg(kind, version) FROM ops.data_kind), '{}') AS versions,
  NOT EXISTS (SELECT FROM ops.data_kind WHERE kind = 'catalog' AND ${isUnknownSince('$1')}) AS "areKnown",
  coalesce((
    SELECT json_agg(json_build_object(
      'key', l.id, 'kind', l.kind, 'oldNumber', l.old_number, 'changedAt', l.changed_at,
      'newNumber', coalesce(s.set_number, ${SHOWN_NUMBER})
    ) ORDER BY l.id)
    FROM line l
    LEFT JOIN catalog.lego_set s ON s.id = l.item_id
    LEFT JOIN catalog.minifig m ON m.id = l.item_id
  ), '[]') AS lines`;

const NEVER_CHANGED = Object.fromEntries(DATA_KINDS.map((kind) => [kind, 0])) as DataVersions;

interface ListRow {
  versions: Partial<DataVersions>;
  areKnown: boolean;
  lines: readonly ItemChange[];
}

export class PostgresItemChanges extends ItemChanges {
  #origin: Promise<string> | null = null;

  constructor(private readonly database: Database) {
    super();
  }

  origin(): Promise<string> {
    this.#origin ??= this.#readOrigin().catch((error: unknown) => {
      this.#origin = null;
      throw error;
    });
    return this.#origin;
  }

  async linkSecret(): Promise<string> {
    return (await this.database.pool.query<{ id: string }>('SELECT id FROM ops.change_origin')).rows[0]!.id;
  }

  async timeline(): Promise<number> {
    const { rows } = await this.database.pool.query<{ timeline: number }>(`SELECT ${TIMELINE} AS timeline`);
    return rows[0]!.timeline;
  }

  async versions(): Promise<DataVersions> {
    const [row] = await this.database.read<{ versions: DataVersions }>({
      name: 'data_versions',
      text: VERSIONS,
      values: [],
    });
    return { ...NEVER_CHANGED, ...row!.versions };
  }

  async list(
    since: DataPoint,
    today: EpochDay,
    { afterKey, limit, retailStaleDays }: ChangeRange & { readonly retailStaleDays: number },
  ): Promise<ChangePage | null> {
    const [row] = await this.database.read<ListRow>({
      name: 'list_changes',
      text: LIST,
      values: [
        ...DATA_KINDS.map((kind) => since.versions[kind]),
        afterKey,
        formatIsoDay(since.day),
        formatIsoDay(today),
        `${formatIsoDay(since.day - retailStaleDays)}T00:00:00Z`,
        `${formatIsoDay(today - retailStaleDays)}T00:00:00Z`,
        limit + 1,
      ],
    });
    const { versions, areKnown, lines } = row!;
    if (!areKnown) return null;
    return {
      versions: { ...NEVER_CHANGED, ...versions },
      changes: lines.slice(0, limit),
      hasMore: lines.length > limit,
    };
  }

  async listItems(since: Partial<DataVersions>): Promise<readonly number[] | null> {
    const points = DATA_KINDS.map((kind) => (since[kind] === undefined ? null : timelineOf(since[kind])));
    // On the primary: a replica cannot read its timeline.
    const [row] = await this.database.prepared<{ timeline: number; areKnown: boolean; itemIds: readonly number[] }>(
      'list_changed_items',
      LIST_ITEMS,
      [...points.map((point) => point?.changes ?? NO_VERSION), 0, MOST_ITEMS + 1],
    );
    const { timeline, areKnown, itemIds } = row!;
    const isSame = points.every((point) => point === null || point.timeline === timeline);
    return areKnown && isSame && itemIds.length <= MOST_ITEMS ? itemIds : null;
  }

  async listNumbers(sinceCatalogVersion: number, { afterKey, limit }: ChangeRange): Promise<NumberPage> {
    const [row] = await this.database.read<{
      versions: Partial<DataVersions>;
      areKnown: boolean;
      lines: readonly (Omit<NumberChange, 'changedAt'> & { changedAt: string })[];
    }>({ name: 'list_number_changes', text: LIST_NUMBERS, values: [sinceCatalogVersion, afterKey, limit + 1] });
    const { versions, areKnown, lines } = row!;
    return {
      areKnown,
      versions: { ...NEVER_CHANGED, ...versions },
      numbers: lines.slice(0, limit).map((line) => ({ ...line, changedAt: new Date(line.changedAt) })),
      hasMore: lines.length > limit,
    };
  }

  async #readOrigin(): Promise<string> {
    return (await this.database.pool.query<{ origin: string }>(ORIGIN)).rows[0]!.origin;
  }
}

export class PostgresChangeRetention extends ChangeRetention {
  constructor(private readonly database: Database) {
    super();
  }

  async deleteBefore(instant: Date): Promise<number> {
    const { rows } = await this.database.pool.query<{ changes: number }>(FORGET_OLD_CHANGES, [instant]);
    return rows[0]!.changes;
  }
}
