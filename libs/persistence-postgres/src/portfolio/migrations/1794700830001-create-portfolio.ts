import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What belongs to one account: its brickfolios, what is in them, and its sales ledger. */
export class CreatePortfolio1794700830001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(BRICKFOLIO);
    await queryRunner.query(DEFAULT_BRICKFOLIO);
    await queryRunner.query(HOLDING);
    await queryRunner.query(SUMMARY);
    await queryRunner.query(SALE);
    await queryRunner.query(SECOND_LOCK);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TRIGGER account_default_brickfolio ON access.account;
DROP SCHEMA portfolio CASCADE;
ALTER TABLE catalog.lego_set DROP CONSTRAINT lego_set_id_and_number`);
  }
}

const BRICKFOLIO = `
CREATE SCHEMA portfolio;
CREATE TABLE portfolio.brickfolio (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES access.account,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  description text,
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- How many holdings are in it, and where every hundredth of them in the order of the list is found.
  holding_count integer NOT NULL DEFAULT 0,
  mark_set_numbers text[] COLLATE "C" NOT NULL DEFAULT '{}',
  mark_ids integer[] NOT NULL DEFAULT '{}',
  -- What is in it and not sold, as a list of integers, four for each holding in that order: the set's id times 4 (plus 2 when
  -- used, plus 1 when listed), quantity, price, days from 1970-01-01 to the purchase.
  held text NOT NULL DEFAULT '{}',
  UNIQUE (account_id, name),
  -- What a holding refers to: it cannot be in another account's brickfolio.
  UNIQUE (account_id, id)
);
-- Read with every request and rarely larger than a few hundred kilobytes: not worth compressing.
ALTER TABLE portfolio.brickfolio ALTER COLUMN held SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX brickfolio_one_default ON portfolio.brickfolio (account_id) WHERE is_default`;

const DEFAULT_BRICKFOLIO = `
-- Every account has exactly one default: made with the account, and never left without a successor.
CREATE FUNCTION portfolio.make_default_brickfolio() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO portfolio.brickfolio (account_id, name, is_default) VALUES (NEW.id, 'My brickfolio', true);
  RETURN NULL;
END $$;
CREATE TRIGGER account_default_brickfolio AFTER INSERT ON access.account
  FOR EACH ROW EXECUTE FUNCTION portfolio.make_default_brickfolio();
INSERT INTO portfolio.brickfolio (account_id, name, is_default) SELECT id, 'My brickfolio', true FROM access.account;

CREATE FUNCTION portfolio.keep_default_brickfolio() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM access.account a WHERE a.id = OLD.account_id
             AND NOT EXISTS (SELECT FROM portfolio.brickfolio b WHERE b.account_id = a.id AND b.is_default)) THEN
    RAISE EXCEPTION 'an account has exactly one default brickfolio' USING ERRCODE = 'check_violation', CONSTRAINT = 'brickfolio_default_kept';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER brickfolio_default_kept AFTER UPDATE OR DELETE ON portfolio.brickfolio
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.is_default) EXECUTE FUNCTION portfolio.keep_default_brickfolio()`;

// The bounds are the domain's: `holdingFault`, `saleFault`.
const HOLDING = `
ALTER TABLE catalog.lego_set ADD CONSTRAINT lego_set_id_and_number UNIQUE (id, set_number);
CREATE TABLE portfolio.holding (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL,
  brickfolio_id integer NOT NULL,
  set_id integer NOT NULL,
  -- The set's own number, kept here as well because lists are ordered by it.
  set_number text COLLATE "C" NOT NULL,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 10000),
  condition text NOT NULL CHECK (condition IN ('sealed', 'used')),
  purchase_price_cents integer CHECK (purchase_price_cents BETWEEN 0 AND 100000000),
  purchase_date date CHECK (purchase_date BETWEEN '1900-01-01' AND '2999-12-31'),
  status text NOT NULL CHECK (status IN ('owned', 'listed', 'sold')),
  notes text,
  FOREIGN KEY (account_id, brickfolio_id) REFERENCES portfolio.brickfolio (account_id, id),
  FOREIGN KEY (set_id, set_number) REFERENCES catalog.lego_set (id, set_number) ON UPDATE CASCADE
) WITH (autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0.02);
-- In the order of the list and with all that it shows: a page is read in one stretch, without the table.
CREATE INDEX holding_in_order ON portfolio.holding (account_id, brickfolio_id, set_number, id)
  INCLUDE (set_id, quantity, condition, purchase_price_cents, purchase_date, status);
