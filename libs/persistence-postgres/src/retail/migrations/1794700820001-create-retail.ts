import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Looks at product pages, which stay with us, and what is derived from them, which the API may read. */
export class CreateRetail1794700820001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(WORDS);
    await queryRunner.query(SOURCE);
    await queryRunner.query(DERIVED);
    await queryRunner.query(BARCODES);
    await queryRunner.query(GRANTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'DROP TABLE source.retail_observation; DROP SCHEMA retail CASCADE; DROP FUNCTION catalog.barcode_key CASCADE',
    );
  }
}

const WORDS = `
CREATE SCHEMA retail;
CREATE TYPE retail.retailer AS ENUM ('retailer_a', 'retailer_b');
CREATE TYPE retail.seller_type AS ENUM ('retailer', 'third_party')`;

const SOURCE = `
CREATE SCHEMA IF NOT EXISTS source;
-- Every look once: different looks at one instant are all kept, and the fold decides between them. No foreign key, which
-- would be checked row by row: the state of the same set and retailer, written in the same transaction, has it.
CREATE TABLE source.retail_observation (
  set_id integer NOT NULL,
  retailer retail.retailer NOT NULL,
  observed_at timestamptz NOT NULL,
  price_cents integer,
  list_price_cents integer,
  seller_type retail.seller_type,
  in_stock boolean,
  product_url text,
  lowest_fba_cents integer,
  fba_sellers integer,
  buy_box_cents integer,
  -- Hash of all that was seen, by which the same look is known again.
  content bigint NOT NULL,
  PRIMARY KEY (set_id, retailer, observed_at, content)
)`;

const DERIVED = `
CREATE TABLE retail.price_state (
  set_id integer NOT NULL REFERENCES catalog.lego_set,
  retailer retail.retailer NOT NULL,
  price_cents integer,
  list_price_cents integer,
  seller_type retail.seller_type,
  in_stock boolean,
  product_url text,
  changed_at timestamptz,
  last_change_cents integer,
  lowest_cents integer,
  at_lowest boolean NOT NULL,
  flip_1p_to_3p boolean NOT NULL,
  lowest_fba_cents integer,
  fba_sellers integer,
  buy_box_cents integer,
  last_checked_at timestamptz NOT NULL,
  last_shown_price_cents integer,
  last_known_seller_type retail.seller_type,
  PRIMARY KEY (set_id, retailer)
);
-- Every code a set was seen with. The key is the code in the one form it is looked up by: an ASIN has 10 characters
-- and a barcode key at least 13, so the two never meet.
CREATE TABLE retail.product_code (
  code_key text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('asin', 'upc', 'ean')),
  code text NOT NULL,
  set_id integer NOT NULL REFERENCES catalog.lego_set,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (code_key, kind)
);
CREATE INDEX product_code_by_set ON retail.product_code (set_id);
-- What is true of a set at both retailers together: the codes last seen, and when a price last changed at either.
CREATE TABLE retail.listing (
  set_id integer PRIMARY KEY REFERENCES catalog.lego_set,
  asin text,
  upc text,
  ean text,
  latest_change_at timestamptz
)`;

const BARCODES = `
-- The same rule as barcodeKey() in the domain: a UPC and the EAN that prefixes it with zero are one product.
CREATE FUNCTION catalog.barcode_key(code text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$SELECT lpad(ltrim(code, '0'), greatest(13, length(ltrim(code, '0'))), '0')$$;
CREATE INDEX lego_set_by_upc ON catalog.lego_set (catalog.barcode_key(upc));
CREATE INDEX lego_set_by_ean ON catalog.lego_set (catalog.barcode_key(ean))`;

const GRANTS = `
GRANT USAGE ON SCHEMA retail TO brickmarket_api;
GRANT SELECT ON retail.price_state, retail.product_code, retail.listing TO brickmarket_api`;
