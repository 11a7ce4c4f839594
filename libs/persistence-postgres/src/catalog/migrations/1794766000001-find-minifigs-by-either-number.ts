import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for look-ups of minifigures by either number in any case; marketplace numbers are unique in any case. */
export class FindMinifigsByEitherNumber1794766000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE INDEX minifig_number_in_any_case ON catalog.minifig (lower(minifig_number));
CREATE UNIQUE INDEX marketplace_number_in_any_case ON catalog.minifig (lower(marketplace_number));
DROP INDEX catalog.minifig_marketplace_number;
-- The planner knows nothing about the values of an expression before the next ANALYZE, and would read the whole table.
ANALYZE catalog.minifig`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE UNIQUE INDEX minifig_marketplace_number ON catalog.minifig (marketplace_number);
DROP INDEX catalog.minifig_number_in_any_case;
DROP INDEX catalog.marketplace_number_in_any_case`);
  }
}
