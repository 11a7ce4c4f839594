import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every account has an epoch, and what is pending carries the one at which it was begun: links, challenges, sessions
 * that are about to open. It is worth nothing at another epoch. A new password, a new address and the ending of
 * sessions raise it. Functions keep their old forms beside the new ones for the last release.
 */
export class EndWhatIsPending1794916860000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(COLUMNS);
    await queryRunner.query(EPOCH);
    await queryRunner.query(TOKENS);
    await queryRunner.query(GRANTS);
  }

  // The last release works on it as it is; without it links that have ended would be good again.
  async down(): Promise<void> {}
}

// Links of the last release that are on their way end as well: they were all made at the first epoch.
const COLUMNS = `
ALTER TABLE identity.credential ADD epoch integer NOT NULL DEFAULT 0, ADD totp_set_at timestamptz;
-- Null: good at any epoch, as what takes an address back must be, or what belongs to no account.
ALTER TABLE identity.one_time_token ADD epoch integer;
UPDATE identity.one_time_token SET epoch = 0 WHERE account_id IS NOT NULL`;

const EPOCH = `
-- Stable: it sees what the calling statement saw at its start. Beside a session or a password that a function reads in
-- the same statement the epoch is as old or older, never newer: whoever was signed out meanwhile holds a past one.
CREATE FUNCTION identity.epoch_of(account integer) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
'SELECT coalesce((SELECT epoch FROM identity.credential WHERE account_id = account), 0)';

-- With the rights of the caller. Until the end of the transaction nobody else raises the epoch, or acts on it.
CREATE FUNCTION identity.lock_epoch(account integer) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  present integer;
BEGIN
  INSERT INTO identity.credential (account_id) VALUES (account) ON CONFLICT DO NOTHING;
  SELECT epoch INTO present FROM identity.credential WHERE account_id = account FOR UPDATE;
  RETURN present;
END $$;
CREATE FUNCTION identity.raise_epoch(account integer) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO identity.credential AS c (account_id, epoch) VALUES (account, 1)
  ON CONFLICT (account_id) DO UPDATE SET epoch = c.epoch + 1;
END $$;

-- By triggers, so that no way to write a password or an address can forget it.
CREATE FUNCTION identity.raise_epoch_with_password() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.epoch := OLD.epoch + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER credential_password_ends_pending BEFORE UPDATE OF password_hash ON identity.credential
  FOR EACH ROW EXECUTE FUNCTION identity.raise_epoch_with_password();
CREATE FUNCTION identity.raise_epoch_with_address() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM identity.raise_epoch(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER account_address_ends_pending AFTER UPDATE OF email ON access.account
  FOR EACH ROW WHEN (OLD.email <> NEW.email) EXECUTE FUNCTION identity.raise_epoch_with_address()`;

const TOKENS = `
-- A link takes the place of those of the same purpose for the same account; without an account, for the same address.
-- Nobody can end what waits for another account by naming its address.
CREATE FUNCTION identity.issue_token(
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
-- For the last release.
CREATE OR REPLACE FUNCTION identity.issue_token(
  hash bytea, wanted_purpose text, account integer, address text, wanted_plan text, wanted_challenge text,
  issued timestamptz, expires timestamptz, replaces boolean
) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT identity.issue_token(hash, wanted_purpose, account,
    CASE WHEN account IS NOT NULL THEN identity.epoch_of(account) END, address, wanted_plan, wanted_challenge, issued,
    expires, replaces)
$$;

-- The lock of the epoch comes first: what raises it at this moment is waited for, or waits and then ends what this
-- has led to. The row lock of the update makes concurrent uses wait for each other: the second finds it used.
CREATE OR REPLACE FUNCTION identity.use_token(hash bytea, wanted_purpose text, moment timestamptz)
RETURNS SETOF identity.one_time_token
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  present integer;
BEGIN
  SELECT identity.lock_epoch(t.account_id) INTO present FROM identity.one_time_token t
  WHERE t.token_hash = hash AND t.account_id IS NOT NULL;
  RETURN QUERY
  UPDATE identity.one_time_token t SET used_at = moment
  WHERE t.token_hash = hash AND t.purpose = wanted_purpose AND t.used_at IS NULL AND t.expires_at > moment
    AND (t.epoch IS NULL OR t.epoch = present)
  RETURNING t.*;
END $$`;

const GRANTS = `
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA identity FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.epoch_of, identity.lock_epoch, identity.raise_epoch,
  identity.issue_token(bytea, text, integer, integer, text, text, text, timestamptz, timestamptz, boolean)
  TO brickmarket_account;
GRANT DELETE ON identity.known_device TO brickmarket_account`;
