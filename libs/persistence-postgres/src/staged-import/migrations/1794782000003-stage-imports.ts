import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that people look at before they import them, row by row, with what became of each row. */
export class StageImports1794782000003 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLES);
    await queryRunner.query(TRIGGERS_AS_OWNER);
    await queryRunner.query(SECOND_LOCK);
    await queryRunner.query(GRANTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE portfolio.import_row, portfolio.import_file');
  }
}

const TABLES = `
CREATE TABLE portfolio.import_file (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES access.account ON DELETE CASCADE,
  file_name text NOT NULL,
  state text NOT NULL DEFAULT 'reading' CHECK (state IN ('reading', 'ready', 'failed', 'committed', 'undone')),
  kind text CHECK (kind IN ('collection', 'sales')),
  source text,
  fault text,
  progress real NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  committed_at timestamptz,
  undone_at timestamptz,
  -- Brickfolios that the commit created for its rows.
  made_brickfolios integer[] NOT NULL DEFAULT '{}',
  UNIQUE (account_id, id)
);
CREATE TABLE portfolio.import_row (
  account_id integer NOT NULL,
  import_id integer NOT NULL,
  position integer NOT NULL,
  line integer NOT NULL,
  text text NOT NULL,
  -- The holding or sale under the names of its columns; null when the row cannot be read.
  record jsonb,
  reason text,
  nearest text[] NOT NULL DEFAULT '{}',
  action text NOT NULL DEFAULT 'take' CHECK (action IN ('take', 'add', 'leave')),
  is_corrected boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'same', 'changed', 'rejected', 'left')),
  -- The stored record that the row equals or changes.
  match_id integer,
  -- The record that the commit added or changed, all its details as the commit left them, and as they were before.
  result_id integer,
  result text,
  before jsonb,
  is_kept boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, position),
  FOREIGN KEY (account_id, import_id) REFERENCES portfolio.import_file (account_id, id) ON DELETE CASCADE
-- Every row is written again when it is committed: in the room left beside it, without new index entries.
) WITH (fillfactor = 50);
CREATE INDEX import_row_by_state ON portfolio.import_row (import_id, state, position)`;

// What is derived from holdings is written by their triggers, which the account area's role may not do itself.
const TRIGGERS_AS_OWNER = `
DO $$ DECLARE
  derived regprocedure;
BEGIN
  FOR derived IN SELECT p.oid::regprocedure FROM pg_proc p WHERE p.pronamespace = 'portfolio'::regnamespace
    AND p.proname IN ('summarize_inserted', 'summarize_updated', 'summarize_deleted', 'keep_default_brickfolio',
                      'summarize_new', 'summarize_old', 'summarize_both') LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = pg_catalog, pg_temp', derived);
  END LOOP;
END $$`;

const OWN = `account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer`;

// The first lock is the account in every statement. This one holds when a statement forgets it. Holdings, sales and
// brickfolios have theirs already where their owners edit them.
const SECOND_LOCK = ['import_file', 'import_row', 'brickfolio', 'holding', 'sale']
  .map(
    (table) => `
ALTER TABLE portfolio.${table} ENABLE ROW LEVEL SECURITY;
DO $$ BEGIN
  CREATE POLICY own_rows_of_owner ON portfolio.${table} TO brickmarket_account USING (${OWN}) WITH CHECK (${OWN});
EXCEPTION WHEN duplicate_object THEN NULL;
END $$;`,
  )
  .join('');

const GRANTS = `
GRANT USAGE ON SCHEMA portfolio TO brickmarket_account;
GRANT SELECT, INSERT, UPDATE, DELETE ON portfolio.import_file, portfolio.import_row TO brickmarket_account;
GRANT SELECT, INSERT, DELETE ON portfolio.brickfolio, portfolio.holding, portfolio.sale TO brickmarket_account;
GRANT UPDATE (quantity, purchase_price_cents, status, notes) ON portfolio.holding TO brickmarket_account;
GRANT UPDATE (quantity, gross_cents, platform_fees_cents, payment_fees_cents, shipping_cents, cost_basis_cents, notes)
  ON portfolio.sale TO brickmarket_account;
GRANT USAGE ON SEQUENCE portfolio.brickfolio_id_seq, portfolio.holding_id_seq, portfolio.sale_id_seq
  TO brickmarket_account`;
