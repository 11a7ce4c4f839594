import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Numbers the marks of sets whose published months are to be looked at: a later change of their sales renews the mark,
 * so that a publication that has read the sales before it does not take the mark away.
 */
export class NumberMonthRechecks1794917100001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE market.month_recheck ADD COLUMN mark bigint NOT NULL DEFAULT nextval('source.change_mark')`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE market.month_recheck DROP COLUMN mark');
  }
}
