/*
 * The changes of one kind that observations of sets brought since a time, as imports find them (retailNews() in
 * libs/alerts): prices and sellers are compared with the last known ones, stock with the observation before.
 */
CREATE OR REPLACE FUNCTION events.retail_changes(change text, sets integer[], since timestamptz)
RETURNS TABLE (set_id integer, retailer retail.retailer, observed_at timestamptz, old_cents integer, new_cents integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH seen AS (
    -- One observation for each instant, as the price states have it.
    SELECT DISTINCT ON (o.set_id, o.retailer, o.observed_at)
      o.set_id, o.retailer, o.observed_at, o.price_cents, o.seller_type, o.in_stock
    FROM source.retail_observation o WHERE o.set_id = ANY (sets)
    ORDER BY o.set_id, o.retailer, o.observed_at, o.price_cents, o.in_stock DESC NULLS LAST, o.seller_type
  ), counted AS (
    -- A known price or seller and the unknown ones after it have the same number.
    SELECT s.*, count(s.price_cents) OVER earlier AS price_number, count(s.seller_type) OVER earlier AS seller_number
    FROM seen s WINDOW earlier AS (PARTITION BY s.set_id, s.retailer ORDER BY s.observed_at)
  ), known AS (
    SELECT c.*, max(c.price_cents) OVER (PARTITION BY c.set_id, c.retailer, c.price_number) AS known_price,
           max(c.seller_type) OVER (PARTITION BY c.set_id, c.retailer, c.seller_number) AS known_seller
    FROM counted c
  ), compared AS (
    SELECT k.*, lag(k.known_price) OVER earlier AS last_price, lag(k.known_seller) OVER earlier AS last_seller,
           lag(k.in_stock) OVER earlier AS was_in_stock,
           min(k.price_cents) OVER (earlier ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS lowest
    FROM known k WINDOW earlier AS (PARTITION BY k.set_id, k.retailer ORDER BY k.observed_at)
  )
  SELECT c.set_id, c.retailer, c.observed_at,
         CASE WHEN change = 'price_lowest_ever' THEN c.lowest
              WHEN change NOT IN ('stock_ended', 'stock_returned') THEN c.last_price END,
         c.price_cents
  FROM compared c
  WHERE c.observed_at >= since AND CASE change
    WHEN 'price_fell' THEN c.price_cents < c.last_price
    WHEN 'price_rose' THEN c.price_cents > c.last_price
    WHEN 'price_lowest_ever' THEN c.price_cents < c.lowest
    WHEN 'third_party_took_over' THEN c.last_seller = 'retailer' AND c.seller_type = 'third_party'
    WHEN 'retailer_took_over' THEN c.last_seller = 'third_party' AND c.seller_type = 'retailer'
    WHEN 'stock_ended' THEN c.was_in_stock AND NOT c.in_stock
    WHEN 'stock_returned' THEN NOT c.was_in_stock AND c.in_stock
    ELSE false END
$$;
REVOKE ALL ON FUNCTION events.retail_changes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events.retail_changes TO brickmarket_account;
