import {
  type CatalogSet,
  formatIsoDay,
  type Minifig,
  type MinifigNumbers,
  type SetDetails,
  type SetMinifig,
  type SetRename,
} from '@brickmarket/domain';
import {
  type CatalogBatch,
  CatalogImport,
  type CatalogMerge,
  type ImportOrigin,
  ItemDirectory,
  ItemIds,
  type MergeCounts,
  type MinifigId,
  type RenamePlanner,
} from '@brickmarket/persistence-ports';
import type { CopyValue } from '../bulk/binary-copy.ts';
import { WriteSession, type MergeOutcome } from '../bulk/write-session.ts';
import type { Database } from '../database/database.ts';
import { RECORD_EXIT_DATES } from '../events/record-events.ts';
import { recordImport } from '../import-journal/record-import.ts';
import { renameSets } from './rename-sets.ts';
import { mergeMinifigNumbers } from './merge-minifig-numbers.ts';

/** Temporary tables that a catalogue is staged in. */
const STAGED_CATALOG = [
  `staged_set (
    set_number text COLLATE "C", title text, theme text, subtheme text, year smallint, pieces integer, image_url text
  )`,
  `staged_minifig (
    minifig_number text COLLATE "C", name text, category text, color text, year_released smallint, image_url text
  )`,
  'staged_set_minifig (set_number text COLLATE "C", minifig_number text COLLATE "C", quantity integer)',
] as const;

// Here and below, rows that would not change are not written.

/** A statement that writes rows, made to return how many, and the distinct ids in some of their columns. */
const writing = (statement: string, ...ids: readonly string[]): string => `
WITH written AS (${statement}
  RETURNING ${ids.join(', ')}
)
SELECT (SELECT count(*) FROM written)::integer AS count,
  ARRAY(${ids.map((id) => `SELECT ${id.replace(/^.*\./, '')} FROM written`).join(' UNION ')}) AS "itemIds"`;

const CHANGE_SETS = writing(
  `
UPDATE catalog.lego_set s
SET title = n.title, theme = n.theme, subtheme = n.subtheme, year = n.year, pieces = n.pieces, image_url = n.image_url
FROM staged_set n
WHERE n.set_number = s.set_number
  AND (s.title, s.theme, s.subtheme, s.year, s.pieces, s.image_url)
    IS DISTINCT FROM (n.title, n.theme, n.subtheme, n.year, n.pieces, n.image_url)`,
  's.id',
);

// Ordered by number, so that the same feed gives the same ids in every empty database.
const INSERT_SETS = writing(
  `
INSERT INTO catalog.lego_set (set_number, title, theme, subtheme, year, pieces, image_url)
SELECT set_number, title, theme, subtheme, year, pieces, image_url
FROM staged_set n
WHERE NOT EXISTS (SELECT FROM catalog.lego_set s WHERE s.set_number = n.set_number)
ORDER BY set_number`,
  'id',
);

const INSERT_MINIFIGS = writing(
  `
INSERT INTO catalog.minifig (minifig_number, name, category, color, year_released, image_url)
SELECT n.minifig_number, n.name, coalesce(n.category, first.theme), n.color,
       coalesce(first.year, n.year_released), n.image_url
FROM staged_minifig n
LEFT JOIN (
  SELECT DISTINCT ON (l.minifig_number) l.minifig_number, s.year, s.theme
  FROM staged_set_minifig l JOIN staged_set s USING (set_number)
  ORDER BY l.minifig_number, s.year, s.set_number
) first ON first.minifig_number = n.minifig_number
WHERE NOT EXISTS (SELECT FROM catalog.minifig m WHERE m.minifig_number = n.minifig_number)
ORDER BY n.minifig_number`,
  'id',
);

/** The staged pairs as ids, computed once for three statements. */
const RESOLVE_SET_MINIFIGS = `
CREATE TEMPORARY TABLE resolved_set_minifig ON COMMIT DROP AS
SELECT s.id AS set_id, m.id AS minifig_id, n.quantity
FROM staged_set_minifig n
JOIN catalog.lego_set s ON s.set_number = n.set_number
JOIN catalog.minifig m ON m.minifig_number = n.minifig_number`;

/** Only for sets in the feed: the contents of a disappeared set are not deleted. */
const REMOVE_SET_MINIFIGS = writing(
  `
DELETE FROM catalog.set_minifig l
USING catalog.lego_set s
WHERE s.id = l.set_id
  AND EXISTS (SELECT FROM staged_set n WHERE n.set_number = s.set_number)
  AND NOT EXISTS (SELECT FROM resolved_set_minifig r WHERE r.set_id = l.set_id AND r.minifig_id = l.minifig_id)`,
  'l.set_id',
  'l.minifig_id',
);

