-- The account whose feed a secret opens. A feed reader has no session, so row-level security would hide every row.
CREATE OR REPLACE FUNCTION events.find_feed(wanted bytea) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT account_id FROM events.feed WHERE secret_hash = wanted
$$;
REVOKE ALL ON FUNCTION events.find_feed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events.find_feed TO brickmarket_account;
