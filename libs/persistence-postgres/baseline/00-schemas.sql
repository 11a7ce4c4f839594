CREATE SCHEMA access;
CREATE SCHEMA catalog;
CREATE SCHEMA events;
CREATE SCHEMA identity;
CREATE SCHEMA market;
CREATE SCHEMA ops;
CREATE SCHEMA portfolio;
CREATE SCHEMA retail;
CREATE SCHEMA source;
GRANT USAGE ON SCHEMA access, catalog, market, portfolio, retail TO brickmarket_api, brickmarket_account,
  brickmarket_deliver;
GRANT USAGE ON SCHEMA events TO brickmarket_deliver, brickmarket_account;
GRANT USAGE ON SCHEMA identity TO brickmarket_account;
GRANT USAGE ON SCHEMA ops TO brickmarket_api, brickmarket_account;

CREATE TYPE retail.retailer AS ENUM ('retailer_a', 'retailer_b');
CREATE TYPE retail.seller_type AS ENUM ('retailer', 'third_party');
CREATE TYPE source.sale_condition AS ENUM ('sealed', 'used');

-- Indexes need its text, which is also in ../routines.
CREATE FUNCTION catalog.barcode_key(code text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS 'SELECT lpad(ltrim(code, ''0''), greatest(13, length(ltrim(code, ''0''))), ''0'')';

-- Triggers need their functions, whose texts are in ../routines.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'access.hold_key_limit', 'events.await_matching', 'events.doubt_new_address',
    'events.forget_account', 'events.forget_event', 'events.forget_rule',
    'events.verify_endpoint', 'identity.raise_epoch_with_address', 'identity.raise_epoch_with_password',
    'identity.refuse_change', 'market.hold_published_months', 'market.hold_scores',
    'portfolio.keep_default_brickfolio', 'portfolio.make_default_brickfolio', 'portfolio.raise_book_version',
    'portfolio.raise_version', 'portfolio.summarize_deleted', 'portfolio.summarize_inserted',
    'portfolio.summarize_updated'
  ] LOOP
    EXECUTE format('CREATE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql AS %L', name,
      'BEGIN RAISE ''the routines of this database are missing: run "brickmarket db migrate"''; END');
  END LOOP;
END $$;
