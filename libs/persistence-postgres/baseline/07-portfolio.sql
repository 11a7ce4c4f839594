CREATE TABLE portfolio.book_version (
  account_id integer NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES access.account(id) ON DELETE CASCADE
) WITH (fillfactor='70');
GRANT SELECT ON portfolio.book_version TO brickmarket_api;

-- Read with every request and rarely larger than a few hundred kilobytes: not worth compressing.
CREATE TABLE portfolio.brickfolio (
  id integer GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  name text NOT NULL,
  description text,
  is_default boolean DEFAULT false NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT brickfolio_name_check CHECK (length(name) BETWEEN 1 AND 100),
  UNIQUE (account_id, id),
  UNIQUE (account_id, name),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES access.account(id)
);
CREATE UNIQUE INDEX brickfolio_one_default ON portfolio.brickfolio (account_id) WHERE is_default;
GRANT SELECT ON portfolio.brickfolio TO brickmarket_api;
GRANT SELECT, INSERT, DELETE, UPDATE (name, description, is_default) ON portfolio.brickfolio TO brickmarket_account;

CREATE TABLE portfolio.edit (
  id integer GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  at timestamptz DEFAULT clock_timestamp() NOT NULL,
  kind text NOT NULL,
  summary text NOT NULL,
  -- A list of {table, before, after}: the rows that were changed, as they were and as they became.
  changes jsonb NOT NULL,
  undoes integer,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES access.account(id) ON DELETE CASCADE,
  FOREIGN KEY (undoes) REFERENCES portfolio.edit(id) ON DELETE CASCADE
);
CREATE INDEX edit_newest_first ON portfolio.edit (account_id, id DESC);
CREATE UNIQUE INDEX edit_undone_once ON portfolio.edit (undoes) WHERE undoes IS NOT NULL;
GRANT SELECT, INSERT ON portfolio.edit TO brickmarket_account;

CREATE TABLE portfolio.holding (
  id integer GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  brickfolio_id integer NOT NULL,
  set_id integer NOT NULL,
  -- The set's own number, kept here as well because lists are ordered by it.
  set_number text NOT NULL COLLATE "C",
  quantity integer NOT NULL,
  condition text NOT NULL,
  purchase_price_cents integer,
  purchase_date date,
  status text NOT NULL,
  notes text,
  version integer DEFAULT 1 NOT NULL,
  origins text[] DEFAULT '{}' NOT NULL,
  shipping_paid_cents integer,
  tax_paid_cents integer,
  bought_from text,
  stored_at text,
  CONSTRAINT holding_condition_check CHECK (condition IN ('sealed', 'used')),
  CONSTRAINT holding_purchase_date_check CHECK (purchase_date BETWEEN '1900-01-01' AND '2999-12-31'),
  CONSTRAINT holding_purchase_price_cents_check CHECK (purchase_price_cents BETWEEN 0 AND 100000000),
  CONSTRAINT holding_quantity_check CHECK (quantity BETWEEN 1 AND 10000),
  CONSTRAINT holding_shipping_paid_cents_check CHECK (shipping_paid_cents BETWEEN 0 AND 100000000),
  CONSTRAINT holding_status_check CHECK (status IN ('owned', 'listed', 'sold')),
  CONSTRAINT holding_tax_paid_cents_check CHECK (tax_paid_cents BETWEEN 0 AND 100000000),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id, brickfolio_id) REFERENCES portfolio.brickfolio(account_id, id),
  FOREIGN KEY (set_id, set_number) REFERENCES catalog.lego_set(id, set_number) ON UPDATE CASCADE
) WITH (autovacuum_vacuum_insert_threshold='1000', autovacuum_vacuum_insert_scale_factor='0.02');
-- To find the holdings of a block again.
CREATE INDEX holding_by_block ON portfolio.holding (brickfolio_id, ((set_id % 256)));
CREATE INDEX holding_by_set ON portfolio.holding (set_id, account_id);
-- In the order of the list and with all that it shows: a page is read in one stretch, without the table.
CREATE INDEX holding_in_order ON portfolio.holding (account_id, brickfolio_id, set_number, id) INCLUDE (set_id,
  quantity, condition, purchase_price_cents, purchase_date, status);
GRANT SELECT ON portfolio.holding TO brickmarket_api;
GRANT SELECT, INSERT, DELETE, UPDATE (brickfolio_id, set_id, set_number, quantity, condition, purchase_price_cents,
  purchase_date, status, notes, origins, shipping_paid_cents, tax_paid_cents, bought_from, stored_at) ON
  portfolio.holding TO brickmarket_account;
GRANT SELECT (account_id, set_id, quantity, condition, purchase_price_cents, status) ON portfolio.holding TO
  brickmarket_deliver;

