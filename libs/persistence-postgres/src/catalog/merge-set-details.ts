import { formatIsoDay, type SetDetails } from '@brickmarket/domain';
import type { MergeCounts } from '@brickmarket/persistence-ports';
import type { CopyValue } from '../bulk/copy-in.ts';
import type { WriteSession } from '../bulk/write-session.ts';
import { RECORD_EXIT_DATES } from '../events/record-events.ts';
import { written } from './written-items.ts';

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

const STAGED_SET_DETAILS = `staged_set_details (
  set_number text COLLATE "C", upc text, ean text, msrp_cents integer, release_date date, exit_date date,
  box_width_mm double precision, box_height_mm double precision,
  box_depth_mm double precision, box_weight_g double precision
)`;

/** Absent facts keep the stored value. Import `$1` saves the old values. */
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

/** Saves old values under the import's number, for its undo. */
export async function mergeSetDetails(
  session: WriteSession,
  batches: AsyncIterable<readonly SetDetails[]>,
  importId: number | null,
): Promise<MergeCounts> {
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
