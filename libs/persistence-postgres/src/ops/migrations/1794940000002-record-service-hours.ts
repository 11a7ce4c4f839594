import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the API has served, for the page on which customers see it. Written by its processes, a row for each hour. */
export class RecordServiceHours1794940000002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE ops.service_hour (
  hour timestamptz PRIMARY KEY,
  requests bigint NOT NULL,
  -- Answered with an error of ours.
  errors bigint NOT NULL,
  -- Requests by how long they took; those that took longest are in none.
  buckets bigint[] NOT NULL,
  -- Minutes in which some process that serves has reached the database.
  minutes bit(60) NOT NULL,
  worst_delivery_seconds double precision NOT NULL,
  -- Age of the values; null before the first.
  worst_data_seconds double precision
);
GRANT SELECT ON ops.service_hour TO brickmarket_api`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE ops.service_hour');
  }
}