CREATE TABLE portfolio.holding_block (
  account_id integer NOT NULL,
  brickfolio_id integer NOT NULL,
  -- The set's id modulo 256.
  block integer NOT NULL,
  -- Sold ones included.
  holding_count integer NOT NULL,
  -- Four integers for each holding that is not sold, by set number and id: the set's id times 4 (plus 2 when used, plus
  -- 1 when listed), quantity, price in cents, days from 1970-01-01 to the purchase; NULL where unknown. An array's
  -- text: converting 32,000 integers to text at every read took the server seven times as long as sending stored text.
  unsold text NOT NULL,
  CONSTRAINT holding_block_holding_count_check CHECK (holding_count > 0),
  PRIMARY KEY (account_id, brickfolio_id, block),
  FOREIGN KEY (account_id, brickfolio_id) REFERENCES portfolio.brickfolio(account_id, id) ON DELETE CASCADE
) WITH (fillfactor='70');
GRANT SELECT ON portfolio.holding_block TO brickmarket_api, brickmarket_account;

-- What columns are, as a person said it, by the header of the files.
CREATE TABLE portfolio.import_columns (
  account_id integer NOT NULL,
  header text NOT NULL,
  -- The file's name for each column of the project's own format.
  columns jsonb NOT NULL,
  named_at timestamptz DEFAULT clock_timestamp() NOT NULL,
  PRIMARY KEY (account_id, header),
  FOREIGN KEY (account_id) REFERENCES access.account(id) ON DELETE CASCADE
);
GRANT SELECT, INSERT, DELETE, UPDATE ON portfolio.import_columns TO brickmarket_account;

CREATE TABLE portfolio.import_file (
  id integer GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  file_name text NOT NULL,
  state text DEFAULT 'reading' NOT NULL,
  kind text,
  source text,
  fault text,
  progress real DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT clock_timestamp() NOT NULL,
  committed_at timestamptz,
  undone_at timestamptz,
  -- Brickfolios that the commit created for its rows.
  made_brickfolios integer[] DEFAULT '{}'::integer[] NOT NULL,
  seen_at timestamptz DEFAULT statement_timestamp() NOT NULL,
  -- Names the preview that is shown.
  preview text,
  -- The edit by which it was committed.
  edit_id integer,
  -- What has to be said before the file can be read: which column is what, or the order of its dates.
  question text,
  -- The names of its columns, where it is asked what they are.
  columns_found text[] DEFAULT '{}' NOT NULL,
  -- The brickfolio for copies of which the file names none; null for the default one.
  brickfolio text,
  -- By the position of each row, the row of the portfolio that it added or changed; null for one that did not.
  result_ids integer[],
  CONSTRAINT import_file_kind_check CHECK (kind IN ('collection', 'sales')),
  CONSTRAINT import_file_question_check CHECK (question IN ('columns', 'dates')),
  CONSTRAINT import_file_state_check CHECK (state IN ('reading', 'ready', 'failed', 'committed', 'undone')),
  UNIQUE (account_id, id),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES access.account(id) ON DELETE CASCADE
);
GRANT SELECT, INSERT, DELETE, UPDATE ON portfolio.import_file TO brickmarket_account;

-- Every row is written again when it is committed, in the room left on its page, without new index entries.
CREATE TABLE portfolio.import_row (
  account_id integer NOT NULL,
  import_id integer NOT NULL,
  "position" integer NOT NULL,
  line integer NOT NULL,
  text text NOT NULL,
  -- The holding or sale under the names of its columns; null when the row cannot be read.
  record jsonb,
  reason text,
  nearest text[] DEFAULT '{}' NOT NULL,
  action text DEFAULT 'take' NOT NULL,
  is_corrected boolean DEFAULT false NOT NULL,
  state text DEFAULT 'new' NOT NULL,
  -- The stored record that the row equals or changes.
  match_id integer,
  -- The record that the commit added or changed, all its details as the commit left them, and as they were before.
  result_id integer,
  result text,
  before jsonb,
  is_kept boolean DEFAULT false NOT NULL,
  -- Why the comparison with the portfolio rejects a row; null as long as it does not.
  fault text,
  CONSTRAINT import_row_action_check CHECK (action IN ('take', 'add', 'leave')),
  CONSTRAINT import_row_state_check CHECK (state IN ('new', 'same', 'changed', 'rejected', 'left')),
  PRIMARY KEY (import_id, "position"),
  FOREIGN KEY (account_id, import_id) REFERENCES portfolio.import_file(account_id, id) ON DELETE CASCADE
) WITH (fillfactor='50');
CREATE INDEX import_row_by_state ON portfolio.import_row (import_id, state, "position");
GRANT SELECT, INSERT, DELETE, UPDATE ON portfolio.import_row TO brickmarket_account;

