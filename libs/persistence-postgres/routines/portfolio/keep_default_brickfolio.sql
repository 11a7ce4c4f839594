-- Checked at the end of a transaction: the default may be another one than before, but there is one.
CREATE OR REPLACE FUNCTION portfolio.keep_default_brickfolio() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM access.account a WHERE a.id = OLD.account_id
             AND NOT EXISTS (SELECT FROM portfolio.brickfolio b WHERE b.account_id = a.id AND b.is_default)) THEN
    RAISE EXCEPTION 'an account has exactly one default brickfolio'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'brickfolio_default_kept';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION portfolio.keep_default_brickfolio FROM PUBLIC;
