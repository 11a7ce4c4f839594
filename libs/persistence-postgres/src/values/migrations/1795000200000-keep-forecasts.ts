import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a market's past says about its future: no single price or sale can be read from it. */
export class KeepForecasts1795000200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE market.forecast (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  learned_at timestamptz NOT NULL,
  -- Tables of changes and of sales, and for each whether it is shown, with what that rests on.
  forecast jsonb NOT NULL
);
GRANT SELECT ON market.forecast TO brickmarket_api, brickmarket_account`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE market.forecast');
  }
}
