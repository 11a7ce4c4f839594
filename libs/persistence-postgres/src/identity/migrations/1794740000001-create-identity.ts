import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sign-in, sessions, one-time tokens and the audit log; the account area's own database role. What must be found before
 * it is known whose it is, is reached through functions that return one row; the rest by row-level security.
 */
export class CreateIdentity1794740000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(ROLE);
    await queryRunner.query(TABLES);
    await queryRunner.query(FIND_BEFORE_SIGN_IN);
    await queryRunner.query(TOKENS);
    await queryRunner.query(LINKS);
    await queryRunner.query(ATTEMPTS);
    await queryRunner.query(SECOND_LOCK);
    await queryRunner.query(GRANTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP SCHEMA identity CASCADE');
  }
}

// Roles belong to the server, not to one database: another database of it may have made this one, even at this moment.
const ROLE = `
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'brickmarket_account') THEN
    CREATE ROLE brickmarket_account NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$`;

const TABLES = `
CREATE SCHEMA identity;
CREATE TABLE identity.credential (
  account_id integer PRIMARY KEY REFERENCES access.account ON DELETE CASCADE,
  password_hash text CHECK (password_hash LIKE '$argon2id$%'),
  totp_secret text,
  pending_totp_secret text,
  -- The last time step whose code was accepted: a code that was seen over a shoulder is worthless.
  totp_last_step bigint NOT NULL DEFAULT 0,
  -- What passkeys know the account by.
  passkey_user text NOT NULL DEFAULT gen_random_uuid()::text
);
CREATE TABLE identity.recovery_code (
  account_id integer NOT NULL REFERENCES access.account ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  PRIMARY KEY (account_id, code_hash)
);
CREATE TABLE identity.passkey (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES access.account ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  is_synced boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkey_account ON identity.passkey (account_id);
-- An ended session is deleted: its token then finds nothing.
CREATE TABLE identity.session (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES access.account ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  method text NOT NULL CHECK (method IN ('password', 'password_and_code', 'passkey', 'link', 'invitation')),
  device text NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  verified_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX session_account ON identity.session (account_id);
CREATE TABLE identity.known_device (
  account_id integer NOT NULL REFERENCES access.account ON DELETE CASCADE,
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, token_hash)
);
CREATE TABLE identity.one_time_token (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  purpose text NOT NULL,
  account_id integer REFERENCES access.account ON DELETE CASCADE,
  email text,
  plan text,
  challenge text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX one_time_token_account ON identity.one_time_token (account_id);
CREATE INDEX one_time_token_email ON identity.one_time_token (email) WHERE used_at IS NULL;
CREATE TABLE identity.attempt_allowance (
  subject text PRIMARY KEY,
  -- All attempts so far, laid end to end from when they were made, reach to here.
  spent_until timestamptz NOT NULL
);
CREATE INDEX attempt_allowance_spent ON identity.attempt_allowance (spent_until);
CREATE TABLE identity.audit_event (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES access.account ON DELETE CASCADE,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  summary text NOT NULL,
  address text,
  device text
);
CREATE INDEX audit_event_newest_first ON identity.audit_event (account_id, id);
CREATE FUNCTION identity.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the audit log are never changed';
END $$;
CREATE TRIGGER audit_event_is_final BEFORE UPDATE ON identity.audit_event
  FOR EACH ROW EXECUTE FUNCTION identity.refuse_change()`;

