/** Temporary tables that months are staged in. */
export const STAGED_MONTHS = [
  'staged_series (item_id integer, condition text, first_month date, through_month date)',
  'staged_month (item_id integer, condition text, month date, value_cents integer, low_cents integer, high_cents integer, sales_count integer, event text)',
] as const;
export const STAGED_BACKED =
  'staged_backed (item_id integer, condition text, month date, value_cents integer, low_cents integer, high_cents integer, sales_count integer, event text)';
export const STAGED_SERIES_COLUMNS = ['item_id', 'condition', 'first_month', 'through_month'] as const;
export const STAGED_MONTH_COLUMNS = [
  'item_id',
  'condition',
  'month',
  'value_cents',
  'low_cents',
  'high_cents',
  'sales_count',
  'event',
] as const;

export const LIST_SERIES = `
SELECT s.id AS "itemId", c.condition, s.release_date - date '1970-01-01' AS "releaseDay", s.exit_date - date '1970-01-01' AS "exitDay",
       to_char(p.first_month, 'YYYY-MM') AS first, to_char(p.through_month, 'YYYY-MM') AS through
FROM catalog.lego_set s
CROSS JOIN (VALUES ('sealed'), ('used')) AS c (condition)
LEFT JOIN market.month_series p ON p.item_id = s.id AND p.condition = c.condition
WHERE $1::text IS NULL OR s.set_number = $1
ORDER BY s.id, c.condition`;

export const WRITE_MONTHS = `
INSERT INTO market.month_value (item_id, condition, month, value_cents, low_cents, high_cents, sales_count, event)
SELECT item_id, condition, month, value_cents, low_cents, high_cents, sales_count, event FROM staged_month
ON CONFLICT DO NOTHING`;

export const WRITE_SERIES = `
INSERT INTO market.month_series (item_id, condition, first_month, through_month) SELECT item_id, condition, first_month, through_month FROM staged_series
ON CONFLICT (item_id, condition) DO UPDATE SET through_month = greatest(month_series.through_month, excluded.through_month)`;

/** Both what valuations have seen change and what they have yet to see. */
export const LIST_RECHECKED = `
SELECT item_id AS "itemId" FROM (SELECT item_id FROM market.month_recheck UNION SELECT item_id FROM source.changed_item) changed
WHERE EXISTS (SELECT FROM market.month_series p WHERE p.item_id = changed.item_id) ORDER BY item_id`;

export const CLEAR_RECHECKED = 'DELETE FROM market.month_recheck WHERE item_id = ANY ($1::integer[])';

/** Publishes staged months in place of those without sales, by `$1`, for the reason `$2`; one row, `months`. */
export const BACK_MONTHS = `
WITH before AS (
  SELECT n.*, m.month IS NOT NULL AS is_said, to_jsonb(m) - 'item_id' - 'condition' AS was
  FROM staged_backed n LEFT JOIN market.month_value m USING (item_id, condition, month)
  WHERE coalesce(m.sales_count, 0) = 0
), backed AS (
  INSERT INTO market.month_value AS m (item_id, condition, month, value_cents, low_cents, high_cents, sales_count, event)
  SELECT item_id, condition, month, value_cents, low_cents, high_cents, sales_count, event FROM before
  ON CONFLICT (item_id, condition, month) DO UPDATE SET value_cents = excluded.value_cents, low_cents = excluded.low_cents,
    high_cents = excluded.high_cents, sales_count = excluded.sales_count, event = excluded.event
  RETURNING m.item_id, m.condition, m.month, to_jsonb(m) - 'item_id' - 'condition' AS is_now
), widened AS (
  UPDATE market.month_series p SET first_month = least(p.first_month, b.first)
  FROM (SELECT item_id, condition, min(month) AS first FROM before GROUP BY item_id, condition) b
  WHERE p.item_id = b.item_id AND p.condition = b.condition
), traced AS (
  INSERT INTO market.month_restatement (item_id, condition, month, restated_by, reason, before, after)
  SELECT item_id, condition, month, $1, $2, b.was, n.is_now FROM before b JOIN backed n USING (item_id, condition, month)
  RETURNING 1
)
SELECT count(*)::integer AS months FROM traced`;

/** Lets this transaction, and no other, change published months. */
export const BEGIN_RESTATING = `SET LOCAL brickmarket.restating = 'on'`;

export const RESTATE = `
WITH before AS (
  SELECT to_jsonb(m) - 'item_id' - 'condition' AS month FROM market.month_value m WHERE m.item_id = $1 AND m.condition = $2 AND m.month = $3::date
), restated AS (
  INSERT INTO market.month_value AS m (item_id, condition, month, value_cents, low_cents, high_cents, sales_count, event) VALUES ($1, $2, $3::date, $4, $5, $6, $7, $8)
  ON CONFLICT (item_id, condition, month) DO UPDATE SET value_cents = $4, low_cents = $5, high_cents = $6, sales_count = $7, event = $8
  RETURNING to_jsonb(m) - 'item_id' - 'condition' AS month
), widened AS (
  UPDATE market.month_series SET first_month = least(first_month, $3::date) WHERE item_id = $1 AND condition = $2
)
INSERT INTO market.month_restatement (item_id, condition, month, restated_by, reason, before, after)
SELECT $1, $2, $3::date, $9, $10, (SELECT month FROM before), (SELECT month FROM restated)
RETURNING before`;
