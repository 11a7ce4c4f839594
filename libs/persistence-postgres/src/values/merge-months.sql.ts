/** Temporary tables that months are staged in. */
export const STAGED_MONTHS = [
  'staged_series (item_id integer, condition text, first_month date, through_month date)',
  'staged_month (item_id integer, condition text, month date, value_cents integer, low_cents integer, high_cents integer, sales_count integer, event text)',
] as const;
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
