-- For the last release, to which a refusal looks like an endpoint that is gone.
CREATE OR REPLACE FUNCTION events.test_endpoint(wanted integer, moment timestamptz) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT message_id FROM events.send_test(wanted, moment)
$$;
REVOKE ALL ON FUNCTION events.test_endpoint FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events.test_endpoint TO brickmarket_account;
