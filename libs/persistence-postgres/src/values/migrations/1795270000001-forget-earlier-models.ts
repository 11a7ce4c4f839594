import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Models of the earlier engine: the next valuation learns the market again. */
export class ForgetEarlierModels1795270000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`UPDATE market.valuation_run SET learned = '{}' WHERE learned IS NOT NULL`);
  }

  async down(): Promise<void> {
    // A release that does not know a model learns it again.
  }
}
