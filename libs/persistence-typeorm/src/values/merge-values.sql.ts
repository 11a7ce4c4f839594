/** Temporary tables that a run is staged in. */
export const STAGED_RUN = [
  'staged_value (item_id integer, condition text, value_cents integer, low_cents integer, high_cents integer, data_tier text, facts_key bigint)',
  'staged_step (item_id integer, condition text, day date, value_cents integer)',
] as const;
export const STAGED_VALUE_COLUMNS = ['item_id', 'condition', 'value_cents', 'low_cents', 'high_cents', 'data_tier', 'facts_key'] as const;
export const STAGED_STEP_COLUMNS = ['item_id', 'condition', 'day', 'value_cents'] as const;

const ITEM_COLUMNS = `f.item_id AS "itemId", f.is_minifig AS "isMinifig", f.theme, f.year, f.release_date - date '1970-01-01' AS "releaseDay",
  f.exit_date - date '1970-01-01' AS "exitDay", f.list_price_cents AS "listPriceCents", f.retail_price_cents AS "retailPriceCents",
  f.facts_key::text AS "factsKey", c.mark::text AS mark, v.item_id IS NOT NULL AS "isValued"`;

const ITEMS = `
SELECT ${ITEM_COLUMNS}
FROM market.item_facts f
LEFT JOIN source.changed_item c USING (item_id)
LEFT JOIN market.item_value v ON v.item_id = f.item_id AND v.condition = 'used'`;

export const LIST_ITEMS = `${ITEMS} ORDER BY f.item_id`;
export const LIST_SOME_ITEMS = `${ITEMS} WHERE f.item_id = ANY($1::integer[]) ORDER BY f.item_id`;

/**
 * Items with new marks, and those that have retired since the last run. Facts are compared only when the catalogue or retail
 * prices have changed since: that means a look at every item.
 */
export const LIST_CHANGED_IDS = `
WITH last AS MATERIALIZED (SELECT as_of, catalog_version, retail_version FROM market.valuation_run ORDER BY id DESC LIMIT 1)
SELECT item_id AS "itemId" FROM source.changed_item
UNION
SELECT s.id FROM catalog.lego_set s WHERE s.exit_date > (SELECT as_of FROM last) AND s.exit_date <= $1
UNION
SELECT f.item_id FROM market.item_facts f
LEFT JOIN market.item_value v ON v.item_id = f.item_id AND v.condition = 'used'
WHERE (SELECT (catalog_version, retail_version) IS DISTINCT FROM ($2::bigint, $3::bigint) FROM last) AND v.facts_key IS DISTINCT FROM f.facts_key`;

/** What earlier runs have left, and the state of catalogue and retail prices that this one finds. */
export const FIND_EARLIER_RUNS = `
SELECT d.catalog AS "catalogVersion", d.retail AS "retailVersion", last.as_of - date '1970-01-01' AS "asOf", full_run.model, full_run.as_of - date '1970-01-01' AS "modelAsOf", full_run.sales AS "modelSales"
FROM ops.data_version d
LEFT JOIN LATERAL (SELECT as_of FROM market.valuation_run ORDER BY id DESC LIMIT 1) last ON true
LEFT JOIN LATERAL (SELECT as_of, sales, model FROM market.valuation_run WHERE model IS NOT NULL ORDER BY id DESC LIMIT 1) full_run ON true`;

// Imports mark items in any order: taking the whole table first keeps the two from waiting for each other in a circle.
export const HOLD_MARKS = 'LOCK TABLE source.changed_item IN EXCLUSIVE MODE';

/** Millions of them the first time, in the order of their index as long as nothing else comes in between. */
export const WRITE_PAST_STEPS = `
INSERT INTO market.value_step (item_id, condition, day, value_cents) SELECT item_id, condition, day, value_cents FROM staged_step
ON CONFLICT (item_id, condition, day) DO NOTHING`;

/**
 * Puts a run in force; answers with one row, `steps`. All parts see the values as they were before: a step is a value other
 * than that. A mark that was renewed after it was seen stays, as those sales have not been read.
 */
export const MERGE_RUN = `
WITH known AS (
  UPDATE market.item_value v
  SET value_cents = n.value_cents, low_cents = n.low_cents, high_cents = n.high_cents, data_tier = n.data_tier, facts_key = n.facts_key, valued_on = $1::date, calculated_at = $2::timestamptz
  FROM staged_value n WHERE v.item_id = n.item_id AND v.condition = n.condition
), fresh AS (
  INSERT INTO market.item_value (item_id, condition, value_cents, low_cents, high_cents, data_tier, facts_key, valued_on, calculated_at)
  SELECT item_id, condition, value_cents, low_cents, high_cents, data_tier, facts_key, $1::date, $2::timestamptz FROM staged_value n
  WHERE NOT EXISTS (SELECT FROM market.item_value v WHERE v.item_id = n.item_id AND v.condition = n.condition)
), step AS (
  INSERT INTO market.value_step (item_id, condition, day, value_cents)
  SELECT n.item_id, n.condition, $1::date, n.value_cents
  FROM staged_value n LEFT JOIN market.item_value v USING (item_id, condition)
  WHERE n.value_cents IS DISTINCT FROM v.value_cents
  ON CONFLICT (item_id, condition, day) DO UPDATE SET value_cents = excluded.value_cents
  RETURNING item_id
), seen AS (
  DELETE FROM source.changed_item c USING unnest($3::integer[], $4::bigint[]) AS s (item_id, mark) WHERE c.item_id = s.item_id AND c.mark = s.mark
), run AS (
  INSERT INTO market.valuation_run (as_of, calculated_at, items, sales, model, catalog_version, retail_version) VALUES ($1::date, $2::timestamptz, $5, $6, $7, $8, $9)
)
SELECT count(*)::integer AS steps FROM step`;

/** Some values are looked up one by one, and all of them in one go: they are in memory, where the planner supposes a disk. */
export const EXPECT_MEMORY = 'SET random_page_cost = 1.1';
