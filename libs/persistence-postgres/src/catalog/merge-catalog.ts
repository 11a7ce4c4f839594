import type { CatalogSet, Minifig, SetMinifig } from '@brickmarket/domain';
import type { CatalogBatch, CatalogMerge, MergeCounts } from '@brickmarket/persistence-ports';
import type { CopyValue } from '../bulk/copy-in.ts';
import type { MergeOutcome, WriteSession } from '../bulk/write-session.ts';
import { OLD_SET_NUMBERS } from '../changes/old-numbers.ts';
import { written, type Written } from './written-items.ts';

const STAGED_CATALOG = [
  `staged_set (
    set_number text COLLATE "C", title text, theme text, subtheme text, year smallint, pieces integer, image_url text
  )`,
  `staged_minifig (
    minifig_number text COLLATE "C", name text, category text, color text, year_released smallint, image_url text
  )`,
  'staged_set_minifig (set_number text COLLATE "C", minifig_number text COLLATE "C", quantity integer)',
] as const;

// Here and below, unchanged rows are not written.

/** Returns the number of written rows and distinct ids of some columns. */
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

// By number, so that the same file gives the same ids in every empty database.
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

const RESOLVE_SET_MINIFIGS = `
CREATE TEMPORARY TABLE resolved_set_minifig ON COMMIT DROP AS
SELECT s.id AS set_id, m.id AS minifig_id, n.quantity
FROM staged_set_minifig n
JOIN catalog.lego_set s ON s.set_number = n.set_number
JOIN catalog.minifig m ON m.minifig_number = n.minifig_number`;

/** Only for sets in the file: disappeared sets keep their contents. */
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

/** Excludes quantities, which minifigure records do not contain. */
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

/** Runs last, as it needs merged pairs and years. Includes minifigures missing in the file. */
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

/** Runs before new sets are inserted, while these numbers find their earlier sets. */
const TAKEN_NUMBERS = `
SELECT o."oldNumber" AS "setNumber", o."newNumber" AS "renamedTo"
FROM (${OLD_SET_NUMBERS}) o JOIN staged_set n ON n.set_number = o."oldNumber"
ORDER BY n.set_number`;

/** Deletes only minifigures of sets in the file. */
export async function mergeCatalog(session: WriteSession, batches: AsyncIterable<CatalogBatch>): Promise<CatalogMerge> {
  await session.stage(...STAGED_CATALOG);
  const staged = await stageCatalog(session, batches);
  await session.analyzeStaged('staged_set', 'staged_minifig', 'staged_set_minifig');
  const merge = await session.merge('catalog', () => mergeStaged(session, staged));
  if (merge.sets.inserted > 0) await session.analyze('catalog.lego_set', 'catalog.minifig', 'catalog.set_minifig');
  return merge;
}

interface StagedRows {
  readonly sets: number;
  readonly minifigs: number;
  readonly setMinifigs: number;
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

async function mergeStaged(session: WriteSession, staged: StagedRows): Promise<MergeOutcome<CatalogMerge>> {
  const setsChanged = await written(session, CHANGE_SETS);
  const takenNumbers = await session.query<CatalogMerge['takenNumbers'][number]>(TAKEN_NUMBERS);
  const setsInserted = await written(session, INSERT_SETS);
  const minifigsInserted = await written(session, INSERT_MINIFIGS);
  await session.query(RESOLVE_SET_MINIFIGS);
  await session.analyzeStaged('resolved_set_minifig');
  const linksRemoved = await written(session, REMOVE_SET_MINIFIGS);
  const linksChanged = await written(session, CHANGE_SET_MINIFIGS);
  const linksInserted = await written(session, INSERT_SET_MINIFIGS);
  const [minifigsChanged] = await session.query<Written & { staged_count: number }>(CHANGE_MINIFIGS);
  const disappeared = await session.query<{ set_number: string }>(DISAPPEARED_SETS);
  // A new set has an empty history, where its number may have shown another set's.
  if (setsInserted.count > 0) await session.alsoChanged('market', { history: setsInserted.itemIds });
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
      takenNumbers,
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