/** The record of a minifigure does not say how many are in a set. */
const CHANGE_SET_MINIFIGS = writing(
  `
UPDATE catalog.set_minifig l SET quantity = r.quantity
FROM resolved_set_minifig r
WHERE r.set_id = l.set_id AND r.minifig_id = l.minifig_id AND r.quantity <> l.quantity`,
  'l.set_id',
);

const INSERT_SET_MINIFIGS = writing(
  `
INSERT INTO catalog.set_minifig (set_id, minifig_id, quantity)
SELECT set_id, minifig_id, quantity
FROM resolved_set_minifig r
WHERE NOT EXISTS (SELECT FROM catalog.set_minifig l WHERE l.set_id = r.set_id AND l.minifig_id = r.minifig_id)
ORDER BY set_id, minifig_id`,
  'set_id',
  'minifig_id',
);

/** Runs last, as it needs the merged pairs and years of sets. Includes minifigures that the feed no longer has. */
const CHANGE_MINIFIGS = `
WITH wanted AS (
  SELECT m.id, n.minifig_number IS NOT NULL AS is_staged, coalesce(n.name, m.name) AS name,
         coalesce(n.category, first.theme, m.category) AS category, coalesce(n.color, m.color) AS color,
         CASE WHEN n.minifig_number IS NULL THEN m.image_url ELSE n.image_url END AS image_url,
         coalesce(first.year, n.year_released, m.year_released) AS year_released
  FROM catalog.minifig m
  LEFT JOIN staged_minifig n ON n.minifig_number = m.minifig_number
  LEFT JOIN (
    SELECT DISTINCT ON (l.minifig_id) l.minifig_id, s.year, s.theme
    FROM catalog.set_minifig l JOIN catalog.lego_set s ON s.id = l.set_id
    ORDER BY l.minifig_id, s.year, s.set_number
  ) first ON first.minifig_id = m.id
), written AS (
  UPDATE catalog.minifig m
  SET name = w.name, category = w.category, color = w.color, image_url = w.image_url, year_released = w.year_released
  FROM wanted w
  WHERE w.id = m.id
    AND (m.name, m.category, m.color, m.image_url, m.year_released)
      IS DISTINCT FROM (w.name, w.category, w.color, w.image_url, w.year_released)
  RETURNING m.id, w.is_staged
)
SELECT count(*)::integer AS count, count(*) FILTER (WHERE is_staged)::integer AS staged_count,
  coalesce(array_agg(id), '{}') AS "itemIds"
FROM written`;

const DISAPPEARED_SETS = `
SELECT set_number FROM catalog.lego_set s
WHERE NOT EXISTS (SELECT FROM staged_set n WHERE n.set_number = s.set_number)
ORDER BY set_number`;

/** The columns of `catalog.lego_set` that an import of details writes. */
export const DETAILS = [
  'upc',
  'ean',
  'msrp_cents',
  'release_date',
  'exit_date',
  'box_width_mm',
  'box_height_mm',
  'box_depth_mm',
  'box_weight_g',
] as const;

/** The temporary table that set details are staged in. */
const STAGED_SET_DETAILS = `staged_set_details (
  set_number text COLLATE "C", upc text, ean text, msrp_cents integer, release_date date, exit_date date,
  box_width_mm double precision, box_height_mm double precision,
  box_depth_mm double precision, box_weight_g double precision
)`;

/** A fact that the file does not have keeps its stored value. What the import `$1` changes is kept as it was. */
const CHANGE_SET_DETAILS = `
WITH wanted AS (
  SELECT s.id, s.exit_date AS old_exit_date, to_jsonb(s) AS was,
    ${DETAILS.map((name) => `coalesce(n.${name}, s.${name}) AS ${name}`).join(', ')}
  FROM staged_set_details n JOIN catalog.lego_set s USING (set_number)
), changed AS (
UPDATE catalog.lego_set s
SET ${DETAILS.map((name) => `${name} = w.${name}`).join(', ')}
FROM wanted w
WHERE w.id = s.id
  AND (${DETAILS.map((name) => `s.${name}`).join(', ')})
    IS DISTINCT FROM (${DETAILS.map((name) => `w.${name}`).join(', ')})
RETURNING s.id, s.set_number, s.title, s.exit_date, w.old_exit_date, w.was, to_jsonb(s) AS is_now
), news AS (${RECORD_EXIT_DATES}
), kept AS (
  INSERT INTO source.details_before (import_id, set_id, before, after)
  SELECT $1::integer, c.id, jsonb_object_agg(k, c.was->k), jsonb_object_agg(k, c.is_now->k)
  FROM changed c, unnest('{${DETAILS.join(', ')}}'::text[]) k
  WHERE $1::integer IS NOT NULL AND c.was->k IS DISTINCT FROM c.is_now->k
  GROUP BY c.id
)
SELECT count(*)::integer AS count, coalesce(array_agg(id), '{}') AS "itemIds" FROM changed`;

