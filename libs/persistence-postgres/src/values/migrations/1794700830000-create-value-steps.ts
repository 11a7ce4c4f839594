import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each item was worth over time: a row for each day on which its value changed. */
export class CreateValueSteps1794700830000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE SCHEMA market;
CREATE TABLE market.value_step (
  item_id integer NOT NULL,
  condition text NOT NULL CHECK (condition IN ('sealed', 'used')),
  day date NOT NULL,
  value_cents integer,
  PRIMARY KEY (item_id, condition, day)
);
GRANT USAGE ON SCHEMA market TO brickmarket_api;
GRANT SELECT ON market.value_step TO brickmarket_api`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP SCHEMA market CASCADE');
  }
}
