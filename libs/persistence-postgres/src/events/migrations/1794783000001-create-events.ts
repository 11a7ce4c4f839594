import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The log of events. They are written by the transaction that changes the data; `pending` has those that no rule has
 * been asked about yet.
 */
export class CreateEvents1794783000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(LOG);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP SCHEMA events CASCADE');
  }
}

const LOG = `
CREATE SCHEMA events;
-- No foreign key to the set, which would be checked row by row: the writers look sets up themselves.
CREATE TABLE events.event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  -- Distinguishes the events of a kind that happen to one subject: the same cause is never recorded twice.
  cause text COLLATE "C" NOT NULL,
  set_id integer,
  -- Null: it concerns whoever watches the set, or everybody.
  account_id integer REFERENCES access.account ON DELETE CASCADE,
  retailer retail.retailer,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  old_cents integer,
  new_cents integer,
  facts jsonb NOT NULL,
  UNIQUE (subject, kind, cause)
);
CREATE INDEX event_account ON events.event (account_id) WHERE account_id IS NOT NULL;
CREATE TABLE events.pending (
  event_id bigint PRIMARY KEY REFERENCES events.event ON DELETE CASCADE
);
-- Every writer of events inserts into the log alone; what is new becomes pending by this.
CREATE FUNCTION events.await_matching() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO events.pending (event_id) SELECT id FROM new_rows;
  RETURN NULL;
END $$;
CREATE TRIGGER event_is_pending AFTER INSERT ON events.event REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION events.await_matching();
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA events FROM PUBLIC`;
