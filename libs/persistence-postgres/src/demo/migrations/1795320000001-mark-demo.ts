import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports of a demo are marked, so that it can be removed. Pages say that it is loaded. */
export class MarkDemo1795320000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE ops.import_run ADD COLUMN is_demo boolean NOT NULL DEFAULT false;
UPDATE ops.import_run SET is_demo = true WHERE files[1] LIKE '%/brickmarket-demo-%';
GRANT SELECT ON ops.demo_market TO brickmarket_api, brickmarket_account`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
REVOKE SELECT ON ops.demo_market FROM brickmarket_api, brickmarket_account;
ALTER TABLE ops.import_run DROP COLUMN is_demo`);
  }
}
