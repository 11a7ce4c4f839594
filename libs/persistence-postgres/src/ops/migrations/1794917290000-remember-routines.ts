import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * From here on functions and views have the text of the files in `routines`, which are applied after the migrations.
 * The view of facts was for the first release.
 */
export class RememberRoutines1794917290000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- All texts that were ever applied, so that a build knows whether the database has had its own.
CREATE TABLE schema_routine (
  name text NOT NULL,
  checksum text NOT NULL,
  is_current boolean NOT NULL DEFAULT true,
  applied_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, checksum)
);
CREATE UNIQUE INDEX schema_routine_current ON schema_routine (name) WHERE is_current;
GRANT SELECT ON schema_routine TO brickmarket_api, brickmarket_account, brickmarket_deliver;
DROP VIEW market.item_facts`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE VIEW market.item_facts AS SELECT * FROM market.item_facts_since('-infinity');
DROP TABLE schema_routine`);
  }
}
