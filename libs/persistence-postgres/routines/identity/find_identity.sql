-- One account, by its address or its number.
CREATE OR REPLACE FUNCTION identity.find_identity(wanted_email text, wanted_id integer)
RETURNS TABLE (
  id integer, email text, plan text, created_at timestamptz, password_hash text, totp_secret text,
  pending_totp_secret text, recovery_codes_left integer, passkey_count integer, passkey_user text
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO identity.credential (account_id)
  SELECT a.id FROM access.account a
  WHERE (a.email = wanted_email OR a.id = wanted_id)
    AND NOT EXISTS (SELECT FROM identity.credential c WHERE c.account_id = a.id)
  ON CONFLICT DO NOTHING;
  RETURN QUERY
  SELECT a.id, a.email, a.plan, a.created_at, c.password_hash, c.totp_secret, c.pending_totp_secret,
         (SELECT count(*)::integer FROM identity.recovery_code r WHERE r.account_id = a.id),
         (SELECT count(*)::integer FROM identity.passkey p WHERE p.account_id = a.id),
         c.passkey_user
  FROM access.account a JOIN identity.credential c ON c.account_id = a.id
  WHERE a.email = wanted_email OR a.id = wanted_id;
END $$;
REVOKE ALL ON FUNCTION identity.find_identity FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.find_identity TO brickmarket_account;
