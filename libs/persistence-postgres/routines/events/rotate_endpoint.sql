-- For the last release, which knows of no refusal.
CREATE OR REPLACE FUNCTION events.rotate_endpoint(
  wanted integer, new_secret text, new_private_key text, new_public_key text, both_until timestamptz
) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF events.rotate_secret(wanted, new_secret, new_private_key, new_public_key, access.clock(), both_until) IS NOT NULL
  THEN
    RAISE EXCEPTION 'too many secrets of endpoint % sign at once', wanted;
  END IF;
  RETURN (
    SELECT id FROM events.endpoint
    WHERE id = wanted AND account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer
  );
END $$;
REVOKE ALL ON FUNCTION events.rotate_endpoint FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events.rotate_endpoint TO brickmarket_account;
