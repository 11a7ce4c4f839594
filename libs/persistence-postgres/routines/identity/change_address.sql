-- Changes an address and keeps a link, for the old one, that takes it back. A taken address leaves the change unused.
CREATE OR REPLACE FUNCTION identity.change_address(
  hash bytea, moment timestamptz, restore_hash bytea, restore_until timestamptz
) RETURNS TABLE (outcome text, account_id integer, previous text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  change identity.one_time_token;
BEGIN
  SELECT * INTO change FROM identity.use_token(hash, 'address_change', moment);
  IF change.token_hash IS NULL THEN
    RETURN QUERY SELECT 'gone', NULL::integer, NULL;
    RETURN;
  END IF;
  SELECT a.email INTO previous FROM access.account a WHERE a.id = change.account_id FOR UPDATE;
  UPDATE access.account SET email = change.email WHERE id = change.account_id;
  INSERT INTO identity.one_time_token (token_hash, purpose, account_id, email, created_at, expires_at)
  VALUES (restore_hash, 'address_restore', change.account_id, previous, moment, restore_until);
  RETURN QUERY SELECT 'changed', change.account_id, previous;
EXCEPTION WHEN unique_violation THEN
  RETURN QUERY SELECT 'taken', NULL::integer, NULL;
END $$;
REVOKE ALL ON FUNCTION identity.change_address(bytea, timestamptz, bytea, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.change_address(bytea, timestamptz, bytea, timestamptz) TO brickmarket_account;

-- For the last release. Null when the token is not good, 0 when the address has an account.
CREATE OR REPLACE FUNCTION identity.change_address(hash bytea, moment timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  change identity.one_time_token;
BEGIN
  SELECT * INTO change FROM identity.use_token(hash, 'address_change', moment);
  IF change.token_hash IS NULL THEN RETURN NULL; END IF;
  UPDATE access.account SET email = change.email WHERE id = change.account_id;
  RETURN change.account_id;
EXCEPTION WHEN unique_violation THEN
  RETURN 0;
END $$;
REVOKE ALL ON FUNCTION identity.change_address(bytea, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.change_address(bytea, timestamptz) TO brickmarket_account;
