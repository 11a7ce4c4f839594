import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows lie in the order of their imports, so a block range index finds days at hardly any cost. */
export class ThinObservations1795300000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE INDEX retail_observation_by_time ON source.retail_observation USING brin (observed_at)
  WITH (pages_per_range = 32, autosummarize = on);
-- Before this day, one observation a day is left of each listing.
CREATE TABLE source.retail_thinning (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  until date NOT NULL
)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE source.retail_thinning; DROP INDEX source.retail_observation_by_time');
  }
}
