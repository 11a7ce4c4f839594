import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts, keys and daily counters; the API's own database role, which reaches them only through three functions. */
export class CreateAccess1794700800001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(ROLE);
    await queryRunner.query(TABLES);
    await queryRunner.query(KEY_LIMIT);
    await queryRunner.query(CLOCK_AND_VERSIONS);
    await queryRunner.query(ADMIT);
    await queryRunner.query(GRANTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP SCHEMA access CASCADE; DROP SCHEMA ops CASCADE');
  }
}

// Roles belong to the server, not to one database: another database of it may have made this one, even at this moment.
const ROLE = `
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'brickmarket_api') THEN
    CREATE ROLE brickmarket_api NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$`;

const TABLES = `
CREATE SCHEMA access;
CREATE TABLE access.account (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  plan text NOT NULL CHECK (plan IN ('free', 'collector', 'reseller')),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE access.api_key (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES access.account,
  key_hash bytea NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  name text NOT NULL,
  last4 text NOT NULL CHECK (length(last4) = 4),
  daily_limit integer NOT NULL DEFAULT 1000 CHECK (daily_limit >= 1),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_key_account ON access.api_key (account_id);
-- Counters change with every request: half-empty pages and no index on what changes keep the updates heap-only.
CREATE TABLE access.key_usage (
  key_id integer NOT NULL REFERENCES access.api_key,
  day date NOT NULL,
  used integer NOT NULL CHECK (used >= 0),
  -- What the last statement added; servers before 18 cannot return the value before an update.
  last_charge integer NOT NULL,
  PRIMARY KEY (key_id, day)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`;

const KEY_LIMIT = `
-- Locking the account makes concurrent creations take turns, so each counts what the other made.
CREATE FUNCTION access.hold_key_limit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM access.account WHERE id = NEW.account_id FOR UPDATE;
  IF (SELECT count(*) FROM access.api_key
      WHERE account_id = NEW.account_id AND id <> NEW.id AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > now())) >= 5 THEN
    RAISE EXCEPTION 'an account may hold 5 active keys' USING ERRCODE = 'check_violation', CONSTRAINT = 'api_key_limit';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER api_key_limit BEFORE INSERT ON access.api_key
  FOR EACH ROW WHEN (NEW.revoked_at IS NULL) EXECUTE FUNCTION access.hold_key_limit();
CREATE TRIGGER api_key_limit_again BEFORE UPDATE ON access.api_key
  FOR EACH ROW WHEN (NEW.revoked_at IS NULL AND (OLD.revoked_at IS NOT NULL OR OLD.expires_at IS DISTINCT FROM NEW.expires_at))
  EXECUTE FUNCTION access.hold_key_limit()`;

const CLOCK_AND_VERSIONS = `
-- The one clock that days, resets and expiry go by; a function of its own so that tests can move it.
CREATE FUNCTION access.clock() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()';
CREATE SCHEMA ops;
CREATE TABLE ops.data_version (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  catalog bigint NOT NULL DEFAULT 0,
  market bigint NOT NULL DEFAULT 0,
  retail bigint NOT NULL DEFAULT 0
);
INSERT INTO ops.data_version DEFAULT VALUES`;

const ADMIT = `
-- How much of a list of costs fits, taking each that still fits in order.
CREATE FUNCTION access.fitting_cost(room integer, total integer, costs text) RETURNS integer
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  cost integer;
  fitted integer := 0;
BEGIN
  IF total <= room THEN RETURN total; END IF;
  FOREACH cost IN ARRAY string_to_array(costs, ',')::integer[] LOOP
    IF fitted + cost <= room THEN fitted := fitted + cost; END IF;
  END LOOP;
  RETURN fitted;
END $$;

CREATE FUNCTION access.admit(hashes bytea[], totals integer[], cost_lists text[])
RETURNS TABLE (
  ordinal integer, key_id integer, account_id integer, plan text, daily_limit integer, used_before integer,
  day date, resets_at timestamptz, charged_at timestamptz, catalog_version bigint, market_version bigint, retail_version bigint
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  asked record;
BEGIN
  charged_at := access.clock();
  day := (charged_at AT TIME ZONE 'UTC')::date;
  resets_at := (day + 1)::timestamp AT TIME ZONE 'UTC';
  SELECT v.catalog, v.market, v.retail INTO catalog_version, market_version, retail_version FROM ops.data_version v;
  -- In the order of the keys, always: two replicas that charge the same keys then wait for each other, never in a circle.
  FOR asked IN
    SELECT k.id, k.account_id, a.plan, k.daily_limit, q.total, q.costs, q.position
    FROM unnest(hashes, totals, cost_lists) WITH ORDINALITY AS q (hash, total, costs, position)
    JOIN access.api_key k ON k.key_hash = q.hash AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > charged_at)
    JOIN access.account a ON a.id = k.account_id
    ORDER BY k.id
  LOOP
    ordinal := asked.position;
    key_id := asked.id;
    account_id := asked.account_id;
    plan := asked.plan;
    daily_limit := asked.daily_limit;
    used_before := 0;
    IF asked.plan = 'reseller' THEN
      INSERT INTO access.key_usage AS u (key_id, day, used, last_charge)
      SELECT asked.id, admit.day, fits, fits FROM access.fitting_cost(asked.daily_limit, asked.total, asked.costs) AS fits
      ON CONFLICT (key_id, day) DO UPDATE SET
        used = u.used + access.fitting_cost(asked.daily_limit - u.used, asked.total, asked.costs),
        last_charge = access.fitting_cost(asked.daily_limit - u.used, asked.total, asked.costs)
      WHERE u.used < asked.daily_limit
      RETURNING u.used - u.last_charge INTO used_before;
      IF NOT FOUND THEN
        SELECT u.used INTO used_before FROM access.key_usage u WHERE u.key_id = asked.id AND u.day = admit.day;
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;

CREATE FUNCTION access.refund(charged_key integer, charged_day date, cost integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
'UPDATE access.key_usage SET used = greatest(used - cost, 0), last_charge = 0 WHERE key_id = charged_key AND day = charged_day';

CREATE FUNCTION access.live_key_hashes() RETURNS SETOF bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
'SELECT key_hash FROM access.api_key WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > access.clock())'`;

const GRANTS = `
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA access FROM PUBLIC;
GRANT USAGE ON SCHEMA access TO brickmarket_api;
GRANT EXECUTE ON FUNCTION access.admit, access.refund, access.live_key_hashes TO brickmarket_api;
GRANT SELECT ON schema_migration TO brickmarket_api`;
