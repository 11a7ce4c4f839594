import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A place to note that the database holds a demo market. */
export class CreateDemoRecord1794700800700 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE ops.demo_market (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  seed text NOT NULL,
  as_of timestamptz NOT NULL,
  sets integer NOT NULL,
  minifigs integer NOT NULL,
  years double precision NOT NULL,
  finished_at timestamptz
)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE ops.demo_market');
  }
}
