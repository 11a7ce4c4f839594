/**
 * The function that computes the past of a retail rule, as migrations create it. Observations are licensed source rows:
 * the role of the account area may learn when a rule would have fired, not what was observed.
 */
export const RETAIL_PAST = `
/*
 * The news of one kind that observations of sets brought since a time, as imports record it: prices and sellers are
 * compared with the last known ones, stock with the observation before.
 */
CREATE OR REPLACE FUNCTION events.retail_past(wanted text, sets integer[], since timestamptz)
RETURNS TABLE (set_id integer, retailer retail.retailer, observed_at timestamptz, old_cents integer, new_cents integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH seen AS (
    -- One observation for each instant, as the price states have it.
    SELECT DISTINCT ON (o.set_id, o.retailer, o.observed_at)
      o.set_id, o.retailer, o.observed_at, o.price_cents, o.seller_type, o.in_stock
    FROM source.retail_observation o WHERE o.set_id = ANY (sets)
    ORDER BY o.set_id, o.retailer, o.observed_at, o.price_cents, o.in_stock DESC NULLS LAST, o.seller_type
  ), counted AS (
    -- A price and the unknown ones after it have the same number.
    SELECT s.*, count(s.price_cents) OVER (PARTITION BY s.set_id, s.retailer ORDER BY s.observed_at) AS price_number
    FROM seen s
  ), shown AS (
    SELECT c.*, max(c.price_cents) OVER (PARTITION BY c.set_id, c.retailer, c.price_number) AS shown_cents
    FROM counted c
  ), priced AS (
    -- The price that was shown last before each observation, whatever else was unknown then.
    SELECT s.*, lag(s.shown_cents) OVER (PARTITION BY s.set_id, s.retailer ORDER BY s.observed_at) AS last_price
    FROM shown s
  ), compared AS (
    SELECT p.*, lag(p.seller_type) OVER earlier AS last_seller, lag(p.in_stock) OVER earlier AS was_in_stock,
           min(p.price_cents) OVER before AS lowest
    FROM priced p
    WHERE CASE wanted WHEN 'seller.third_party_only' THEN p.seller_type IS NOT NULL
                      WHEN 'stock.returned' THEN true ELSE p.price_cents IS NOT NULL END
    WINDOW earlier AS (PARTITION BY p.set_id, p.retailer ORDER BY p.observed_at),
           before AS (earlier ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
  )
  SELECT c.set_id, c.retailer, c.observed_at,
         CASE wanted WHEN 'price.all_time_low' THEN c.lowest WHEN 'stock.returned' THEN NULL ELSE c.last_price END,
         c.price_cents
  FROM compared c
  WHERE c.observed_at >= since AND CASE wanted
    WHEN 'price.dropped' THEN c.price_cents < c.last_price
    WHEN 'price.all_time_low' THEN c.price_cents < c.lowest
    WHEN 'seller.third_party_only' THEN c.last_seller = 'retailer' AND c.seller_type = 'third_party'
    WHEN 'stock.returned' THEN NOT c.was_in_stock AND c.in_stock
    ELSE false END
$$`;
