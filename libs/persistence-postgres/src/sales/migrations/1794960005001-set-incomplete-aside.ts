import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sales of incomplete copies are stored beside those that are excluded by decision, where no valuation reads them; how
 * many there are of a set is published with its values.
 */
export class SetIncompleteAside1794960005001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE source.excluded_sale ADD COLUMN is_incomplete boolean NOT NULL DEFAULT false;
ALTER TABLE source.sale_before ADD COLUMN is_incomplete boolean NOT NULL DEFAULT false;
CREATE INDEX excluded_sale_incomplete ON source.excluded_sale (item_id) WHERE is_incomplete;
CREATE INDEX excluded_sale_decided ON source.excluded_sale (source_id) WHERE NOT is_incomplete;
CREATE TABLE market.incomplete_sales (
  item_id integer NOT NULL,
  condition text NOT NULL,
  sales integer NOT NULL,
  PRIMARY KEY (item_id, condition)
);
GRANT SELECT ON market.incomplete_sales TO brickmarket_api, brickmarket_account`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
INSERT INTO source.changed_item (item_id) SELECT DISTINCT item_id FROM source.excluded_sale WHERE is_incomplete
ON CONFLICT (item_id) DO UPDATE SET mark = excluded.mark;
WITH counted AS (
  DELETE FROM source.excluded_sale s WHERE is_incomplete AND NOT EXISTS (
    SELECT FROM source.sale_exclusion e
    WHERE e.included_at IS NULL AND e.source_id = s.source_id AND e.source_ref = s.source_ref
  ) RETURNING s.*
)
INSERT INTO source.market_sale (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity, import_id)
SELECT source_id, source_ref, item_id, condition, sold_day, price_cents, quantity, import_id FROM counted
ON CONFLICT DO NOTHING;
DROP INDEX source.excluded_sale_incomplete, source.excluded_sale_decided;
ALTER TABLE source.excluded_sale DROP COLUMN is_incomplete;
ALTER TABLE source.sale_before DROP COLUMN is_incomplete;
DROP TABLE market.incomplete_sales`);
  }
}
