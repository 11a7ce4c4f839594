-- Takes an address back. What a thief may have brought along goes: the password, sessions, passkeys, an authenticator
-- app of the last day before the change or later, and links to addresses that the account got after this one.
CREATE OR REPLACE FUNCTION identity.restore_address(hash bytea, new_password_hash text, moment timestamptz)
RETURNS TABLE (outcome text, account_id integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  link identity.one_time_token;
BEGIN
  SELECT * INTO link FROM identity.use_token(hash, 'address_restore', moment);
  IF link.token_hash IS NULL THEN
    RETURN QUERY SELECT 'gone', NULL::integer;
    RETURN;
  END IF;
  UPDATE access.account SET email = link.email WHERE id = link.account_id;
  UPDATE identity.credential c SET password_hash = new_password_hash, pending_totp_secret = NULL
  WHERE c.account_id = link.account_id;
  UPDATE identity.credential c SET totp_secret = NULL
  WHERE c.account_id = link.account_id AND c.totp_set_at >= link.created_at - interval '1 day';
  DELETE FROM identity.recovery_code r USING identity.credential c
  WHERE r.account_id = link.account_id AND c.account_id = r.account_id AND c.totp_secret IS NULL;
  DELETE FROM identity.passkey p WHERE p.account_id = link.account_id;
  DELETE FROM identity.session s WHERE s.account_id = link.account_id;
  UPDATE identity.one_time_token t SET used_at = moment
  WHERE t.account_id = link.account_id AND t.purpose = 'address_restore' AND t.used_at IS NULL
    AND t.created_at >= link.created_at;
  RETURN QUERY SELECT 'restored', link.account_id;
EXCEPTION WHEN unique_violation THEN
  RETURN QUERY SELECT 'taken', NULL::integer;
END $$;
REVOKE ALL ON FUNCTION identity.restore_address FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.restore_address TO brickmarket_account;