CREATE TABLE portfolio.sale (
  id integer GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  set_id integer NOT NULL,
  platform text NOT NULL,
  sale_date date NOT NULL,
  quantity integer NOT NULL,
  -- Totals of the line. A fee below zero is a credit.
  gross_cents integer NOT NULL,
  platform_fees_cents integer NOT NULL,
  payment_fees_cents integer NOT NULL,
  shipping_cents integer NOT NULL,
  cost_basis_cents integer,
  notes text,
  version integer DEFAULT 1 NOT NULL,
  origins text[] DEFAULT '{}' NOT NULL,
  CONSTRAINT sale_cost_basis_cents_check CHECK (cost_basis_cents BETWEEN 0 AND 1000000000),
  CONSTRAINT sale_gross_cents_check CHECK (gross_cents BETWEEN 0 AND 1000000000),
  CONSTRAINT sale_payment_fees_cents_check CHECK (payment_fees_cents BETWEEN '-1000000000'::integer AND 1000000000),
  CONSTRAINT sale_platform_check CHECK (platform ~ '^[a-z0-9][a-z0-9 ._-]{0,39}$'),
  CONSTRAINT sale_platform_fees_cents_check CHECK (platform_fees_cents BETWEEN '-1000000000'::integer AND 1000000000),
  CONSTRAINT sale_quantity_check CHECK (quantity BETWEEN 1 AND 10000),
  CONSTRAINT sale_sale_date_check CHECK (sale_date BETWEEN '1900-01-01' AND '2999-12-31'),
  CONSTRAINT sale_shipping_cents_check CHECK (shipping_cents BETWEEN '-1000000000'::integer AND 1000000000),
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES access.account(id),
  FOREIGN KEY (set_id) REFERENCES catalog.lego_set(id)
) WITH (autovacuum_vacuum_insert_threshold='1000', autovacuum_vacuum_insert_scale_factor='0.02');
CREATE INDEX sale_by_set ON portfolio.sale (set_id);
CREATE INDEX sale_newest_first ON portfolio.sale (account_id, sale_date DESC, id DESC);
GRANT SELECT ON portfolio.sale TO brickmarket_api;
GRANT SELECT, INSERT, DELETE, UPDATE (set_id, platform, sale_date, quantity, gross_cents, platform_fees_cents,
  payment_fees_cents, shipping_cents, cost_basis_cents, notes, origins) ON portfolio.sale TO brickmarket_account;

CREATE TABLE portfolio.sale_lot (
  holding_id integer NOT NULL,
  account_id integer NOT NULL,
  sale_id integer NOT NULL,
  method text NOT NULL,
  CONSTRAINT sale_lot_method_check CHECK (method IN ('fifo', 'picked')),
  PRIMARY KEY (holding_id),
  FOREIGN KEY (holding_id) REFERENCES portfolio.holding(id) ON DELETE CASCADE,
  FOREIGN KEY (sale_id) REFERENCES portfolio.sale(id) ON DELETE CASCADE
);
CREATE INDEX sale_lot_by_sale ON portfolio.sale_lot (account_id, sale_id, holding_id);
-- The foreign key of the sale looks here when a sale is deleted.
CREATE INDEX sale_lot_of_sale ON portfolio.sale_lot (sale_id);
GRANT SELECT, INSERT, DELETE ON portfolio.sale_lot TO brickmarket_account;

CREATE TABLE portfolio.selling_fees (
  account_id integer NOT NULL,
  platform text NOT NULL,
  is_used boolean NOT NULL,
  -- Hundredths of a percent of the price.
  commission_basis_points integer,
  commission_fixed_cents integer,
  payment_basis_points integer,
  payment_fixed_cents integer,
  shipping_cents integer,
  CONSTRAINT selling_fees_commission_basis_points_check CHECK (commission_basis_points BETWEEN 0 AND 10000),
  CONSTRAINT selling_fees_commission_fixed_cents_check CHECK (commission_fixed_cents >= 0),
  CONSTRAINT selling_fees_payment_basis_points_check CHECK (payment_basis_points BETWEEN 0 AND 10000),
  CONSTRAINT selling_fees_payment_fixed_cents_check CHECK (payment_fixed_cents >= 0),
  CONSTRAINT selling_fees_shipping_cents_check CHECK (shipping_cents >= 0),
  PRIMARY KEY (account_id, platform),
  FOREIGN KEY (account_id) REFERENCES access.account(id) ON DELETE CASCADE
);
GRANT SELECT, INSERT, DELETE, UPDATE ON portfolio.selling_fees TO brickmarket_account;
GRANT SELECT (account_id, platform, is_used, commission_basis_points, commission_fixed_cents, payment_basis_points,
  payment_fixed_cents, shipping_cents) ON portfolio.selling_fees TO brickmarket_deliver;

GRANT USAGE ON SEQUENCE portfolio.brickfolio_id_seq, portfolio.holding_id_seq, portfolio.sale_id_seq
  TO brickmarket_account;
