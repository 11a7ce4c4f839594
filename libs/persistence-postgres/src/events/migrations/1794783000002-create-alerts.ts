import type { MigrationInterface, QueryRunner } from 'typeorm';
import { matchPending } from './match-pending.ts';

/** Rules, alerts, endpoints and deliveries of accounts, and the database role that delivers. */
export class CreateAlerts1794783000002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(ROLE);
    await queryRunner.query(RULES);
    await queryRunner.query(DELIVERIES);
    await queryRunner.query(CASCADES);
    await queryRunner.query(SCHEDULES);
    await queryRunner.query(matchPending({ onlyVerified: false }));
    await queryRunner.query(SWITCH_OFF);
    await queryRunner.query(ROW_LEVEL_SECURITY);
    await queryRunner.query(GRANTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TRIGGER forget_account ON access.account;
DROP TRIGGER forget_event ON events.event;
DROP FUNCTION events.match_pending;
DROP FUNCTION events.switch_off;
DROP FUNCTION events.schedule_of;
DROP TABLE events.attempt, events.delivery, events.alert, events.rule_state, events.rule_endpoint, events.rule_set,
  events.rule, events.endpoint;
DROP FUNCTION events.forget_account, events.forget_event, events.forget_rule`);
  }
}

// Roles belong to the server. A migration of another database may have created this one, or may be creating it now.
const ROLE = `
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'brickmarket_deliver') THEN
    CREATE ROLE brickmarket_deliver NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$`;

const RULES = `
CREATE TABLE events.endpoint (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES access.account ON DELETE CASCADE,
  url text NOT NULL CHECK (length(url) <= 2000),
  description text NOT NULL,
  secret text NOT NULL CHECK (secret LIKE 'whsec\\_%'),
  private_key text NOT NULL CHECK (private_key LIKE 'whsk\\_%'),
  public_key text NOT NULL CHECK (public_key LIKE 'whpk\\_%'),
  -- The secrets before the last rotation, which sign as well until the time is over.
  previous_secret text,
  previous_private_key text,
  previous_until timestamptz,
  created_at timestamptz NOT NULL,
  -- When the first of the failures happened that no success has followed yet.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  UNIQUE (account_id, id)
);
CREATE TABLE events.rule (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES access.account ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  kind text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('holdings', 'brickfolio', 'sets', 'account')),
  brickfolio_id integer,
  retailer retail.retailer,
  below_cents integer CHECK (below_cents >= 1),
  min_change_cents integer NOT NULL CHECK (min_change_cents >= 0),
  min_change_pct integer NOT NULL CHECK (min_change_pct BETWEEN 0 AND 100),
  hysteresis_pct integer NOT NULL CHECK (hysteresis_pct BETWEEN 1 AND 100),
  rearm_minutes integer NOT NULL CHECK (rearm_minutes >= 0),
  sends_mail boolean NOT NULL,
  quiet_from_minute smallint CHECK (quiet_from_minute BETWEEN 0 AND 1439),
  quiet_until_minute smallint CHECK (quiet_until_minute BETWEEN 0 AND 1439),
  digest_minute smallint CHECK (digest_minute BETWEEN 0 AND 1439),
  time_zone text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (account_id, id),
  CHECK ((scope = 'brickfolio') = (brickfolio_id IS NOT NULL)),
  FOREIGN KEY (account_id, brickfolio_id) REFERENCES portfolio.brickfolio (account_id, id) ON DELETE CASCADE
);
CREATE INDEX rule_by_brickfolio ON events.rule (brickfolio_id) WHERE brickfolio_id IS NOT NULL;
CREATE TABLE events.rule_set (
  rule_id integer NOT NULL REFERENCES events.rule ON DELETE CASCADE,
  set_id integer NOT NULL REFERENCES catalog.lego_set,
  PRIMARY KEY (set_id, rule_id)
);
CREATE INDEX rule_set_by_rule ON events.rule_set (rule_id);
-- A rule can only send to endpoints of its own account.
CREATE TABLE events.rule_endpoint (
  account_id integer NOT NULL,
  rule_id integer NOT NULL,
  endpoint_id integer NOT NULL,
  PRIMARY KEY (rule_id, endpoint_id),
  FOREIGN KEY (account_id, rule_id) REFERENCES events.rule (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, endpoint_id) REFERENCES events.endpoint (account_id, id) ON DELETE CASCADE
);
CREATE INDEX rule_endpoint_by_endpoint ON events.rule_endpoint (account_id, endpoint_id);
-- What is remembered of a rule and a subject once it has fired for it.
CREATE TABLE events.rule_state (
  rule_id integer NOT NULL,
  subject text COLLATE "C" NOT NULL,
  fired_at timestamptz NOT NULL,
  is_armed boolean NOT NULL,
  PRIMARY KEY (rule_id, subject)
)`;

const DELIVERIES = `
-- The inbox. It keeps its entries when the rule that made them is deleted.
CREATE TABLE events.alert (
  account_id integer NOT NULL,
  event_id bigint NOT NULL,
  fired_at timestamptz NOT NULL,
  read_at timestamptz,
  PRIMARY KEY (account_id, event_id)
);
CREATE INDEX alert_by_event ON events.alert (event_id);
CREATE TABLE events.delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The webhook-id: the same in every attempt and every replay.
  message_id text NOT NULL UNIQUE DEFAULT 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  account_id integer NOT NULL,
  event_id bigint NOT NULL,
  -- Null: by mail.
  endpoint_id integer,
  -- The rules it is sent for. When the last of them is deleted, a delivery that waits is deleted too.
  rule_ids integer[] NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  -- Whoever leased it must finish before this; later, another process may take it.
  leased_until timestamptz,
  finished_at timestamptz,
  FOREIGN KEY (account_id, endpoint_id) REFERENCES events.endpoint (account_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX delivery_once ON events.delivery (event_id, account_id, coalesce(endpoint_id, 0));
CREATE INDEX delivery_due ON events.delivery (endpoint_id, due_at) WHERE state = 'pending';
-- How many are under way at an endpoint.
CREATE INDEX delivery_leased ON events.delivery (endpoint_id) WHERE leased_until IS NOT NULL;
CREATE INDEX delivery_newest_first ON events.delivery (account_id, id);
CREATE TABLE events.attempt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id bigint NOT NULL REFERENCES events.delivery ON DELETE CASCADE,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  -- Null: no response.
  status integer,
  -- Why it failed, when that is not the status.
  error text,
  -- The beginning of the response.
  excerpt text
);
CREATE INDEX attempt_by_delivery ON events.attempt (delivery_id, id)`;

/**
 * Alerts, deliveries and rule states have no foreign keys to accounts, events and rules: matching inserts a hundred
 * thousand rows at once, and foreign keys are checked row by row. Matching locks the referenced rows instead, and these
 * triggers cascade deletions.
 */
const CASCADES = [
  { name: 'forget_account', on: 'access.account', tables: ['alert', 'delivery'], column: 'account_id' },
  { name: 'forget_event', on: 'events.event', tables: ['alert', 'delivery'], column: 'event_id' },
  { name: 'forget_rule', on: 'events.rule', tables: ['rule_state'], column: 'rule_id' },
]
  .map(
    ({ name, on, tables, column }) => `
