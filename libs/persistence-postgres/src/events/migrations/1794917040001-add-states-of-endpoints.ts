import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is known of an endpoint beside its address: whether it has answered a test, when it last failed, and all secrets
 * that still sign. Also by which process a delivery is leased, and what may be sent on demand. Only adds, so it holds
 * its locks for a moment; the next migration fills in what was before.
 */
export class AddStatesOfEndpoints1794917040001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(COLUMNS);
    await queryRunner.query(TABLES);
    await queryRunner.query(VERIFICATION);
    await queryRunner.query(GRANTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TRIGGER verify_endpoint ON events.delivery;
DROP TRIGGER doubt_new_address ON events.endpoint;
DROP FUNCTION events.verify_endpoint, events.doubt_new_address;
DROP TABLE events.previous_secret, events.send_allowance;
ALTER TABLE events.delivery DROP COLUMN leased_by;
ALTER TABLE events.endpoint DROP COLUMN verified_at, DROP COLUMN last_failed_at`);
  }
}

const COLUMNS = `
ALTER TABLE events.endpoint
  -- When it first answered a signed test with 2xx. Null: not yet, and it gets nothing but tests.
  ADD COLUMN verified_at timestamptz,
  -- When the last failed attempt began.
  ADD COLUMN last_failed_at timestamptz;
-- The process that leased it, by the key of its lock: when nobody has that lock, the process is gone. Null: only the
-- time counts.
ALTER TABLE events.delivery ADD COLUMN leased_by integer`;

const TABLES = `
-- The secrets before each rotation, which sign as well until the time that was promised for them.
CREATE TABLE events.previous_secret (
  endpoint_id integer NOT NULL REFERENCES events.endpoint ON DELETE CASCADE,
  secret text NOT NULL,
  private_key text NOT NULL,
  signs_until timestamptz NOT NULL,
  PRIMARY KEY (endpoint_id, secret)
);
CREATE TABLE events.send_allowance (
  subject text COLLATE "C" PRIMARY KEY,
  -- All that was sent on demand so far, laid end to end from when it was sent, reaches to here.
  spent_until timestamptz NOT NULL
)`;

const VERIFICATION = `
-- In the database, so that it holds whichever release delivers.
CREATE FUNCTION events.verify_endpoint() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE events.endpoint p SET verified_at = coalesce(NEW.finished_at, now())
  WHERE p.id = NEW.endpoint_id AND p.verified_at IS NULL
    AND EXISTS (SELECT FROM events.event e WHERE e.id = NEW.event_id AND e.kind = 'endpoint.test');
  RETURN NULL;
END $$;
CREATE TRIGGER verify_endpoint AFTER UPDATE OF state ON events.delivery FOR EACH ROW
  WHEN (NEW.state = 'delivered' AND OLD.state = 'pending' AND NEW.endpoint_id IS NOT NULL)
  EXECUTE FUNCTION events.verify_endpoint();
-- A test that was sent to the address before must not verify the new one: it is forgotten, even when under way.
CREATE FUNCTION events.doubt_new_address() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM events.delivery d USING events.event e
  WHERE d.endpoint_id = NEW.id AND d.state = 'pending' AND e.id = d.event_id AND e.kind = 'endpoint.test';
  NEW.verified_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER doubt_new_address BEFORE UPDATE OF url ON events.endpoint FOR EACH ROW
  WHEN (NEW.url IS DISTINCT FROM OLD.url)
  EXECUTE FUNCTION events.doubt_new_address()`;

const GRANTS = `
REVOKE ALL ON FUNCTION events.verify_endpoint, events.doubt_new_address FROM PUBLIC;
ALTER TABLE events.previous_secret ENABLE ROW LEVEL SECURITY;
CREATE POLICY to_deliver ON events.previous_secret FOR SELECT TO brickmarket_deliver USING (true);
GRANT SELECT ON events.previous_secret TO brickmarket_deliver;
GRANT UPDATE (last_failed_at) ON events.endpoint TO brickmarket_deliver;
GRANT UPDATE (leased_by) ON events.delivery TO brickmarket_deliver;
GRANT SELECT (verified_at, last_failed_at) ON events.endpoint TO brickmarket_account`;
