-- Makes the account of an invitation or a sign-up, or gives one that has no password yet its first.
CREATE OR REPLACE FUNCTION identity.accept_invitation(hash bytea, new_password_hash text, moment timestamptz)
RETURNS TABLE (outcome text, account_id integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  link identity.one_time_token;
  given_plan text;
BEGIN
  SELECT used.* INTO link
  FROM unnest('{invitation,sign_up}'::text[]) AS purpose, identity.use_token(hash, purpose, moment) AS used;
  IF link.token_hash IS NULL THEN
    RETURN QUERY SELECT 'gone', NULL::integer;
    RETURN;
  END IF;
  SELECT t.plan INTO given_plan FROM identity.one_time_token t
  WHERE t.email = link.email AND t.purpose = 'invitation' AND t.used_at IS NULL AND t.expires_at > moment;
  INSERT INTO access.account (email, plan) VALUES (link.email, coalesce(given_plan, link.plan)) ON CONFLICT DO NOTHING
  RETURNING 'created', id INTO outcome, account_id;
  IF account_id IS NULL THEN
    SELECT 'joined', a.id INTO outcome, account_id FROM access.account a WHERE a.email = link.email FOR UPDATE;
  END IF;
  INSERT INTO identity.credential AS c (account_id, password_hash) VALUES (account_id, new_password_hash)
  ON CONFLICT (account_id) DO UPDATE SET password_hash = excluded.password_hash
  WHERE c.password_hash IS NULL AND NOT EXISTS (SELECT FROM identity.passkey p WHERE p.account_id = c.account_id);
  IF NOT FOUND THEN
    outcome := 'registered';
    account_id := NULL;
  END IF;
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION identity.accept_invitation FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.accept_invitation TO brickmarket_account;
