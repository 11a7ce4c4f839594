import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the rows of a committed file became is kept with the file, in one array: a commit no longer writes every row
 * anew. `import_row.result_id` stays for processes of the last release.
 */
export class KeepResultsWithTheFile1794990001001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE portfolio.import_file
  -- By the position of each row, the row of the book that it added or changed; null for one that did not.
  ADD COLUMN result_ids integer[];
UPDATE portfolio.import_file f SET result_ids = (
  SELECT array_agg(r.result_id ORDER BY r.position) FROM portfolio.import_row r
  WHERE r.account_id = f.account_id AND r.import_id = f.id
) WHERE f.committed_at IS NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE portfolio.import_file DROP COLUMN result_ids');
  }
}
