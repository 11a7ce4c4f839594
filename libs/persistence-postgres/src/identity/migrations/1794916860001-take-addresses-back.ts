import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An address that has changed can be taken back, and an invitation of the operator is not replaced by a sign-up for the
 * same address. The first form of `identity.change_address` stays for the last release.
 */
export class TakeAddressesBack1794916860001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(INVITATIONS);
    await queryRunner.query(ADDRESSES);
    await queryRunner.query(GRANTS);
  }

  // The last release works on it as it is; without it nobody could take back an address that has just changed.
  async down(): Promise<void> {}
}

// Whoever has proven the address gets the plan that the operator has given to it, by whichever of the links.
const INVITATIONS = `
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
END $$`;

const ADDRESSES = `
-- Changes an address and keeps a link, for the old one, that takes it back. A taken address leaves the change unused.
CREATE FUNCTION identity.change_address(
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

-- Takes an address back. What a thief may have brought along goes: the password, sessions, passkeys, an authenticator
-- app of the last day before the change or later, and links to addresses that the account got after this one.
CREATE FUNCTION identity.restore_address(hash bytea, new_password_hash text, moment timestamptz)
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
END $$`;

const GRANTS = `
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA identity FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.restore_address,
  identity.change_address(bytea, timestamptz, bytea, timestamptz) TO brickmarket_account`;
