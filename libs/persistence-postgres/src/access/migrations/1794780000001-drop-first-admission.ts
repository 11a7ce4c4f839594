import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ends what `AdmitAsOneStatement` left for replicas of the first release. */
export class DropFirstAdmission1794780000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION access.admit, access.live_key_hashes, access.fitting_cost');
  }

  /** Nothing calls them any more. */
  async down(): Promise<void> {}
}
