import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What keys have asked of each route, by UTC day. Written some seconds later by the processes of the API. */
export class CountRoutes1794970000004 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE access.route_usage (
  key_id integer NOT NULL REFERENCES access.api_key ON DELETE CASCADE,
  day date NOT NULL,
  route text NOT NULL,
  requests integer NOT NULL CHECK (requests >= 0),
  -- What they have cost of the allowance.
  charged integer NOT NULL CHECK (charged >= 0),
  -- Answered 429.
  refused integer NOT NULL CHECK (refused >= 0),
  PRIMARY KEY (key_id, day, route)
);
CREATE INDEX route_usage_by_day ON access.route_usage (day);
ALTER TABLE access.route_usage ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON access.route_usage FOR SELECT TO brickmarket_account
  USING (EXISTS (SELECT FROM access.api_key k WHERE k.id = key_id));
GRANT SELECT ON access.route_usage TO brickmarket_account`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION IF EXISTS access.note_routes; DROP TABLE access.route_usage');
  }
}
