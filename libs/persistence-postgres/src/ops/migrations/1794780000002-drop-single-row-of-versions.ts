import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ends what `CountDataVersionsByKind` left for replicas of the first release. */
export class DropSingleRowOfVersions1794780000002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TRIGGER data_kind_locks_version ON ops.data_kind;
DROP TRIGGER data_kind_to_version ON ops.data_kind;
DROP TABLE ops.data_version;
DROP FUNCTION ops.lock_data_version, ops.copy_data_kind_to_version, ops.copy_data_version_to_kinds,
  ops.note_data_change`);
  }

  /** Nothing reads them any more. */
  async down(): Promise<void> {}
}
