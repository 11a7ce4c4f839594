/** The temporary table that a piece of a sales feed is staged in; `position` is the order of the feed. */
export const STAGED_SALE = `staged_sale (
  position integer, source_id integer, source_ref text COLLATE "C", item_id integer, condition source.sale_condition,
  sold_day date, price_cents integer, quantity integer
)`;
export const STAGED_SALE_COLUMNS = [
  'position',
  'source_id',
  'source_ref',
  'item_id',
  'condition',
  'sold_day',
  'price_cents',
  'quantity',
] as const;

const LAST_OF_EACH = `
SELECT DISTINCT ON (source_id, source_ref) source_id, source_ref, item_id, condition, sold_day, price_cents, quantity
FROM staged_sale ORDER BY source_id, source_ref, position DESC`;

const MARK = `
INSERT INTO source.changed_item (item_id) SELECT DISTINCT item_id FROM touched ORDER BY item_id
ON CONFLICT (item_id) DO UPDATE SET mark = excluded.mark`;

/** Adds the sales that are not there yet and marks their items; answers with one row, `count`. */
export const INSERT_SALES = `
WITH touched AS (
  INSERT INTO source.market_sale (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity)
  ${LAST_OF_EACH}
  ON CONFLICT DO NOTHING RETURNING item_id
), marked AS (${MARK})
SELECT count(*)::integer AS count FROM touched`;

/** Corrects the sales that are there with other content and marks the items before and after; answers with one row, `count`. */
export const CORRECT_SALES = `
WITH corrected AS (
  UPDATE source.market_sale s
  SET item_id = n.item_id, condition = n.condition, sold_day = n.sold_day, price_cents = n.price_cents, quantity = n.quantity
  FROM (${LAST_OF_EACH}) n JOIN source.market_sale old USING (source_id, source_ref)
  WHERE s.source_id = n.source_id AND s.source_ref = n.source_ref
    AND (old.item_id, old.condition, old.sold_day, old.price_cents, old.quantity)
      IS DISTINCT FROM (n.item_id, n.condition, n.sold_day, n.price_cents, n.quantity)
  RETURNING old.item_id AS item_before, n.item_id AS item_after
), touched AS (
  SELECT item_before AS item_id FROM corrected UNION SELECT item_after FROM corrected
), marked AS (${MARK})
SELECT count(*)::integer AS count FROM corrected`;

export const FIND_SOURCE = 'SELECT id FROM source.sale_source WHERE name = $1';
/** Nobody else adds sources meanwhile: imports of sales exclude each other. */
export const ADD_SOURCE = 'INSERT INTO source.sale_source (name) VALUES ($1) RETURNING id';