const FIND_BEFORE_SIGN_IN = `
-- One account, by its address or its number.
CREATE FUNCTION identity.find_identity(wanted_email text, wanted_id integer)
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

CREATE FUNCTION identity.find_passkey(wanted bytea) RETURNS SETOF identity.passkey
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
'SELECT * FROM identity.passkey WHERE credential_id = wanted';

CREATE FUNCTION identity.find_live_session(wanted bytea, moment timestamptz, idle interval, record_every interval)
RETURNS TABLE (
  id integer, account_id integer, method text, device text, address text,
  created_at timestamptz, last_used_at timestamptz, verified_at timestamptz, expires_at timestamptz
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH live AS (
    SELECT s.* FROM identity.session s
    WHERE s.token_hash = wanted AND s.expires_at > moment AND s.last_used_at > moment - idle
  ), used AS (
    UPDATE identity.session s SET last_used_at = moment
    FROM live l WHERE s.id = l.id AND l.last_used_at <= moment - record_every
  )
  SELECT l.id, l.account_id, l.method, l.device, l.address, l.created_at,
         CASE WHEN l.last_used_at <= moment - record_every THEN moment ELSE l.last_used_at END,
         l.verified_at, l.expires_at
  FROM live l;
END $$`;

const TOKENS = `
CREATE FUNCTION identity.issue_token(
  hash bytea, wanted_purpose text, account integer, address text, wanted_plan text, wanted_challenge text,
  issued timestamptz, expires timestamptz, replaces boolean
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF replaces THEN
    UPDATE identity.one_time_token SET used_at = issued
    WHERE purpose = wanted_purpose AND email = address AND used_at IS NULL;
  END IF;
  INSERT INTO identity.one_time_token (token_hash, purpose, account_id, email, plan, challenge, created_at, expires_at)
  VALUES (hash, wanted_purpose, account, address, wanted_plan, wanted_challenge, issued, expires);
END $$;

CREATE FUNCTION identity.find_token(hash bytea) RETURNS SETOF identity.one_time_token
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
'SELECT * FROM identity.one_time_token WHERE token_hash = hash';

-- The row lock of the update makes concurrent uses wait for each other: the second finds it used.
CREATE FUNCTION identity.use_token(hash bytea, wanted_purpose text, moment timestamptz)
RETURNS SETOF identity.one_time_token
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
UPDATE identity.one_time_token SET used_at = moment
WHERE token_hash = hash AND purpose = wanted_purpose AND used_at IS NULL AND expires_at > moment
RETURNING *
$$`;

const LINKS = `
CREATE FUNCTION identity.accept_invitation(hash bytea, new_password_hash text, moment timestamptz)
RETURNS TABLE (outcome text, account_id integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  invitation identity.one_time_token;
BEGIN
  SELECT * INTO invitation FROM identity.use_token(hash, 'invitation', moment);
  IF invitation.token_hash IS NULL THEN
    RETURN QUERY SELECT 'gone', NULL::integer;
    RETURN;
  END IF;
  INSERT INTO access.account (email, plan) VALUES (invitation.email, invitation.plan) ON CONFLICT DO NOTHING
  RETURNING 'created', id INTO outcome, account_id;
  IF account_id IS NULL THEN
    SELECT 'joined', a.id INTO outcome, account_id FROM access.account a WHERE a.email = invitation.email FOR UPDATE;
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

CREATE FUNCTION identity.reset_password(hash bytea, new_password_hash text, moment timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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

-- Null when the token is not good, 0 when the address has an account.
CREATE FUNCTION identity.change_address(hash bytea, moment timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  change identity.one_time_token;
BEGIN
  SELECT * INTO change FROM identity.use_token(hash, 'address_change', moment);
  IF change.token_hash IS NULL THEN RETURN NULL; END IF;
  UPDATE access.account SET email = change.email WHERE id = change.account_id;
  RETURN change.account_id;
EXCEPTION WHEN unique_violation THEN
  RETURN 0;
END $$`;

