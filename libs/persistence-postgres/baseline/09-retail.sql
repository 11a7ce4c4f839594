-- What is true of a set at both retailers together: the codes last seen, and when a price last changed at either.
CREATE TABLE retail.listing (
  set_id integer NOT NULL,
  asin text,
  upc text,
  ean text,
  latest_change_at timestamptz,
  PRIMARY KEY (set_id),
  FOREIGN KEY (set_id) REFERENCES catalog.lego_set(id)
);
GRANT SELECT ON retail.listing TO brickmarket_api, brickmarket_account;
GRANT SELECT (set_id) ON retail.listing TO brickmarket_deliver;

-- No foreign key, which would be checked row by row: the state of the same set and retailer, written in the same
-- transaction, has it.
CREATE TABLE retail.price_change (
  set_id integer NOT NULL,
  retailer retail.retailer NOT NULL,
  changed_at timestamptz NOT NULL,
  price_cents integer,
  seller_type retail.seller_type,
  PRIMARY KEY (set_id, retailer, changed_at)
);
GRANT SELECT ON retail.price_change TO brickmarket_account;

CREATE TABLE retail.price_state (
  set_id integer NOT NULL,
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
  PRIMARY KEY (set_id, retailer),
  FOREIGN KEY (set_id) REFERENCES catalog.lego_set(id)
);
GRANT SELECT ON retail.price_state TO brickmarket_api, brickmarket_account;
GRANT SELECT (set_id, retailer, lowest_fba_cents, last_checked_at) ON retail.price_state TO brickmarket_deliver;

-- Every code a set was seen with. The key is the code in the one form it is looked up by: an ASIN has 10 characters and
-- a barcode key at least 13, so the two never meet.
CREATE TABLE retail.product_code (
  code_key text NOT NULL COLLATE "C",
  kind text NOT NULL,
  code text NOT NULL,
  set_id integer NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- The import that brought a code, and the one that saw it last.
  import_id integer DEFAULT (NULLIF(current_setting('brickmarket.import_id', true), ''))::integer,
  seen_import_id integer DEFAULT (NULLIF(current_setting('brickmarket.import_id', true), ''))::integer,
  CONSTRAINT product_code_kind_check CHECK (kind IN ('asin', 'upc', 'ean')),
  PRIMARY KEY (code_key, kind),
  FOREIGN KEY (set_id) REFERENCES catalog.lego_set(id)
);
CREATE INDEX product_code_by_set ON retail.product_code (set_id);
GRANT SELECT ON retail.product_code TO brickmarket_api, brickmarket_account;
