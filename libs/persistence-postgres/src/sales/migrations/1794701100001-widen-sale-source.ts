import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes the number of a sale's source an integer. Builds before this one took a number for every source of every import,
 * known or not, until a smallint had no more. Rewrites the sales, which no request reads: imports and valuations wait for
 * it, answers do not.
 */
export class WidenSaleSource1794701100001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE source.sale_source ALTER COLUMN id TYPE integer;
ALTER TABLE source.market_sale ALTER COLUMN source_id TYPE integer;
-- Numbers that no source got are given back: builds before this one can store only those that a smallint holds.
SELECT setval(pg_get_serial_sequence('source.sale_source', 'id'), coalesce(max(id), 1), max(id) IS NOT NULL) FROM source.sale_source`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE source.market_sale ALTER COLUMN source_id TYPE smallint;
ALTER TABLE source.sale_source ALTER COLUMN id TYPE smallint`);
  }
}