CREATE INDEX holding_by_set ON portfolio.holding (set_id, account_id)`;

// Kept with every change of a holding. A page starts at the mark before it, so a deep one costs no more than the first, and the
// total is known without counting. All that totals and histories need of a collection is read as one value: ten times faster
// than as ten thousand rows.
const SUMMARY = `
CREATE FUNCTION portfolio.summarize(changed integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Writers to one brickfolio take turns from here on, so each summarizes what the others have put there.
  PERFORM FROM portfolio.brickfolio WHERE id = ANY(changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE portfolio.brickfolio f SET (holding_count, mark_set_numbers, mark_ids, held) = (
    SELECT count(*),
           coalesce(array_agg(set_number ORDER BY position) FILTER (WHERE position % 100 = 1), '{}'),
           coalesce(array_agg(id ORDER BY position) FILTER (WHERE position % 100 = 1), '{}'),
           '{' || coalesce(string_agg(
             concat_ws(',', set_id * 4 + (condition = 'used')::integer * 2 + (status = 'listed')::integer, quantity,
                       coalesce(purchase_price_cents::text, 'NULL'), coalesce((purchase_date - date '1970-01-01')::text, 'NULL')),
             ',' ORDER BY position) FILTER (WHERE status <> 'sold'), '') || '}'
    FROM (SELECT set_number, id, set_id, quantity, condition, purchase_price_cents, purchase_date, status,
                 row_number() OVER (ORDER BY set_number, id) AS position
          FROM portfolio.holding h WHERE h.account_id = f.account_id AND h.brickfolio_id = f.id) ordered)
  WHERE f.id = ANY(changed);
END $$;
CREATE FUNCTION portfolio.summarize_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM portfolio.summarize(ARRAY(SELECT DISTINCT brickfolio_id FROM new_rows));
  RETURN NULL;
END $$;
CREATE FUNCTION portfolio.summarize_old() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM portfolio.summarize(ARRAY(SELECT DISTINCT brickfolio_id FROM old_rows));
  RETURN NULL;
END $$;
CREATE FUNCTION portfolio.summarize_both() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM portfolio.summarize(ARRAY(SELECT brickfolio_id FROM old_rows UNION SELECT brickfolio_id FROM new_rows));
  RETURN NULL;
END $$;
CREATE TRIGGER holding_inserted AFTER INSERT ON portfolio.holding REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION portfolio.summarize_new();
CREATE TRIGGER holding_deleted AFTER DELETE ON portfolio.holding REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION portfolio.summarize_old();
CREATE TRIGGER holding_updated AFTER UPDATE ON portfolio.holding REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION portfolio.summarize_both()`;

const SALE = `
CREATE TABLE portfolio.sale (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES access.account,
  set_id integer NOT NULL REFERENCES catalog.lego_set,
  platform text NOT NULL CHECK (platform ~ '^[a-z0-9][a-z0-9 ._-]{0,39}$'),
  sale_date date NOT NULL CHECK (sale_date BETWEEN '1900-01-01' AND '2999-12-31'),
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 10000),
  -- Totals of the line. A fee below zero is a credit.
  gross_cents integer NOT NULL CHECK (gross_cents BETWEEN 0 AND 1000000000),
  platform_fees_cents integer NOT NULL CHECK (platform_fees_cents BETWEEN -1000000000 AND 1000000000),
  payment_fees_cents integer NOT NULL CHECK (payment_fees_cents BETWEEN -1000000000 AND 1000000000),
  shipping_cents integer NOT NULL CHECK (shipping_cents BETWEEN -1000000000 AND 1000000000),
  cost_basis_cents integer CHECK (cost_basis_cents BETWEEN 0 AND 1000000000),
  notes text
) WITH (autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX sale_newest_first ON portfolio.sale (account_id, sale_date DESC, id DESC);
CREATE INDEX sale_by_set ON portfolio.sale (set_id)`;

const PRIVATE_TABLES = ['brickfolio', 'holding', 'sale'];

// The first lock is the account in every statement. This one holds when a statement forgets it.
const SECOND_LOCK = `
GRANT USAGE ON SCHEMA portfolio TO brickmarket_api;
${PRIVATE_TABLES.map(
  (table) => `
GRANT SELECT ON portfolio.${table} TO brickmarket_api;
ALTER TABLE portfolio.${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON portfolio.${table} FOR SELECT TO brickmarket_api
  -- Empty, not null, once a transaction that set it has ended.
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);`,
).join('')}`;
