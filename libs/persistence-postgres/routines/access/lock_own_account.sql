-- For transactions that edit several keys of an account: taken before any key is locked, it rules out deadlocks.
CREATE OR REPLACE FUNCTION access.lock_own_account() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT FROM access.account WHERE id = nullif(current_setting('brickmarket.account_id', true), '')::integer FOR UPDATE
$$;
REVOKE ALL ON FUNCTION access.lock_own_account FROM PUBLIC;
GRANT EXECUTE ON FUNCTION access.lock_own_account TO brickmarket_account;
