import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Workers show by a lease that they live: a process that hangs keeps its connections, but does not renew it. */
export class LeaseWorkers1794940000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE ops.worker (
  -- By which it locks its jobs.
  id text PRIMARY KEY,
  host text NOT NULL,
  pid integer NOT NULL,
  -- The application_name of its connections, and of no others: they are ended when its jobs are taken over.
  connection_name text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  beat_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  leased_until timestamptz NOT NULL
)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE ops.worker');
  }
}
