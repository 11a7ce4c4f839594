import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which state of catalogue and retail prices a valuation has looked at: while both stand still, so do the facts of all items. */
export class RememberFactsVersions1794701000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- As in ops.data_version before the facts were read; null where they were not noted.
ALTER TABLE market.valuation_run ADD COLUMN catalog_version bigint, ADD COLUMN retail_version bigint`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE market.valuation_run DROP COLUMN catalog_version, DROP COLUMN retail_version');
  }
}
