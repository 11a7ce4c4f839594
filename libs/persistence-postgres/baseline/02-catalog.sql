CREATE SEQUENCE catalog.item_id AS integer;

CREATE TABLE catalog.item_change (
  item_id integer NOT NULL,
  part text NOT NULL COLLATE "C",
  version bigint NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT item_change_part_check CHECK (part IN ('catalog', 'value', 'retail', 'history')),
  PRIMARY KEY (item_id, part)
);
CREATE INDEX item_change_by_version ON catalog.item_change (part, version, item_id);
GRANT SELECT ON catalog.item_change TO brickmarket_api;

CREATE TABLE catalog.lego_set (
  id integer DEFAULT nextval('catalog.item_id'::regclass) NOT NULL,
  set_number text NOT NULL COLLATE "C",
  title text NOT NULL,
  theme text NOT NULL,
  subtheme text,
  year smallint,
  pieces integer NOT NULL,
  image_url text,
  upc text,
  ean text,
  msrp_cents integer,
  release_date date,
  exit_date date,
  box_width_mm double precision,
  box_height_mm double precision,
  box_depth_mm double precision,
  box_weight_g double precision,
  CONSTRAINT lego_set_check CHECK (num_nulls(box_width_mm, box_height_mm, box_depth_mm, box_weight_g) IN (0, 4)),
  CONSTRAINT lego_set_msrp_cents_check CHECK (msrp_cents >= 0),
  CONSTRAINT lego_set_pieces_check CHECK (pieces >= 0),
  CONSTRAINT lego_set_id_and_number UNIQUE (id, set_number),
  PRIMARY KEY (id),
  UNIQUE (set_number)
);
CREATE INDEX lego_set_by_ean ON catalog.lego_set (catalog.barcode_key(ean));
CREATE INDEX lego_set_by_upc ON catalog.lego_set (catalog.barcode_key(upc));
GRANT SELECT ON catalog.lego_set TO brickmarket_api, brickmarket_account;
GRANT SELECT (id, set_number, box_width_mm, box_height_mm, box_depth_mm, box_weight_g) ON catalog.lego_set TO
  brickmarket_deliver;

CREATE TABLE catalog.minifig (
  id integer DEFAULT nextval('catalog.item_id'::regclass) NOT NULL,
  minifig_number text NOT NULL COLLATE "C",
  name text NOT NULL,
  category text,
  color text,
  year_released smallint,
  image_url text,
  marketplace_number text COLLATE "C",
  UNIQUE (minifig_number),
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX marketplace_number_in_any_case ON catalog.minifig (lower(marketplace_number));
CREATE INDEX minifig_number_in_any_case ON catalog.minifig (lower(minifig_number));
GRANT SELECT ON catalog.minifig TO brickmarket_api, brickmarket_account;

CREATE TABLE catalog.number_change (
  -- From the sequence of items, so that one order holds for both.
  id integer DEFAULT nextval('catalog.item_id'::regclass) NOT NULL,
  kind text NOT NULL COLLATE "C",
  old_number text NOT NULL COLLATE "C",
  -- Null when the item was removed.
  item_id integer,
  version bigint NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT number_change_kind_check CHECK (kind IN ('set', 'minifig')),
  UNIQUE (id),
  PRIMARY KEY (kind, old_number)
);
CREATE INDEX number_change_by_version ON catalog.number_change (version);
GRANT SELECT ON catalog.number_change TO brickmarket_api, brickmarket_account;

CREATE TABLE catalog.set_minifig (
  set_id integer NOT NULL,
  minifig_id integer NOT NULL,
  quantity integer NOT NULL,
  CONSTRAINT set_minifig_quantity_check CHECK (quantity >= 1),
  PRIMARY KEY (set_id, minifig_id),
  FOREIGN KEY (minifig_id) REFERENCES catalog.minifig(id),
  FOREIGN KEY (set_id) REFERENCES catalog.lego_set(id)
);
CREATE INDEX set_minifig_by_minifig ON catalog.set_minifig (minifig_id, set_id);
GRANT SELECT ON catalog.set_minifig TO brickmarket_api, brickmarket_account;
