import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When the price or seller of a set at a retailer changed: derived from the observations, so that pages can show the
 * history without reading source rows. Observations that the last release imports while both run are missing here
 * until the next late one of the same set.
 */
export class KeepPriceChanges1794782000002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLE);
    await queryRunner.query(FILL);
    await queryRunner.query('ANALYZE retail.price_change');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE retail.price_change');
  }
}

const TABLE = `
-- No foreign key, which would be checked row by row: the state of the same set and retailer, written in the same
-- transaction, has it.
CREATE TABLE retail.price_change (
  set_id integer NOT NULL,
  retailer retail.retailer NOT NULL,
  changed_at timestamptz NOT NULL,
  price_cents integer,
  seller_type retail.seller_type,
  PRIMARY KEY (set_id, retailer, changed_at)
);
GRANT SELECT ON retail.price_change TO brickmarket_account`;

// The rule of priceChanges() in libs/retail-tracking, for the observations that are stored already.
export const FILL = `
INSERT INTO retail.price_change (set_id, retailer, changed_at, price_cents, seller_type)
SELECT set_id, retailer, observed_at, price_cents, seller_type
FROM (
  SELECT *, lag(ROW(price_cents, seller_type)) OVER listing AS before, row_number() OVER listing AS position
  FROM (
    SELECT DISTINCT ON (set_id, retailer, observed_at) set_id, retailer, observed_at, price_cents, seller_type
    FROM source.retail_observation
    ORDER BY set_id, retailer, observed_at, price_cents, in_stock DESC NULLS LAST, seller_type
  ) counted
  WINDOW listing AS (PARTITION BY set_id, retailer ORDER BY observed_at)
) compared
-- A row of nulls is null itself.
WHERE position = 1 OR before IS DISTINCT FROM ROW(price_cents, seller_type)`;
