import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Facts of items with the retail prices seen since an instant: a price nobody has seen for long is no fact of today. */
export class ForgetStaleRetailPrices1794701300001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(FACTS_SINCE);
    // For the release before this one, which knows the view only.
    await queryRunner.query(
      `CREATE OR REPLACE VIEW market.item_facts AS SELECT * FROM market.item_facts_since('-infinity')`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE OR REPLACE VIEW market.item_facts AS ${facts('true')}`);
    await queryRunner.query('DROP FUNCTION market.item_facts_since');
  }
}

/** All that a value depends on beside sales. A retailer's own price in stock is what a set costs at retail. */
function facts(isCurrent: string): string {
  return `
SELECT f.*, hash_record_extended(f, 0) AS facts_key
FROM (
  SELECT s.id AS item_id, false AS is_minifig, s.theme, s.year::integer AS year, s.release_date, s.exit_date,
    s.msrp_cents AS list_price_cents, p.price_cents AS retail_price_cents
  FROM catalog.lego_set s
  LEFT JOIN (
    SELECT set_id, min(price_cents) AS price_cents FROM retail.price_state
    WHERE seller_type = 'retailer' AND in_stock IS NOT false AND ${isCurrent}
    GROUP BY set_id
  ) p ON p.set_id = s.id
  UNION ALL
  SELECT m.id, true, m.category, m.year_released, NULL, NULL, NULL, NULL FROM catalog.minifig m
) f`;
}

// One statement, not strict and without settings of its own, so that the planner sees through it as through a view.
const FACTS_SINCE = `
CREATE FUNCTION market.item_facts_since(retail_since timestamptz)
RETURNS TABLE (item_id integer, is_minifig boolean, theme text, year integer, release_date date, exit_date date,
  list_price_cents integer, retail_price_cents integer, facts_key bigint)
LANGUAGE sql STABLE AS $$${facts('last_checked_at >= retail_since')}$$;
REVOKE ALL ON FUNCTION market.item_facts_since FROM PUBLIC`;
