import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Notes since which day sales of an item have changed, so that only published months since then are checked. Marks of
 * before count as changed since the beginning. Minifigures have no published months.
 */
export class RecheckMonthsByDay1795280000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE source.changed_item ADD COLUMN sold_since date NOT NULL DEFAULT '1970-01-01';
ALTER TABLE market.month_recheck ADD COLUMN sold_since date NOT NULL DEFAULT '1970-01-01';
DELETE FROM market.month_recheck r WHERE NOT EXISTS (SELECT FROM catalog.lego_set s WHERE s.id = r.item_id)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE source.changed_item DROP COLUMN sold_since;
ALTER TABLE market.month_recheck DROP COLUMN sold_since`);
  }
}
