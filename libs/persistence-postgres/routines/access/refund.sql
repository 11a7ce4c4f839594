-- Gives back what was charged for a request that the service could not answer.
CREATE OR REPLACE FUNCTION access.refund(charged_key integer, charged_day date, cost integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE access.key_usage SET used = greatest(used - cost, 0), last_charge = 0
  WHERE key_id = charged_key AND day = charged_day
$$;
REVOKE ALL ON FUNCTION access.refund FROM PUBLIC;
GRANT EXECUTE ON FUNCTION access.refund TO brickmarket_api;
