import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The oldest build that the schema carries, so that an older one refuses it instead of failing at every request. */
export class RecordLeastBuild1794930000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE schema_least_build (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- A build that does not know this migration is too old.
  migration text NOT NULL,
  raised_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT ON schema_least_build TO brickmarket_api, brickmarket_account, brickmarket_deliver`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE schema_least_build');
  }
}
