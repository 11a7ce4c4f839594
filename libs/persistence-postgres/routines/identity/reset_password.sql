-- By a link: sets the password and ends all sessions. Null: the link is of no use any more.
CREATE OR REPLACE FUNCTION identity.reset_password(hash bytea, new_password_hash text, moment timestamptz)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account integer;
BEGIN
  SELECT account_id INTO account FROM identity.use_token(hash, 'reset', moment);
  IF account IS NOT NULL THEN
    INSERT INTO identity.credential (account_id, password_hash) VALUES (account, new_password_hash)
    ON CONFLICT (account_id) DO UPDATE SET password_hash = excluded.password_hash;
    DELETE FROM identity.session WHERE account_id = account;
  END IF;
  RETURN account;
END $$;
REVOKE ALL ON FUNCTION identity.reset_password FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.reset_password TO brickmarket_account;
