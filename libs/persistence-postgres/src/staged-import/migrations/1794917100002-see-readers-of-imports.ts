import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the process that reads a file was last heard of: one that was killed says nothing any more. */
export class SeeReadersOfImports1794917100002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE portfolio.import_file ADD COLUMN seen_at timestamptz NOT NULL DEFAULT statement_timestamp()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE portfolio.import_file DROP COLUMN seen_at');
  }
}
