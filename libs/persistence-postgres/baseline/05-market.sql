CREATE TABLE market.backtest (
  id integer GENERATED ALWAYS AS IDENTITY,
  ran_at timestamptz NOT NULL,
  report jsonb NOT NULL,
  PRIMARY KEY (id)
);
GRANT SELECT ON market.backtest TO brickmarket_api;

CREATE TABLE market.forecast (
  id integer GENERATED ALWAYS AS IDENTITY,
  learned_at timestamptz NOT NULL,
  -- Tables of changes and of sales, and for each whether it is shown, with what that rests on.
  forecast jsonb NOT NULL,
  PRIMARY KEY (id)
);
GRANT SELECT ON market.forecast TO brickmarket_api, brickmarket_account;

CREATE TABLE market.incomplete_sales (
  item_id integer NOT NULL,
  condition text NOT NULL,
  sales integer NOT NULL,
  PRIMARY KEY (item_id, condition)
);
GRANT SELECT ON market.incomplete_sales TO brickmarket_api, brickmarket_account;

-- Minifigs have one market; their value is the one under 'used'.
CREATE TABLE market.item_value (
  item_id integer NOT NULL,
  condition text NOT NULL,
  value_cents integer,
  low_cents integer,
  high_cents integer,
  data_tier text NOT NULL,
  calculated_at timestamptz NOT NULL,
  -- Sales up to and including this day were known.
  valued_on date NOT NULL,
  -- Key of the facts that the value was computed with.
  facts_key bigint NOT NULL,
  CONSTRAINT item_value_check CHECK (num_nulls(value_cents, low_cents, high_cents) = ANY (ARRAY[0, 3])),
  CONSTRAINT item_value_condition_check CHECK (condition IN ('sealed', 'used')),
  CONSTRAINT item_value_data_tier_check CHECK (data_tier IN ('high', 'medium', 'low', 'modelled', 'none')),
  PRIMARY KEY (item_id, condition)
) WITH (fillfactor='70');
GRANT SELECT ON market.item_value TO brickmarket_api, brickmarket_account;
GRANT SELECT (item_id, condition, value_cents) ON market.item_value TO brickmarket_deliver;

CREATE TABLE market.month_recheck (
  item_id integer NOT NULL,
  mark bigint DEFAULT nextval('source.change_mark'::regclass) NOT NULL,
  PRIMARY KEY (item_id)
);

CREATE TABLE market.month_restatement (
  id integer GENERATED ALWAYS AS IDENTITY,
  item_id integer NOT NULL,
  condition text NOT NULL,
  month date NOT NULL,
  restated_at timestamptz DEFAULT now() NOT NULL,
  restated_by text NOT NULL,
  reason text NOT NULL,
  -- The published month before and after; null where there was or is nothing to say.
  before jsonb,
  after jsonb,
  PRIMARY KEY (id)
);

-- Which months of a set are published: all from the first to the last one here, whether or not anything was sold in
-- them.
CREATE TABLE market.month_series (
  item_id integer NOT NULL,
  condition text NOT NULL,
  first_month date NOT NULL,
  through_month date NOT NULL,
  CONSTRAINT month_series_check CHECK (through_month >= first_month),
  CONSTRAINT month_series_condition_check CHECK (condition IN ('sealed', 'used')),
  PRIMARY KEY (item_id, condition),
  FOREIGN KEY (item_id) REFERENCES catalog.lego_set(id)
);
GRANT SELECT ON market.month_series TO brickmarket_api, brickmarket_account;

-- Published months with sales or an event. A published month that is not here had neither.
CREATE TABLE market.month_value (
  item_id integer NOT NULL,
  condition text NOT NULL,
  month date NOT NULL,
  value_cents integer,
  low_cents integer,
  high_cents integer,
  sales_count integer NOT NULL,
  event text,
  CONSTRAINT month_value_check CHECK (
    num_nulls(value_cents, low_cents, high_cents) = CASE sales_count WHEN 0 THEN 3 ELSE 0 END),
  CONSTRAINT month_value_condition_check CHECK (condition IN ('sealed', 'used')),
  CONSTRAINT month_value_event_check CHECK (event IN ('released', 'retired')),
  CONSTRAINT month_value_month_check CHECK (extract(day FROM month) = 1),
  PRIMARY KEY (item_id, condition, month)
);
GRANT SELECT ON market.month_value TO brickmarket_api, brickmarket_account;