CREATE FUNCTION events.${name}() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  ${tables.map((table) => `DELETE FROM events.${table} t USING old_rows o WHERE t.${column} = o.id;`).join('\n  ')}
  RETURN NULL;
END $$;
CREATE TRIGGER ${name} AFTER DELETE ON ${on} REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION events.${name}();`,
  )
  .join('');

const SWITCH_OFF = `
-- Switches an endpoint off, and tells its account in the inbox and by mail. What waits for it has failed.
CREATE FUNCTION events.switch_off(unwanted integer, why text, moment timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account integer;
  address text;
  told bigint;
BEGIN
  UPDATE events.endpoint SET disabled_at = moment, disabled_reason = why
  WHERE id = unwanted AND disabled_at IS NULL RETURNING account_id, url INTO account, address;
  IF account IS NULL THEN RETURN; END IF;
  UPDATE events.delivery SET state = 'failed', finished_at = moment, leased_until = NULL
  WHERE endpoint_id = unwanted AND state = 'pending';
  INSERT INTO events.event (kind, subject, cause, account_id, occurred_at, facts)
  VALUES ('endpoint.disabled', 'endpoint/' || unwanted, moment::text, account, moment,
    jsonb_build_object('url', address, 'reason', why))
  RETURNING id INTO told;
  INSERT INTO events.alert (account_id, event_id, fired_at) VALUES (account, told, moment);
  INSERT INTO events.delivery (account_id, event_id, rule_ids, due_at) VALUES (account, told, '{}', moment);
END $$`;

const SCHEDULES = `
-- A rule's mail schedule as a text, to find the time that was computed for it.
CREATE FUNCTION events.schedule_of(r events.rule) RETURNS text LANGUAGE sql IMMUTABLE
RETURN concat_ws(' ', coalesce(r.quiet_from_minute::text, '-'), coalesce(r.quiet_until_minute::text, '-'),
  coalesce(r.digest_minute::text, '-'), r.time_zone)`;

const OWN = `account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer`;
const PRIVATE_TABLES = ['endpoint', 'rule', 'rule_endpoint', 'alert', 'delivery'];

// Every statement filters by account. Row-level security holds when one forgets to.
const ROW_LEVEL_SECURITY = `
${PRIVATE_TABLES.map(
  (table) => `
ALTER TABLE events.${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON events.${table} TO brickmarket_account USING (${OWN}) WITH CHECK (${OWN});
CREATE POLICY to_deliver ON events.${table} TO brickmarket_deliver USING (true) WITH CHECK (true);`,
).join('')}
-- The inner queries see the account's own rows only.
ALTER TABLE events.event ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_alerts ON events.event FOR SELECT TO brickmarket_account
  USING (EXISTS (SELECT FROM events.alert a WHERE a.event_id = id)
    OR EXISTS (SELECT FROM events.delivery d WHERE d.event_id = id));
CREATE POLICY to_deliver ON events.event FOR SELECT TO brickmarket_deliver USING (true);
ALTER TABLE events.attempt ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_deliveries ON events.attempt FOR SELECT TO brickmarket_account
  USING (EXISTS (SELECT FROM events.delivery d WHERE d.id = delivery_id));
CREATE POLICY to_deliver ON events.attempt TO brickmarket_deliver USING (true) WITH CHECK (true);
ALTER TABLE events.rule_set ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rules ON events.rule_set TO brickmarket_account
  USING (EXISTS (SELECT FROM events.rule r WHERE r.id = rule_id))
  WITH CHECK (EXISTS (SELECT FROM events.rule r WHERE r.id = rule_id))`;

const GRANTS = `
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA events FROM PUBLIC;
GRANT USAGE ON SCHEMA events TO brickmarket_deliver;
GRANT USAGE ON SCHEMA access TO brickmarket_deliver;
GRANT EXECUTE ON FUNCTION access.clock, events.match_pending, events.switch_off TO brickmarket_deliver;
GRANT SELECT ON schema_migration TO brickmarket_deliver;
GRANT SELECT ON events.event, events.endpoint, events.delivery, events.attempt, events.rule TO brickmarket_deliver;
GRANT UPDATE (failing_since) ON events.endpoint TO brickmarket_deliver;
GRANT UPDATE (state, due_at, failures, leased_until, finished_at) ON events.delivery TO brickmarket_deliver;
GRANT INSERT ON events.attempt TO brickmarket_deliver;
-- Where mail goes to.
GRANT SELECT (id, email) ON access.account TO brickmarket_deliver`;
