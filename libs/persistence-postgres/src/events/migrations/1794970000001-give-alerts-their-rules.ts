import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Alerts say which rules made them. Those of before do not know it. */
export class GiveAlertsTheirRules1794970000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE events.alert ADD COLUMN rule_ids integer[] NOT NULL DEFAULT '{}'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE events.alert DROP COLUMN rule_ids');
  }
}
