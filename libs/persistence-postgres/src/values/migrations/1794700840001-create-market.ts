import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Licensed sales, which stay with us, and what is computed from them, which the API may read. */
export class CreateMarket1794700840001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(SOURCE);
    await queryRunner.query(VALUES);
    await queryRunner.query(FACTS);
    await queryRunner.query(MONTHS);
    await queryRunner.query(IMMUTABLE_MONTHS);
    await queryRunner.query(BACKTESTS);
    await queryRunner.query(GRANTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TABLE market.month_restatement, market.month_value, market.month_series, market.backtest, market.valuation_run, market.item_value;
DROP VIEW market.item_facts;
DROP FUNCTION market.hold_published_months;
DROP TABLE source.changed_item, source.market_sale, source.sale_source;
DROP SEQUENCE source.change_mark;
DROP TYPE source.sale_condition`);
  }
}

const SOURCE = `
CREATE SCHEMA IF NOT EXISTS source;
CREATE TYPE source.sale_condition AS ENUM ('sealed', 'used');
CREATE TABLE source.sale_source (
  id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE
);
-- No foreign key, which would be checked row by row: the import looks items up itself, and items never disappear.
CREATE TABLE source.market_sale (
  source_ref text COLLATE "C" NOT NULL,
  item_id integer NOT NULL,
  price_cents integer NOT NULL CHECK (price_cents >= 0),
  quantity integer NOT NULL CHECK (quantity >= 1),
  sold_day date NOT NULL,
  source_id smallint NOT NULL,
  condition source.sale_condition NOT NULL,
  PRIMARY KEY (source_id, source_ref)
);
-- Everything a valuation reads: the sales of some items come from here alone, wherever their rows lie.
CREATE INDEX market_sale_by_item ON source.market_sale (item_id, sold_day) INCLUDE (condition, price_cents, quantity);
-- Items whose sales have changed since they were valued. A new change renews the mark, so that a run that read the sales
-- before it does not take the mark away.
CREATE SEQUENCE source.change_mark;
CREATE TABLE source.changed_item (
  item_id integer PRIMARY KEY,
  mark bigint NOT NULL DEFAULT nextval('source.change_mark')
)`;

const VALUES = `
-- Minifigs have one market; their value is the one under 'used'.
CREATE TABLE market.item_value (
  item_id integer NOT NULL,
  condition text NOT NULL CHECK (condition IN ('sealed', 'used')),
  value_cents integer,
  low_cents integer,
  high_cents integer,
  data_tier text NOT NULL CHECK (data_tier IN ('high', 'medium', 'low', 'modelled', 'none')),
  calculated_at timestamptz NOT NULL,
  -- Sales up to and including this day were known.
  valued_on date NOT NULL,
  -- Of the facts the value was computed with.
  facts_key bigint NOT NULL,
  PRIMARY KEY (item_id, condition),
  CHECK (num_nulls(value_cents, low_cents, high_cents) IN (0, 3))
) WITH (fillfactor = 70);
CREATE TABLE market.valuation_run (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  as_of date NOT NULL,
  calculated_at timestamptz NOT NULL,
  items integer NOT NULL,
  sales integer NOT NULL,
  finished_at timestamptz NOT NULL DEFAULT now(),
  -- What was learned from the whole market; null for a run that used what an earlier one had learned.
  model jsonb
)`;

const FACTS = `
-- All that a value depends on beside sales. A retailer's own price in stock is what a set costs at retail.
CREATE VIEW market.item_facts AS
SELECT f.*, hash_record_extended(f, 0) AS facts_key
FROM (
  SELECT s.id AS item_id, false AS is_minifig, s.theme, s.year::integer AS year, s.release_date, s.exit_date, s.msrp_cents AS list_price_cents, p.price_cents AS retail_price_cents
  FROM catalog.lego_set s
  LEFT JOIN (
    SELECT set_id, min(price_cents) AS price_cents FROM retail.price_state WHERE seller_type = 'retailer' AND in_stock IS NOT false GROUP BY set_id
  ) p ON p.set_id = s.id
  UNION ALL
  SELECT m.id, true, m.category, m.year_released, NULL, NULL, NULL, NULL FROM catalog.minifig m
) f`;

const MONTHS = `
-- Which months of a set are published: all from the first to the last one here, whether or not anything was sold in them.
CREATE TABLE market.month_series (
  item_id integer NOT NULL REFERENCES catalog.lego_set,
  condition text NOT NULL CHECK (condition IN ('sealed', 'used')),
  first_month date NOT NULL,
  through_month date NOT NULL CHECK (through_month >= first_month),
  PRIMARY KEY (item_id, condition)
);
-- Published months with sales or an event. A published month that is not here had neither.
CREATE TABLE market.month_value (
  item_id integer NOT NULL,
  condition text NOT NULL CHECK (condition IN ('sealed', 'used')),
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  value_cents integer,
  low_cents integer,
  high_cents integer,
  sales_count integer NOT NULL,
  event text CHECK (event IN ('released', 'retired')),
  PRIMARY KEY (item_id, condition, month),
  CHECK (num_nulls(value_cents, low_cents, high_cents) = CASE sales_count WHEN 0 THEN 3 ELSE 0 END)
);
CREATE TABLE market.month_restatement (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  item_id integer NOT NULL,
  condition text NOT NULL,
  month date NOT NULL,
  restated_at timestamptz NOT NULL DEFAULT now(),
  restated_by text NOT NULL,
  reason text NOT NULL,
  -- The published month before and after; null where there was or is nothing to say.
  before jsonb,
  after jsonb
)`;

const IMMUTABLE_MONTHS = `
CREATE FUNCTION market.hold_published_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('brickmarket.restating', true) = 'on' THEN RETURN coalesce(NEW, OLD); END IF;
  RAISE EXCEPTION 'a published month does not change: re-state it' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER month_value_holds BEFORE UPDATE OR DELETE ON market.month_value FOR EACH ROW EXECUTE FUNCTION market.hold_published_months()`;

const BACKTESTS = `
CREATE TABLE market.backtest (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ran_at timestamptz NOT NULL,
  report jsonb NOT NULL
)`;

const GRANTS = `
GRANT USAGE ON SCHEMA market TO brickmarket_api;
GRANT SELECT ON market.item_value, market.month_series, market.month_value, market.backtest TO brickmarket_api`;
