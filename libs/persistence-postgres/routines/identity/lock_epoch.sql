-- With the rights of the caller. Until the end of the transaction nobody else raises the epoch, or acts on it.
CREATE OR REPLACE FUNCTION identity.lock_epoch(account integer) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  locked_epoch integer;
BEGIN
  INSERT INTO identity.credential (account_id) VALUES (account) ON CONFLICT DO NOTHING;
  SELECT epoch INTO locked_epoch FROM identity.credential WHERE account_id = account FOR UPDATE;
  RETURN locked_epoch;
END $$;
REVOKE ALL ON FUNCTION identity.lock_epoch FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.lock_epoch TO brickmarket_account;
