-- A link takes the place of those of the same purpose for the same account; without an account, for the same address.
-- Nobody can end what waits for another account by naming its address.
CREATE OR REPLACE FUNCTION identity.issue_token(
  hash bytea, wanted_purpose text, account integer, known_epoch integer, address text, wanted_plan text,
  wanted_challenge text, issued timestamptz, expires timestamptz, replaces boolean
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF replaces THEN
    UPDATE identity.one_time_token SET used_at = issued
    WHERE purpose = wanted_purpose AND used_at IS NULL AND account_id IS NOT DISTINCT FROM account
      AND (account IS NOT NULL OR email = address);
  END IF;
  INSERT INTO identity.one_time_token
    (token_hash, purpose, account_id, epoch, email, plan, challenge, created_at, expires_at)
  VALUES (hash, wanted_purpose, account, known_epoch, address, wanted_plan, wanted_challenge, issued, expires);
END $$;
REVOKE ALL ON FUNCTION identity.issue_token(
  bytea, text, integer, integer, text, text, text, timestamptz, timestamptz, boolean
) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.issue_token(
  bytea, text, integer, integer, text, text, text, timestamptz, timestamptz, boolean
) TO brickmarket_account;

-- For the last release.
CREATE OR REPLACE FUNCTION identity.issue_token(
  hash bytea, wanted_purpose text, account integer, address text, wanted_plan text, wanted_challenge text,
  issued timestamptz, expires timestamptz, replaces boolean
) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT identity.issue_token(hash, wanted_purpose, account,
    CASE WHEN account IS NOT NULL THEN identity.epoch_of(account) END, address, wanted_plan, wanted_challenge, issued,
    expires, replaces)
$$;
REVOKE ALL ON FUNCTION identity.issue_token(bytea, text, integer, text, text, text, timestamptz, timestamptz, boolean)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.issue_token(
  bytea, text, integer, text, text, text, timestamptz, timestamptz, boolean
) TO brickmarket_account;
