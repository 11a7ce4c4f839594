import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What jobs find by time alone: without these they read every event, counter, key and set. */
export class IndexWhatTimeAsks1795260000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE INDEX event_by_recording ON events.event (recorded_at);
CREATE INDEX key_usage_by_day ON access.key_usage (day);
CREATE INDEX api_key_by_expiry ON access.api_key (expires_at) WHERE revoked_at IS NULL;
CREATE INDEX lego_set_by_exit ON catalog.lego_set (exit_date);
ALTER TABLE access.route_usage SET (fillfactor = 70)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP INDEX events.event_by_recording, access.key_usage_by_day, access.api_key_by_expiry, catalog.lego_set_by_exit;
ALTER TABLE access.route_usage RESET (fillfactor)`);
  }
}
