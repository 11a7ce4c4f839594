-- The lock of the epoch comes first: what raises it at this moment is waited for, or waits and then ends what this
-- has led to. The row lock of the update makes concurrent uses wait for each other: the second finds it used.
CREATE OR REPLACE FUNCTION identity.use_token(hash bytea, wanted_purpose text, moment timestamptz)
RETURNS SETOF identity.one_time_token
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  locked_epoch integer;
BEGIN
  SELECT identity.lock_epoch(t.account_id) INTO locked_epoch FROM identity.one_time_token t
  WHERE t.token_hash = hash AND t.account_id IS NOT NULL;
  RETURN QUERY
  UPDATE identity.one_time_token t SET used_at = moment
  WHERE t.token_hash = hash AND t.purpose = wanted_purpose AND t.used_at IS NULL AND t.expires_at > moment
    AND (t.epoch IS NULL OR t.epoch = locked_epoch)
  RETURNING t.*;
END $$;
REVOKE ALL ON FUNCTION identity.use_token FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.use_token TO brickmarket_account;
