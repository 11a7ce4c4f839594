-- Ends what was signed or sent for the account so far. With the rights of the caller.
CREATE OR REPLACE FUNCTION identity.raise_epoch(account integer) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO identity.credential AS c (account_id, epoch) VALUES (account, 1)
  ON CONFLICT (account_id) DO UPDATE SET epoch = c.epoch + 1;
END $$;
REVOKE ALL ON FUNCTION identity.raise_epoch FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.raise_epoch TO brickmarket_account;