// These imports write the same rows, so they exclude each other.
const SUBJECT = 'catalog';

interface StagedRows {
  readonly sets: number;
  readonly minifigs: number;
  readonly setMinifigs: number;
}

/** Catalogue data by COPY into temporary tables and a set-wise merge. */
export class PostgresCatalogImport extends CatalogImport {
  constructor(private readonly database: Database) {
    super();
  }

  async mergeCatalog(batches: AsyncIterable<CatalogBatch>, origin?: ImportOrigin): Promise<CatalogMerge> {
    const merging = async (session: WriteSession): Promise<CatalogMerge> => {
      await session.stage(...STAGED_CATALOG);
      const staged = await stageCatalog(session, batches);
      await session.analyzeStaged('staged_set', 'staged_minifig', 'staged_set_minifig');
      const merge = await session.merge('catalog', () => mergeStaged(session, staged));
      if (merge.sets.inserted > 0) await session.analyze('catalog.lego_set', 'catalog.minifig', 'catalog.set_minifig');
      return merge;
    };
    return this.#recorded('catalog', origin, merging, ({ sets, minifigs, setMinifigs }) => ({
      inserted: sets.inserted + minifigs.inserted + setMinifigs.inserted,
      changed: sets.changed + minifigs.changed + setMinifigs.changed,
      unchanged: sets.unchanged + minifigs.unchanged + setMinifigs.unchanged,
    }));
  }

  async mergeSetDetails(batches: AsyncIterable<readonly SetDetails[]>, origin?: ImportOrigin): Promise<MergeCounts> {
    const merging = async (session: WriteSession, importId: number | null): Promise<MergeCounts> => {
      await session.stage(STAGED_SET_DETAILS);
      const copy = session.copyInto('staged_set_details', ['set_number', ...DETAILS]);
      for await (const batch of batches) await copy.write(batch.map(detailValues));
      const staged = await copy.end();
      await session.analyzeStaged('staged_set_details');
      return session.merge('catalog', async () => {
        const { count, itemIds } = await written(session, CHANGE_SET_DETAILS, [importId]);
        return {
          result: { inserted: 0, changed: count, unchanged: staged - count },
          changed: count > 0 ? { catalog: itemIds } : null,
        };
      });
    };
    return this.#recorded('set details', origin, merging, (counts) => counts);
  }

  mergeMinifigNumbers(batches: AsyncIterable<readonly MinifigNumbers[]>, origin?: ImportOrigin): Promise<MergeCounts> {
    const merging = (session: WriteSession): Promise<MergeCounts> => mergeMinifigNumbers(session, batches);
    return this.#recorded('minifig numbers', origin, merging, (counts) => counts);
  }

  renameSets(renames: readonly SetRename[], plan: RenamePlanner, origin?: ImportOrigin): Promise<MergeCounts> {
    const merging = (session: WriteSession): Promise<MergeCounts> => renameSets(session, renames, plan);
    return this.#recorded('renames', origin, merging, (counts) => counts);
  }

  #recorded<Result>(
    kind: string,
    origin: ImportOrigin | undefined,
    merging: (session: WriteSession, importId: number | null) => Promise<Result>,
    countsOf: (result: Result) => MergeCounts,
  ): Promise<Result> {
    return WriteSession.run(this.database, SUBJECT, (session) =>
      recordImport(session, { kind, subject: SUBJECT, origin }, (importId) => merging(session, importId), countsOf),
    );
  }
}

