import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sales that are left out by decision. They are moved out of the table of sales, so that nothing that reads it, of this
 * release or the last, has to know of them, and the index that valuations read stays as small as it is.
 */
export class ExcludeSales1794918000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- Decisions by whom, when and why. One that was taken back stays.
CREATE TABLE source.sale_exclusion (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id integer NOT NULL,
  source_ref text COLLATE "C" NOT NULL,
  excluded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  excluded_by text NOT NULL,
  reason text NOT NULL,
  included_at timestamptz,
  included_by text,
  inclusion_reason text
);
CREATE UNIQUE INDEX sale_exclusion_in_force ON source.sale_exclusion (source_id, source_ref) WHERE included_at IS NULL;
-- The sales themselves, as the last import brought them. None when that was undone: the decision holds without it.
CREATE TABLE source.excluded_sale (
  source_id integer NOT NULL,
  source_ref text COLLATE "C" NOT NULL,
  item_id integer NOT NULL,
  condition source.sale_condition NOT NULL,
  sold_day date NOT NULL,
  price_cents integer NOT NULL,
  quantity integer NOT NULL,
  import_id integer,
  PRIMARY KEY (source_id, source_ref)
)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
INSERT INTO source.market_sale (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity, import_id)
SELECT source_id, source_ref, item_id, condition, sold_day, price_cents, quantity, import_id FROM source.excluded_sale
ON CONFLICT DO NOTHING;
DROP TABLE source.excluded_sale, source.sale_exclusion`);
  }
}