-- The figures of each month; they stay as they are from the end of the month on.
CREATE TABLE market.scorecard (
  month date NOT NULL,
  sales integer NOT NULL,
  report jsonb NOT NULL,
  reported_at timestamptz NOT NULL,
  -- Null until the month is over.
  closed_at timestamptz,
  CONSTRAINT scorecard_month_check CHECK (extract(day FROM month) = 1),
  PRIMARY KEY (month)
);
GRANT SELECT ON market.scorecard TO brickmarket_api;

-- Items whose sales had changed when they were read, and the mark of that change.
CREATE UNLOGGED TABLE market.shard_change (
  item_id integer,
  mark bigint
);

-- Values that have moved away from what they were 30 days before.
CREATE UNLOGGED TABLE market.shard_move (
  item_id integer,
  condition varchar(6),
  ago_cents integer,
  value_cents integer
);

CREATE UNLOGGED TABLE market.shard_step (
  item_id integer,
  condition varchar(6),
  day integer,
  value_cents integer
);

-- What shards have come to, until all of them are published at once; days count from 1970.
CREATE UNLOGGED TABLE market.shard_value (
  item_id integer,
  condition varchar(6),
  value_cents integer,
  low_cents integer,
  high_cents integer,
  data_tier varchar(8),
  facts_key bigint,
  has_past boolean,
  -- The value in force; null also where it is unknown.
  before_cents integer,
  -- Whether there is none yet.
  is_new boolean NOT NULL,
  -- Whether it differs from the one in force, or from the last one of the past that the run fills in.
  is_step boolean NOT NULL,
  average6m_cents integer,
  quantity_average6m_cents integer,
  last_sale_cents integer,
  median30d_cents integer
);

-- One row while a valuation is divided: what its shards have in common.
CREATE UNLOGGED TABLE market.sharded_run (
  as_of date NOT NULL,
  -- Sales of later days are read.
  sales_after date NOT NULL,
  retail_since timestamptz NOT NULL,
  has_outgrown boolean NOT NULL,
  model jsonb NOT NULL
);

CREATE TABLE market.valuation_run (
  id integer GENERATED ALWAYS AS IDENTITY,
  as_of date NOT NULL,
  calculated_at timestamptz NOT NULL,
  items integer NOT NULL,
  sales integer NOT NULL,
  finished_at timestamptz DEFAULT now() NOT NULL,
  -- What was learned from the whole market; null for a run that used what an earlier one had learned.
  model jsonb,
  -- As in ops.data_version before the facts were read; null where they were not noted.
  catalog_version bigint,
  retail_version bigint,
  learned jsonb,
  PRIMARY KEY (id)
);
GRANT SELECT (id, as_of, calculated_at, sales, learned) ON market.valuation_run TO brickmarket_api;

CREATE UNLOGGED TABLE market.value_shard (
  first_item_id integer NOT NULL,
  last_item_id integer NOT NULL,
  -- The items between these that are valued; null: all.
  item_ids integer[],
  -- How many items were valued, and by how many sales; null until then.
  items integer,
  sales integer,
  CONSTRAINT value_shard_check CHECK (last_item_id >= first_item_id),
  PRIMARY KEY (first_item_id)
);

CREATE TABLE market.value_step (
  item_id integer NOT NULL,
  condition text NOT NULL,
  day date NOT NULL,
  value_cents integer,
  CONSTRAINT value_step_condition_check CHECK (condition IN ('sealed', 'used')),
  PRIMARY KEY (item_id, condition, day)
);
GRANT SELECT ON market.value_step TO brickmarket_api, brickmarket_account;
