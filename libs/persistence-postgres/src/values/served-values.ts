import { type EpochDay, formatIsoDay } from '@brickmarket/domain';
import type { WriteSession } from '../bulk/write-session.ts';
import { SCORED_DAYS } from '../sales/changed-sales.ts';
import { BASELINE_COLUMNS } from './staged-values.ts';

const BASELINES = Object.keys(BASELINE_COLUMNS);
const KEPT = ['value_cents', 'low_cents', 'high_cents', 'data_tier', ...BASELINES];

/** Part of the statement that publishes the first run of a day: what is served from the day `$10` on. */
export const KEEP_SERVED = `
INSERT INTO source.served_value (item_id, condition, served_on, ${KEPT.join(', ')})
SELECT item_id, condition::source.sale_condition, $10::date, ${KEPT.join(', ')}
FROM compared WHERE value_cents IS NOT NULL OR before_cents IS NOT NULL`;
/** The last of several runs of a day is what is served at its end. To look for rows of the day takes as long again. */
export const KEEP_SERVED_LAST = `${KEEP_SERVED}
ON CONFLICT (item_id, condition, served_on) DO UPDATE SET
  ${KEPT.map((column) => `${column} = excluded.${column}`).join(', ')}`;

/**
 * Scores the sales that have arrived, up to and including the day `$1`, against what was served at the end of the day
 * before each. They count on the day `$2`, or after the last month that is closed. A sale that was undone or excluded
 * meanwhile is not scored. What was served is kept by days, so that a run writes in one place: an item is looked for on
 * one day after the other. OFFSET and LIMIT keep the planner from looking on all of them.
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

/**
 * Deletes what was served so long before the day `$1` that no sale is compared with it any more. Every item is valued
 * once a week, so that there is a newer row for all that is deleted.
 */
export const FORGET_SERVED = `DELETE FROM source.served_value WHERE served_on < $1::date - ${SCORED_DAYS + 14}`;

/** Part of publishing a run. Sales are scored once, also when their import is undone and comes again. */
export async function scoreSales(session: WriteSession, asOf: EpochDay, servedOn: EpochDay): Promise<void> {
  await session.prepared('score_sales', SCORE_SALES, [formatIsoDay(asOf), formatIsoDay(servedOn)]);
}
