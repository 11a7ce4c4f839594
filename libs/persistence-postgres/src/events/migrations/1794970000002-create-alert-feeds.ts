import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The feed of an account's alerts, at an address with a secret of which the hash alone is stored. */
export class CreateAlertFeeds1794970000002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE events.feed (
  account_id integer PRIMARY KEY REFERENCES access.account ON DELETE CASCADE,
  secret_hash bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
  created_at timestamptz NOT NULL
);
ALTER TABLE events.feed ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON events.feed TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
GRANT SELECT (account_id, created_at), INSERT, UPDATE (secret_hash, created_at), DELETE ON events.feed
  TO brickmarket_account`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION IF EXISTS events.find_feed; DROP TABLE events.feed');
  }
}