async function stageCatalog(session: WriteSession, batches: AsyncIterable<CatalogBatch>): Promise<StagedRows> {
  const sets = session.copyInto('staged_set', [
    'set_number',
    'title',
    'theme',
    'subtheme',
    'year',
    'pieces',
    'image_url',
  ]);
  const minifigs = session.copyInto('staged_minifig', [
    'minifig_number',
    'name',
    'category',
    'color',
    'year_released',
    'image_url',
  ]);
  const setMinifigs = session.copyInto('staged_set_minifig', ['set_number', 'minifig_number', 'quantity']);
  for await (const batch of batches) {
    if (batch.kind === 'sets') await sets.write(batch.records.map(setValues));
    else if (batch.kind === 'minifigs') await minifigs.write(batch.records.map(minifigValues));
    else await setMinifigs.write(batch.records.map(setMinifigValues));
  }
  return { sets: await sets.end(), minifigs: await minifigs.end(), setMinifigs: await setMinifigs.end() };
}

/** How many rows a statement has written, and the items they belong to. */
interface Written {
  readonly count: number;
  readonly itemIds: readonly number[];
}

async function written(session: WriteSession, statement: string, values: readonly unknown[] = []): Promise<Written> {
  const [row] = await session.query<Written & { [name: string]: unknown }>(statement, values);
  return row!;
}

async function mergeStaged(session: WriteSession, staged: StagedRows): Promise<MergeOutcome<CatalogMerge>> {
  const setsChanged = await written(session, CHANGE_SETS);
  const setsInserted = await written(session, INSERT_SETS);
  const minifigsInserted = await written(session, INSERT_MINIFIGS);
  await session.query(RESOLVE_SET_MINIFIGS);
  await session.analyzeStaged('resolved_set_minifig');
  const linksRemoved = await written(session, REMOVE_SET_MINIFIGS);
  const linksChanged = await written(session, CHANGE_SET_MINIFIGS);
  const linksInserted = await written(session, INSERT_SET_MINIFIGS);
  const [minifigsChanged] = await session.query<Written & { staged_count: number }>(CHANGE_MINIFIGS);
  const disappeared = await session.query<{ set_number: string }>(DISAPPEARED_SETS);
  const itemIds = [
    setsChanged,
    setsInserted,
    minifigsInserted,
    linksRemoved,
    linksChanged,
    linksInserted,
    minifigsChanged!,
  ].flatMap((one) => one.itemIds);
  return {
    result: {
      sets: mergeCounts(staged.sets, setsChanged.count, setsInserted.count),
      minifigs: {
        inserted: minifigsInserted.count,
        changed: minifigsChanged!.count,
        unchanged: staged.minifigs - minifigsInserted.count - minifigsChanged!.staged_count,
      },
      setMinifigs: {
        ...mergeCounts(staged.setMinifigs, linksChanged.count, linksInserted.count),
        removed: linksRemoved.count,
      },
      disappearedSets: disappeared.map((row) => row.set_number),
    },
    changed: itemIds.length > 0 ? { catalog: itemIds } : null,
  };
}

function mergeCounts(staged: number, changed: number, inserted: number): MergeCounts {
  return { inserted, changed, unchanged: staged - inserted - changed };
}

function setValues(set: CatalogSet): readonly CopyValue[] {
  return [set.setNumber, set.title, set.theme, set.subtheme, set.year, set.pieces, set.imageUrl];
}

function minifigValues(minifig: Minifig): readonly CopyValue[] {
  return [minifig.minifigNumber, minifig.name, minifig.category, minifig.color, minifig.yearReleased, minifig.imageUrl];
}

function setMinifigValues(link: SetMinifig): readonly CopyValue[] {
  return [link.setNumber, link.minifigNumber, link.quantity];
}

function detailValues(set: SetDetails): readonly CopyValue[] {
  const { box } = set;
  return [
    set.setNumber,
    set.upc,
    set.ean,
    set.msrpCents,
    dayText(set.releaseDay),
    dayText(set.exitDay),
    box && box.widthMm,
    box && box.heightMm,
    box && box.depthMm,
    box && box.weightG,
  ];
}

function dayText(day: number | null): string | null {
  return day === null ? null : formatIsoDay(day);
}

const SET_IDS = 'SELECT set_number AS number, id FROM catalog.lego_set';
const MINIFIG_IDS = `
SELECT id, minifig_number AS "minifigNumber", marketplace_number AS "marketplaceNumber" FROM catalog.minifig
  ORDER BY id`;

/** All item ids in two short statements. */
export class PostgresItemDirectory extends ItemDirectory {
  constructor(private readonly database: Database) {
    super();
  }

  async load(): Promise<ItemIds> {
    const sets = await this.database.prepared<{ number: string; id: number }>('set_ids', SET_IDS, []);
    const minifigs = await this.database.prepared<MinifigId>('minifig_ids', MINIFIG_IDS, []);
    return new ItemIds(new Map(sets.map(({ number, id }) => [number, id])), minifigs);
  }
}
