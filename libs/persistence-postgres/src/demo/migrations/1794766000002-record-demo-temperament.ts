import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How a loaded demo market trades, so that it goes on in the same way. The last release loads ordinary ones only. */
export class RecordDemoTemperament1794766000002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE ops.demo_market ADD COLUMN temperament text NOT NULL DEFAULT 'ordinary'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE ops.demo_market DROP COLUMN temperament');
  }
}
