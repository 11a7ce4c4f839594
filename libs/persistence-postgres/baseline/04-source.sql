CREATE SEQUENCE source.change_mark;

-- Sales that have arrived and are compared when values are next published.
CREATE TABLE source.arrived_sale (
  source_id integer NOT NULL,
  source_ref text NOT NULL COLLATE "C",
  PRIMARY KEY (source_id, source_ref)
);

CREATE TABLE source.changed_item (
  item_id integer NOT NULL,
  mark bigint DEFAULT nextval('source.change_mark'::regclass) NOT NULL,
  -- The mark that the last valuation saw, and the day of the first sale that was too late for it. As long as the item
  -- is not marked again, it need not be valued before that day. Null when no valuation has seen the item since it was
  -- marked.
  seen_mark bigint,
  due_on date,
  PRIMARY KEY (item_id)
);

-- What an import changed of a set: the details that changed, by their columns, as they were and as it made them.
CREATE TABLE source.details_before (
  import_id integer NOT NULL,
  set_id integer NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  PRIMARY KEY (import_id, set_id)
);

-- The sales themselves, as the last import brought them. None when that was undone: the decision holds without it.
CREATE TABLE source.excluded_sale (
  source_id integer NOT NULL,
  source_ref text NOT NULL COLLATE "C",
  item_id integer NOT NULL,
  condition source.sale_condition NOT NULL,
  sold_day date NOT NULL,
  price_cents integer NOT NULL,
  quantity integer NOT NULL,
  import_id integer,
  is_incomplete boolean DEFAULT false NOT NULL,
  PRIMARY KEY (source_id, source_ref)
);
CREATE INDEX excluded_sale_decided ON source.excluded_sale (source_id) WHERE NOT is_incomplete;
CREATE INDEX excluded_sale_incomplete ON source.excluded_sale (item_id) WHERE is_incomplete;

-- No foreign key, which would be checked row by row: the import looks items up, and items never disappear.
CREATE TABLE source.market_sale (
  source_ref text NOT NULL COLLATE "C",
  item_id integer NOT NULL,
  price_cents integer NOT NULL,
  quantity integer NOT NULL,
  sold_day date NOT NULL,
  source_id integer NOT NULL,
  condition source.sale_condition NOT NULL,
  -- The import that wrote a sale last.
  import_id integer,
  CONSTRAINT market_sale_price_cents_check CHECK (price_cents >= 0),
  CONSTRAINT market_sale_quantity_check CHECK (quantity >= 1),
  PRIMARY KEY (source_id, source_ref)
);
-- Everything a valuation reads: the sales of some items come from here alone, wherever their rows lie.
CREATE INDEX market_sale_by_item ON source.market_sale (item_id, sold_day) INCLUDE (condition, price_cents, quantity);

-- Every look once: different looks at one instant are all kept, and the fold decides between them. No foreign key,
-- which would be checked row by row: the state of the same set and retailer, written in the same transaction, has it.
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
  import_id integer DEFAULT (NULLIF(current_setting('brickmarket.import_id', true), ''))::integer,
  PRIMARY KEY (set_id, retailer, observed_at, content)
);

-- Sales as they were before an import corrected them, and the import that had written them.
CREATE TABLE source.sale_before (
  import_id integer NOT NULL,
  source_id integer NOT NULL,
  source_ref text NOT NULL COLLATE "C",
  item_id integer NOT NULL,
  condition source.sale_condition NOT NULL,
  sold_day date NOT NULL,
  price_cents integer NOT NULL,
  quantity integer NOT NULL,
  import_before integer,
  is_incomplete boolean DEFAULT false NOT NULL,
  PRIMARY KEY (import_id, source_id, source_ref)
);

-- Decisions by whom, when and why. One that was taken back stays.
CREATE TABLE source.sale_exclusion (
  id integer GENERATED ALWAYS AS IDENTITY,
  source_id integer NOT NULL,
  source_ref text NOT NULL COLLATE "C",
  excluded_at timestamptz DEFAULT clock_timestamp() NOT NULL,
  excluded_by text NOT NULL,
  reason text NOT NULL,
  included_at timestamptz,
  included_by text,
  inclusion_reason text,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX sale_exclusion_in_force ON source.sale_exclusion (source_id, source_ref) WHERE included_at IS
  NULL;

-- A sale, and what was served on the day before it was sold. Written once, whatever becomes of the sale.
CREATE TABLE source.sale_score (
  source_id integer NOT NULL,
  source_ref text NOT NULL COLLATE "C",
  item_id integer NOT NULL,
  sold_day date NOT NULL,
  -- It counts in this month.
  scored_on date NOT NULL,
  kind text NOT NULL,
  theme text,
  paid_cents integer NOT NULL,
  value_cents integer NOT NULL,
  low_cents integer NOT NULL,
  high_cents integer NOT NULL,
  data_tier text NOT NULL,
  average6m_cents integer,
  quantity_average6m_cents integer,
  last_sale_cents integer,
  median30d_cents integer,
  PRIMARY KEY (source_id, source_ref)
);
CREATE INDEX sale_score_by_day ON source.sale_score USING brin (scored_on) WITH (pages_per_range='16');

CREATE TABLE source.sale_source (
  id integer GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL COLLATE "C",
  UNIQUE (name),
  PRIMARY KEY (id)
);

-- What was served from the end of a day on, until the end of the day of the next row.
CREATE TABLE source.served_value (
  item_id integer NOT NULL,
  condition source.sale_condition NOT NULL,
  served_on date NOT NULL,
  -- Null: nothing was served any more.
  value_cents integer,
  low_cents integer,
  high_cents integer,
  data_tier text NOT NULL,
  average6m_cents integer,
  quantity_average6m_cents integer,
  last_sale_cents integer,
  median30d_cents integer,
  PRIMARY KEY (item_id, condition, served_on)
);
-- Rows are written day by day: a few pages tell where the old ones are.
CREATE INDEX served_value_by_day ON source.served_value USING brin (served_on) WITH (pages_per_range='16');
