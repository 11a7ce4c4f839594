-- For the last release, which names the kind of event and not the change.
CREATE OR REPLACE FUNCTION events.retail_past(wanted text, sets integer[], since timestamptz)
RETURNS TABLE (set_id integer, retailer retail.retailer, observed_at timestamptz, old_cents integer, new_cents integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.set_id, c.retailer, c.observed_at, c.old_cents, c.new_cents
  FROM events.retail_changes(CASE wanted
    WHEN 'price.dropped' THEN 'price_fell'
    WHEN 'price.all_time_low' THEN 'price_lowest_ever'
    WHEN 'seller.third_party_only' THEN 'third_party_took_over'
    WHEN 'stock.returned' THEN 'stock_returned' END, sets, since) c
$$;
REVOKE ALL ON FUNCTION events.retail_past FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events.retail_past TO brickmarket_account;
