import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which import brought which rows, so that it can be taken back. Rows of earlier imports, and of the last release while
 * both run, belong to none. No index: an import is looked for rarely, and then among all rows.
 */
export class RecordImports1794917100003 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(IMPORTS);
    await queryRunner.query(SALES);
    await queryRunner.query(RETAIL);
    await queryRunner.query(DETAILS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TABLE source.details_before, source.sale_before, ops.import_run;
ALTER TABLE retail.product_code DROP COLUMN import_id, DROP COLUMN seen_import_id;
ALTER TABLE source.retail_observation DROP COLUMN import_id;
ALTER TABLE source.market_sale DROP COLUMN import_id`);
  }
}

const IMPORTS = `
CREATE TABLE ops.import_run (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  files text[] NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  undone_at timestamptz,
  inserted integer,
  changed integer,
  unchanged integer,
  rejected integer,
  checksum text,
  fault text
)`;

const SALES = `
-- The import that wrote a sale last.
ALTER TABLE source.market_sale ADD COLUMN import_id integer;
-- Sales as they were before an import corrected them, and the import that had written them.
CREATE TABLE source.sale_before (
  import_id integer NOT NULL,
  source_id integer NOT NULL,
  source_ref text COLLATE "C" NOT NULL,
  item_id integer NOT NULL,
  condition source.sale_condition NOT NULL,
  sold_day date NOT NULL,
  price_cents integer NOT NULL,
  quantity integer NOT NULL,
  import_before integer,
  PRIMARY KEY (import_id, source_id, source_ref)
)`;

// By COPY rows are written as they were staged: the import is a setting of its transaction.
const THIS_IMPORT = `nullif(current_setting('brickmarket.import_id', true), '')::integer`;
const RETAIL = `
ALTER TABLE source.retail_observation ADD COLUMN import_id integer;
ALTER TABLE source.retail_observation ALTER COLUMN import_id SET DEFAULT ${THIS_IMPORT};
-- The import that brought a code, and the one that saw it last.
ALTER TABLE retail.product_code ADD COLUMN import_id integer, ADD COLUMN seen_import_id integer;
ALTER TABLE retail.product_code
  ALTER COLUMN import_id SET DEFAULT ${THIS_IMPORT}, ALTER COLUMN seen_import_id SET DEFAULT ${THIS_IMPORT}`;

const DETAILS = `
-- What an import changed of a set: the details that changed, by their columns, as they were and as it made them.
CREATE TABLE source.details_before (
  import_id integer NOT NULL,
  set_id integer NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  PRIMARY KEY (import_id, set_id)
)`;
