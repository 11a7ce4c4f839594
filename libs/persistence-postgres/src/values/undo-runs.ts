import { type EpochDay, formatIsoDay } from '@brickmarket/domain';
import type { WriteSession } from '../bulk/write-session.ts';

/** Deletes runs with history steps, served values and scores. */
const UNDO = `
WITH run AS (
  DELETE FROM market.valuation_run WHERE greatest(as_of, served_on) > $1::date RETURNING id
), step AS (
  DELETE FROM market.value_step WHERE day > $1::date RETURNING item_id
), served AS (
  DELETE FROM source.served_value WHERE served_on > $1::date
), scored AS (
  DELETE FROM source.sale_score WHERE scored_on > $1::date RETURNING source_id, source_ref
), again AS (
  INSERT INTO source.arrived_sale (source_id, source_ref) SELECT source_id, source_ref FROM scored
  ON CONFLICT DO NOTHING
), earlier AS (
  SELECT v.item_id, v.condition, s.value_cents
  FROM market.item_value v
  LEFT JOIN LATERAL (
    SELECT value_cents FROM market.value_step s
    WHERE s.item_id = v.item_id AND s.condition = v.condition AND s.day <= $1::date ORDER BY s.day DESC LIMIT 1
  ) s ON true
  WHERE v.valued_on > $1::date
), restored AS (
  UPDATE market.item_value v SET
    value_cents = e.value_cents,
    low_cents = CASE WHEN e.value_cents IS NOT NULL THEN coalesce(v.low_cents, e.value_cents) END,
    high_cents = CASE WHEN e.value_cents IS NOT NULL THEN coalesce(v.high_cents, e.value_cents) END,
    data_tier = CASE WHEN e.value_cents IS NULL THEN 'none' ELSE v.data_tier END,
    valued_on = $1::date
  FROM earlier e WHERE v.item_id = e.item_id AND v.condition = e.condition
  RETURNING v.item_id
)
SELECT (SELECT count(*) FROM run)::integer AS runs,
  ARRAY(SELECT item_id FROM step UNION SELECT item_id FROM restored) AS "itemIds"`;

export function undoRunsAfter(
  session: WriteSession,
  day: EpochDay,
): Promise<{ readonly runs: number; readonly items: number }> {
  return session.merge('market', async () => {
    const [undone] = await session.query<{ runs: number; itemIds: number[] }>(UNDO, [formatIsoDay(day)]);
    const { runs, itemIds } = undone!;
    return { result: { runs, items: itemIds.length }, changed: runs === 0 ? null : { value: itemIds } };
  });
}