const ATTEMPTS = `
-- Charges one attempt to every subject, or none and returns the milliseconds until it could. A subject's attempts are laid end
-- to end, each as long as its interval; an attempt fits while they reach no further ahead than the burst.
CREATE FUNCTION identity.spend_attempt(subjects text[], bursts integer[], every_ms integer[], moment timestamptz)
RETURNS double precision LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  wait_ms double precision;
BEGIN
  -- In one order, always: attempts that share subjects queue and never deadlock.
  INSERT INTO identity.attempt_allowance (subject, spent_until)
  SELECT s, moment FROM unnest(subjects) s ORDER BY s
  ON CONFLICT (subject) DO NOTHING;
  PERFORM FROM identity.attempt_allowance WHERE subject = ANY(subjects) ORDER BY subject FOR UPDATE;
  SELECT max(extract(epoch FROM greatest(a.spent_until, moment) - moment) * 1000 + (1 - q.burst) * q.every) INTO wait_ms
  FROM unnest(subjects, bursts, every_ms) AS q (subject, burst, every)
  JOIN identity.attempt_allowance a ON a.subject = q.subject;
  IF wait_ms > 0 THEN RETURN wait_ms; END IF;
  UPDATE identity.attempt_allowance a
  SET spent_until = greatest(a.spent_until, moment) + q.every * interval '1 millisecond'
  FROM unnest(subjects, every_ms) AS q (subject, every) WHERE a.subject = q.subject;
  RETURN 0;
END $$;

CREATE FUNCTION identity.refund_attempt(subjects text[], every_ms integer[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM identity.attempt_allowance WHERE subject = ANY(subjects) ORDER BY subject FOR UPDATE;
  UPDATE identity.attempt_allowance a SET spent_until = a.spent_until - q.every * interval '1 millisecond'
  FROM unnest(subjects, every_ms) AS q (subject, every) WHERE a.subject = q.subject;
END $$`;

const OWN = `account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer`;
const PRIVATE_TABLES = [
  'identity.credential',
  'identity.recovery_code',
  'identity.passkey',
  'identity.session',
  'identity.known_device',
  'identity.audit_event',
  'access.api_key',
];

// The first lock is the account in every statement. This one holds when a statement forgets it. Owners, and the functions that
// run as the owner, are not restricted: admission costs what it did.
const SECOND_LOCK = `
${PRIVATE_TABLES.map(
  (table) => `
ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON ${table} TO brickmarket_account USING (${OWN}) WITH CHECK (${OWN});`,
).join('')}
ALTER TABLE access.key_usage ENABLE ROW LEVEL SECURITY;
-- The inner query sees the account's own keys only.
CREATE POLICY own_rows ON access.key_usage FOR SELECT TO brickmarket_account
  USING (EXISTS (SELECT FROM access.api_key k WHERE k.id = key_id));
-- The rule of five counts and locks rows that an account's owner may not touch.
ALTER FUNCTION access.hold_key_limit() SECURITY DEFINER SET search_path = pg_catalog, pg_temp`;

const GRANTS = `
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA identity FROM PUBLIC;
GRANT USAGE ON SCHEMA access, identity TO brickmarket_account;
GRANT EXECUTE ON FUNCTION identity.find_identity, identity.find_passkey, identity.find_live_session, identity.issue_token,
  identity.find_token, identity.use_token, identity.accept_invitation, identity.reset_password, identity.change_address,
  identity.spend_attempt, identity.refund_attempt, access.clock TO brickmarket_account;
GRANT SELECT, INSERT, UPDATE ON identity.credential TO brickmarket_account;
GRANT SELECT, INSERT, DELETE ON identity.recovery_code, identity.passkey, identity.session TO brickmarket_account;
GRANT UPDATE (counter, last_used_at) ON identity.passkey TO brickmarket_account;
GRANT UPDATE (token_hash, verified_at) ON identity.session TO brickmarket_account;
GRANT SELECT, INSERT, UPDATE ON identity.known_device TO brickmarket_account;
GRANT SELECT, INSERT ON identity.audit_event TO brickmarket_account;
-- Hashes of keys are written, never read.
GRANT SELECT (id, account_id, name, last4, daily_limit, created_at, expires_at, revoked_at),
  INSERT (account_id, key_hash, name, last4, daily_limit, expires_at), UPDATE (expires_at, revoked_at)
  ON access.api_key TO brickmarket_account;
GRANT SELECT ON access.key_usage, schema_migration TO brickmarket_account`;
