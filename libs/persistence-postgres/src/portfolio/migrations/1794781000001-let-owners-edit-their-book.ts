import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Owners edit their holdings, sales and brickfolios in the account area: versions of rows, which copies a sale took,
 * and a record of every edit from which it can be undone.
 */
export class LetOwnersEditTheirBook1794781000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(VERSIONS);
    await queryRunner.query(SALE_LOT);
    await queryRunner.query(EDIT);
    await queryRunner.query(TRIGGERS_AS_OWNER);
    await queryRunner.query(SECOND_LOCK);
    await queryRunner.query(GRANTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TABLE portfolio.edit, portfolio.sale_lot;
${['brickfolio', 'holding', 'sale']
  .map(
    (table) => `DROP TRIGGER ${table}_version ON portfolio.${table};
ALTER TABLE portfolio.${table} DROP COLUMN version;
DROP POLICY own_rows_of_owner ON portfolio.${table};
REVOKE ALL ON portfolio.${table} FROM brickmarket_account;`,
  )
  .join('\n')}
DROP POLICY own_rows_of_owner ON portfolio.holding_block;
REVOKE ALL ON portfolio.holding_block FROM brickmarket_account;
REVOKE USAGE ON SCHEMA portfolio FROM brickmarket_account;
DROP FUNCTION portfolio.raise_version`);
  }
}

// By trigger, so that imports and the command line raise it too: an edit made from what they replaced is refused.
const VERSIONS = `
CREATE FUNCTION portfolio.raise_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
ALTER TABLE portfolio.brickfolio ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE portfolio.holding ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE portfolio.sale ADD COLUMN version integer NOT NULL DEFAULT 1;
CREATE TRIGGER brickfolio_version BEFORE UPDATE ON portfolio.brickfolio
  FOR EACH ROW EXECUTE FUNCTION portfolio.raise_version();
CREATE TRIGGER holding_version BEFORE UPDATE ON portfolio.holding
  FOR EACH ROW EXECUTE FUNCTION portfolio.raise_version();
CREATE TRIGGER sale_version BEFORE UPDATE ON portfolio.sale
  FOR EACH ROW EXECUTE FUNCTION portfolio.raise_version()`;

// With the holding or the sale the link goes: imports that replace a collection may delete either.
const SALE_LOT = `
CREATE TABLE portfolio.sale_lot (
  holding_id integer PRIMARY KEY REFERENCES portfolio.holding ON DELETE CASCADE,
  account_id integer NOT NULL,
  sale_id integer NOT NULL REFERENCES portfolio.sale ON DELETE CASCADE,
  method text NOT NULL CHECK (method IN ('fifo', 'picked'))
);
CREATE INDEX sale_lot_by_sale ON portfolio.sale_lot (account_id, sale_id, holding_id);
-- The foreign key of the sale looks here when a sale is deleted.
CREATE INDEX sale_lot_of_sale ON portfolio.sale_lot (sale_id)`;

const EDIT = `
CREATE TABLE portfolio.edit (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES access.account ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL,
  summary text NOT NULL,
  -- A list of {table, before, after}: the rows that were changed, as they were and as they became.
  changes jsonb NOT NULL,
  undoes integer REFERENCES portfolio.edit ON DELETE CASCADE
);
CREATE INDEX edit_newest_first ON portfolio.edit (account_id, id DESC);
CREATE UNIQUE INDEX edit_undone_once ON portfolio.edit (undoes) WHERE undoes IS NOT NULL`;

// Blocks are derived from holdings by triggers. The account area's role may not write blocks itself, nor see accounts.
const TRIGGERS_AS_OWNER = ['summarize_inserted', 'summarize_updated', 'summarize_deleted', 'keep_default_brickfolio']
  .map((name) => `ALTER FUNCTION portfolio.${name}() SECURITY DEFINER SET search_path = pg_catalog, pg_temp;`)
  .join('');

const OWN = `account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer`;

// The first lock is the account in every statement. This one holds when a statement forgets it.
const SECOND_LOCK = `
ALTER TABLE portfolio.sale_lot ENABLE ROW LEVEL SECURITY;
ALTER TABLE portfolio.edit ENABLE ROW LEVEL SECURITY;
${['brickfolio', 'holding', 'holding_block', 'sale', 'sale_lot', 'edit']
  .map(
    (table) => `
CREATE POLICY own_rows_of_owner ON portfolio.${table} TO brickmarket_account USING (${OWN}) WITH CHECK (${OWN});`,
  )
  .join('')}`;

const GRANTS = `
GRANT USAGE ON SCHEMA portfolio, catalog, market TO brickmarket_account;
GRANT SELECT ON catalog.lego_set, market.value_step TO brickmarket_account;
GRANT SELECT ON portfolio.holding_block TO brickmarket_account;
GRANT SELECT, INSERT, DELETE ON portfolio.brickfolio, portfolio.holding, portfolio.sale, portfolio.sale_lot
  TO brickmarket_account;
GRANT UPDATE (name, description, is_default) ON portfolio.brickfolio TO brickmarket_account;
GRANT UPDATE (brickfolio_id, set_id, set_number, quantity, condition, purchase_price_cents, purchase_date, status, notes)
  ON portfolio.holding TO brickmarket_account;
GRANT UPDATE (set_id, platform, sale_date, quantity, gross_cents, platform_fees_cents, payment_fees_cents,
  shipping_cents, cost_basis_cents, notes) ON portfolio.sale TO brickmarket_account;
-- Edits are added and read, never changed.
GRANT SELECT, INSERT ON portfolio.edit TO brickmarket_account;
GRANT USAGE ON SEQUENCE portfolio.brickfolio_id_seq, portfolio.holding_id_seq, portfolio.sale_id_seq
  TO brickmarket_account`;
