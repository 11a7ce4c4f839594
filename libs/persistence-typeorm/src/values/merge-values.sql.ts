/** Temporary tables that a run is staged in. */
export const STAGED_RUN = [
  'staged_value (item_id integer, condition text, value_cents integer, low_cents integer, high_cents integer, data_tier text, facts_key bigint)',
  'staged_step (item_id integer, condition text, day date, value_cents integer)',
  'seen_mark (item_id integer, mark bigint)',
] as const;
export const STAGED_VALUE_COLUMNS = ['item_id', 'condition', 'value_cents', 'low_cents', 'high_cents', 'data_tier', 'facts_key'] as const;
export const STAGED_STEP_COLUMNS = ['item_id', 'condition', 'day', 'value_cents'] as const;
export const SEEN_MARK_COLUMNS = ['item_id', 'mark'] as const;

const ITEM_COLUMNS = `f.item_id AS "itemId", f.is_minifig AS "isMinifig", f.theme, f.year, f.release_date - date '1970-01-01' AS "releaseDay",
  f.exit_date - date '1970-01-01' AS "exitDay", f.list_price_cents AS "listPriceCents", f.retail_price_cents AS "retailPriceCents",
  f.facts_key::text AS "factsKey", c.mark::text AS mark, v.item_id IS NOT NULL AS "isValued"`;

export const LIST_ITEMS = `
SELECT ${ITEM_COLUMNS}
FROM market.item_facts f
LEFT JOIN source.changed_item c USING (item_id)
LEFT JOIN market.item_value v ON v.item_id = f.item_id AND v.condition = 'used'
ORDER BY f.item_id`;

export const LIST_CHANGED_ITEMS = `
SELECT ${ITEM_COLUMNS}
FROM market.item_facts f
LEFT JOIN source.changed_item c USING (item_id)
LEFT JOIN market.item_value v ON v.item_id = f.item_id AND v.condition = 'used'
WHERE c.item_id IS NOT NULL OR v.facts_key IS DISTINCT FROM f.facts_key OR (f.exit_date > v.valued_on AND f.exit_date <= $1)
ORDER BY f.item_id`;

export const FIND_EARLIER_RUNS = `
SELECT (SELECT as_of - date '1970-01-01' FROM market.valuation_run ORDER BY id DESC LIMIT 1) AS "asOf", model, as_of - date '1970-01-01' AS "modelAsOf"
FROM market.valuation_run WHERE model IS NOT NULL ORDER BY id DESC LIMIT 1`;

// Imports mark items in any order: taking the whole table first keeps the two from waiting for each other in a circle.
export const HOLD_MARKS = 'LOCK TABLE source.changed_item IN EXCLUSIVE MODE';

/** A mark that was renewed after it was seen stays: those sales have not been read. */
export const REMOVE_SEEN_MARKS = 'DELETE FROM source.changed_item c USING seen_mark s WHERE c.item_id = s.item_id AND c.mark = s.mark';

export const WRITE_PAST_STEPS = `
INSERT INTO market.value_step (item_id, condition, day, value_cents) SELECT item_id, condition, day, value_cents FROM staged_step
ON CONFLICT (item_id, condition, day) DO NOTHING`;

/** Before the values themselves are written: a step is a value other than the one in force. */
export const WRITE_STEPS = `
INSERT INTO market.value_step (item_id, condition, day, value_cents)
SELECT n.item_id, n.condition, $1::date, n.value_cents
FROM staged_value n LEFT JOIN market.item_value v USING (item_id, condition)
WHERE n.value_cents IS DISTINCT FROM v.value_cents
ON CONFLICT (item_id, condition, day) DO UPDATE SET value_cents = excluded.value_cents`;

export const WRITE_VALUES = `
INSERT INTO market.item_value (item_id, condition, value_cents, low_cents, high_cents, data_tier, facts_key, valued_on, calculated_at)
SELECT item_id, condition, value_cents, low_cents, high_cents, data_tier, facts_key, $1::date, $2::timestamptz FROM staged_value
ON CONFLICT (item_id, condition) DO UPDATE SET value_cents = excluded.value_cents, low_cents = excluded.low_cents, high_cents = excluded.high_cents,
  data_tier = excluded.data_tier, facts_key = excluded.facts_key, valued_on = excluded.valued_on, calculated_at = excluded.calculated_at`;

export const WRITE_RUN = 'INSERT INTO market.valuation_run (as_of, calculated_at, items, sales, model) VALUES ($1, $2, $3, $4, $5)';
