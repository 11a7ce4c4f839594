/*
 * All that a value depends on except sales, with the retail prices seen since an instant: a price nobody has seen for
 * long is no fact of today. A retailer's own price in stock is what a set costs at retail. One statement, not strict
 * and without settings of its own, so that the planner sees through it as through a view.
 */
CREATE OR REPLACE FUNCTION market.item_facts_since(retail_since timestamptz)
RETURNS TABLE (item_id integer, is_minifig boolean, theme text, year integer, release_date date, exit_date date,
  list_price_cents integer, retail_price_cents integer, facts_key bigint)
LANGUAGE sql STABLE AS $$
SELECT f.*, hash_record_extended(f, 0) AS facts_key
FROM (
  SELECT s.id AS item_id, false AS is_minifig, s.theme, s.year::integer AS year, s.release_date, s.exit_date,
    s.msrp_cents AS list_price_cents, p.price_cents AS retail_price_cents
  FROM catalog.lego_set s
  LEFT JOIN (
    SELECT set_id, min(price_cents) AS price_cents FROM retail.price_state
    WHERE seller_type = 'retailer' AND in_stock IS NOT false AND last_checked_at >= retail_since
    GROUP BY set_id
  ) p ON p.set_id = s.id
  UNION ALL
  SELECT m.id, true, m.category, m.year_released, NULL, NULL, NULL, NULL FROM catalog.minifig m
) f$$;
REVOKE ALL ON FUNCTION market.item_facts_since FROM PUBLIC;
