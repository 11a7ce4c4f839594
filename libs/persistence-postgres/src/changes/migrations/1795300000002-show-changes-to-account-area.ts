import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the account area caches of items is dropped by item. */
export class ShowChangesToAccountArea1795300000002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('GRANT SELECT ON catalog.item_change, catalog.large_change TO brickmarket_account');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('REVOKE SELECT ON catalog.item_change, catalog.large_change FROM brickmarket_account');
  }
}
