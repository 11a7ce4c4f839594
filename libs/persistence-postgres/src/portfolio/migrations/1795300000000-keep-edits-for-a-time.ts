import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds what has been kept long enough; summaries of imports outlive their rows. */
export class KeepEditsForATime1795300000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE INDEX edit_by_time ON portfolio.edit (at);
-- Rows by state, once the rows themselves are deleted.
ALTER TABLE portfolio.import_file ADD COLUMN row_counts jsonb;
CREATE INDEX import_file_with_rows ON portfolio.import_file (created_at) WHERE row_counts IS NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP INDEX portfolio.edit_by_time, portfolio.import_file_with_rows;
ALTER TABLE portfolio.import_file DROP COLUMN row_counts`);
  }
}
