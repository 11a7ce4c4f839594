import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CorrectImportsLater1795330000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE portfolio.import_file
  -- First values of each of columns_found, as a list of lists.
  ADD COLUMN column_samples jsonb NOT NULL DEFAULT '[]',
  -- Edits of rows that were corrected after the commit.
  ADD COLUMN later_edit_ids integer[] NOT NULL DEFAULT '{}'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE portfolio.import_file DROP COLUMN column_samples, DROP COLUMN later_edit_ids');
  }
}
