import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the mark of an item outlive a valuation that was too early for some of its sales. */
export class KeepMarksOfLaterSales1794701100002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- The mark that the last valuation saw, and the day of the first sale that was too late for it. As long as the item is not
-- marked again, it need not be valued before that day. Null when no valuation has seen the item since it was marked.
ALTER TABLE source.changed_item ADD COLUMN seen_mark bigint, ADD COLUMN due_on date`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE source.changed_item DROP COLUMN seen_mark, DROP COLUMN due_on');
  }
}
