import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RETAIL_PAST } from './retail-past.ts';

/**
 * Lets the role of the account area work with alerts: rules, endpoints, the inbox and the log of deliveries, each of one
 * account. Rules can be paused.
 */
export class OpenAlertsToAccountArea1794790000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(COLUMNS);
    await queryRunner.query(ENDPOINT_FUNCTIONS);
    await queryRunner.query(RETAIL_PAST);
    await queryRunner.query(SECOND_LOCK);
    await queryRunner.query(GRANTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
REVOKE ALL ON ALL TABLES IN SCHEMA events FROM brickmarket_account;
REVOKE ALL ON SCHEMA events FROM brickmarket_account;
DROP FUNCTION events.rotate_endpoint, events.test_endpoint, events.retail_past;
DROP POLICY own_rules ON events.rule_state;
ALTER TABLE events.rule_state DISABLE ROW LEVEL SECURITY;
DROP POLICY market_or_own ON events.event;
CREATE POLICY own_alerts ON events.event FOR SELECT TO brickmarket_account
  USING (EXISTS (SELECT FROM events.alert a WHERE a.event_id = id)
    OR EXISTS (SELECT FROM events.delivery d WHERE d.event_id = id));
DROP INDEX events.alert_unread;
ALTER TABLE events.rule DROP COLUMN paused_at`);
  }
}

const COLUMNS = `
ALTER TABLE events.rule ADD COLUMN paused_at timestamptz;
CREATE INDEX alert_unread ON events.alert (account_id) WHERE read_at IS NULL`;

const OWN = `account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer`;

// The role of the account area writes secrets, but never reads one: what must read them does so in a function.
export const ENDPOINT_FUNCTIONS = `
-- Gives an endpoint of the present account new secrets; those before sign as well until a time. Null: no such endpoint.
CREATE OR REPLACE FUNCTION events.rotate_endpoint(
  wanted integer, new_secret text, new_private_key text, new_public_key text, both_until timestamptz
) RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE events.endpoint SET previous_secret = secret, previous_private_key = private_key, previous_until = both_until,
    secret = new_secret, private_key = new_private_key, public_key = new_public_key
  WHERE id = wanted AND ${OWN} RETURNING id
$$;
-- Sends a test event to an endpoint of the present account; returns its message id. Null: no such endpoint.
CREATE OR REPLACE FUNCTION events.test_endpoint(wanted integer, moment timestamptz) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH tested AS (
    INSERT INTO events.event (kind, subject, cause, account_id, occurred_at, facts)
    SELECT 'endpoint.test', 'endpoint/' || id, gen_random_uuid()::text, account_id, moment, '{}'
    FROM events.endpoint WHERE id = wanted AND ${OWN}
    RETURNING id, account_id
  )
  INSERT INTO events.delivery (account_id, event_id, endpoint_id, rule_ids, due_at)
  SELECT account_id, id, wanted, '{}', moment FROM tested RETURNING message_id
$$`;

const SECOND_LOCK = `
-- Events about sets and the market are nobody's own; what concerns one account is seen by that account alone.
DROP POLICY own_alerts ON events.event;
CREATE POLICY market_or_own ON events.event FOR SELECT TO brickmarket_account USING (account_id IS NULL OR ${OWN});
ALTER TABLE events.rule_state ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rules ON events.rule_state TO brickmarket_account
  USING (EXISTS (SELECT FROM events.rule r WHERE r.id = rule_id))`;

const GRANTS = `
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA events FROM PUBLIC;
GRANT USAGE ON SCHEMA events TO brickmarket_account;
GRANT EXECUTE ON FUNCTION events.rotate_endpoint, events.test_endpoint, events.retail_past TO brickmarket_account;
GRANT SELECT, DELETE ON events.rule, events.rule_set, events.rule_endpoint TO brickmarket_account;
GRANT INSERT (account_id, name, kind, scope, brickfolio_id, retailer, below_cents, min_change_cents, min_change_pct,
    hysteresis_pct, rearm_minutes, sends_mail, quiet_from_minute, quiet_until_minute, digest_minute, time_zone, created_at),
  UPDATE (name, kind, scope, brickfolio_id, retailer, below_cents, min_change_cents, min_change_pct, hysteresis_pct,
    rearm_minutes, sends_mail, quiet_from_minute, quiet_until_minute, digest_minute, time_zone, paused_at)
  ON events.rule TO brickmarket_account;
GRANT INSERT ON events.rule_set, events.rule_endpoint TO brickmarket_account;
GRANT SELECT (rule_id), DELETE ON events.rule_state TO brickmarket_account;
GRANT SELECT (id, account_id, url, description, public_key, created_at, previous_until, failing_since, disabled_at,
    disabled_reason),
  INSERT (account_id, url, description, secret, private_key, public_key, created_at),
  UPDATE (failing_since, disabled_at, disabled_reason), DELETE ON events.endpoint TO brickmarket_account;
GRANT SELECT, UPDATE (read_at) ON events.alert TO brickmarket_account;
GRANT SELECT, UPDATE (rule_ids, state, due_at, failures, leased_until), DELETE ON events.delivery
  TO brickmarket_account;
GRANT SELECT ON events.attempt, events.event TO brickmarket_account`;
