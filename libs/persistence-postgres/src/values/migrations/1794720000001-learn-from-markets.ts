import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What values on real markets need: models of another shape, months that wait for their first sales, marketplace numbers. */
export class LearnFromMarkets1794720000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // A column of its own: the release before reads `model` and would not understand this one.
    await queryRunner.query(`
ALTER TABLE market.valuation_run ADD COLUMN learned jsonb;
GRANT SELECT (id, as_of, calculated_at, sales, learned) ON market.valuation_run TO brickmarket_api`);
    // Items whose sales have changed since their published months were looked at. All of them at first.
    await queryRunner.query(`
CREATE TABLE market.month_recheck (item_id integer PRIMARY KEY);
INSERT INTO market.month_recheck (item_id) SELECT DISTINCT item_id FROM market.month_series`);
    await queryRunner.query(`
ALTER TABLE catalog.minifig ADD COLUMN marketplace_number text COLLATE "C";
CREATE UNIQUE INDEX minifig_marketplace_number ON catalog.minifig (marketplace_number)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP INDEX catalog.minifig_marketplace_number;
ALTER TABLE catalog.minifig DROP COLUMN marketplace_number;
DROP TABLE market.month_recheck;
ALTER TABLE market.valuation_run DROP COLUMN learned`);
  }
}
