/*
 * The facts of item_facts_since() for a part of the items: retail prices are looked up set by set, instead of summing
 * up those of all sets. The planner sees through it, too.
 */
CREATE OR REPLACE FUNCTION market.some_item_facts_since(retail_since timestamptz)
RETURNS TABLE (item_id integer, is_minifig boolean, theme text, year integer, release_date date, exit_date date,
  list_price_cents integer, retail_price_cents integer, facts_key bigint)
LANGUAGE sql STABLE AS $$
SELECT f.*, hash_record_extended(f, 0) AS facts_key
FROM (
  SELECT s.id AS item_id, false AS is_minifig, s.theme, s.year::integer AS year, s.release_date, s.exit_date,
    s.msrp_cents AS list_price_cents, p.price_cents AS retail_price_cents
  FROM catalog.lego_set s
  CROSS JOIN LATERAL (
    SELECT min(price_cents) AS price_cents FROM retail.price_state
    WHERE set_id = s.id AND seller_type = 'retailer' AND in_stock IS NOT false AND last_checked_at >= retail_since
  ) p
  UNION ALL
  SELECT m.id, true, m.category, m.year_released, NULL, NULL, NULL, NULL FROM catalog.minifig m
) f$$;
REVOKE ALL ON FUNCTION market.some_item_facts_since FROM PUBLIC;
