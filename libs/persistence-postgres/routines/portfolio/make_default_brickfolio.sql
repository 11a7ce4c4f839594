-- Every account has exactly one default: made with the account, kept by keep_default_brickfolio().
CREATE OR REPLACE FUNCTION portfolio.make_default_brickfolio() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO portfolio.brickfolio (account_id, name, is_default) VALUES (NEW.id, 'My brickfolio', true);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION portfolio.make_default_brickfolio FROM PUBLIC;
