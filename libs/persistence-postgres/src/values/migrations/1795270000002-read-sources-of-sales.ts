import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A valuation reads the source of each sale, too: its index has it. */
export class ReadSourcesOfSales1795270000002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(replaceIndex(', source_id'));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(replaceIndex(''));
  }
}

function replaceIndex(more: string): string {
  return `
DROP INDEX source.market_sale_by_item;
CREATE INDEX market_sale_by_item ON source.market_sale (item_id, sold_day)
  INCLUDE (condition, price_cents, quantity${more})`;
}
