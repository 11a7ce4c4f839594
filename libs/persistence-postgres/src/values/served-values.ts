import { type EpochDay, formatIsoDay } from '@brickmarket/domain';
import type { WriteSession } from '../bulk/write-session.ts';
import { SCORED_DAYS } from '../sales/changed-sales.ts';
import { BASELINE_COLUMNS } from './staged-values.ts';

const BASELINES = Object.keys(BASELINE_COLUMNS);
const KEPT = ['value_cents', 'low_cents', 'high_cents', 'data_tier', ...BASELINES];

/** For the first run of a day: served from day `$10` on. */
export const KEEP_SERVED = `
INSERT INTO source.served_value (item_id, condition, served_on, ${KEPT.join(', ')})
SELECT item_id, condition::source.sale_condition, $10::date, ${KEPT.join(', ')}
FROM compared WHERE value_cents IS NOT NULL OR before_cents IS NOT NULL`;
/** The last run of a day is served at its end; finding the day's rows doubles the time. */
export const KEEP_SERVED_LAST = `${KEEP_SERVED}
ON CONFLICT (item_id, condition, served_on) DO UPDATE SET
  ${KEPT.map((column) => `${column} = excluded.${column}`).join(', ')}`;

/**
 * Scores new sales up to day `$1` against the value served the day before, in month `$2` or the first open one.
 * OFFSET and LIMIT stop the search at the first day found.
 */
const SCORE_SALES = `
WITH RECURSIVE due AS (
  DELETE FROM source.arrived_sale a WHERE NOT EXISTS (
    SELECT FROM source.market_sale m
    WHERE m.source_id = a.source_id AND m.source_ref = a.source_ref AND m.sold_day > $1::date
  ) RETURNING source_id, source_ref
), served (day) AS (
  SELECT max(served_on) FROM source.served_value
  UNION ALL
  SELECT (SELECT max(served_on) FROM source.served_value WHERE served_on < s.day) FROM served s WHERE s.day IS NOT NULL
)
INSERT INTO source.sale_score (
  source_id, source_ref, item_id, sold_day, scored_on, kind, theme, paid_cents, ${KEPT.join(', ')}
)
SELECT m.source_id, m.source_ref, m.item_id, m.sold_day,
  greatest(
    $2::date, (SELECT (max(month) + interval '1 month')::date FROM market.scorecard WHERE closed_at IS NOT NULL)
  ),
  CASE WHEN f.id IS NULL THEN 'set ' ELSE 'minifig ' END || m.condition, coalesce(s.theme, f.category),
  m.price_cents, ${KEPT.map((column) => `v.${column}`).join(', ')}
FROM due JOIN source.market_sale m USING (source_id, source_ref)
CROSS JOIN LATERAL (
  SELECT v.* FROM (SELECT day FROM served WHERE day < m.sold_day ORDER BY day DESC OFFSET 0) d
  CROSS JOIN LATERAL (
    SELECT * FROM source.served_value v
    WHERE v.served_on = d.day AND v.item_id = m.item_id AND v.condition = m.condition LIMIT 1
  ) v
  ORDER BY d.day DESC LIMIT 1
) v
LEFT JOIN catalog.lego_set s ON s.id = m.item_id
LEFT JOIN catalog.minifig f ON f.id = m.item_id
WHERE v.value_cents IS NOT NULL
ON CONFLICT DO NOTHING`;

/** Weekly valuations guarantee newer rows for all that is deleted before the scored days. */
export const FORGET_SERVED = `DELETE FROM source.served_value WHERE served_on < $1::date - ${SCORED_DAYS + 14}`;

/** Scores each sale once, also after undo and repeated import. */
export async function scoreSales(session: WriteSession, asOf: EpochDay, servedOn: EpochDay): Promise<void> {
  await session.prepared('score_sales', SCORE_SALES, [formatIsoDay(asOf), formatIsoDay(servedOn)]);
}
