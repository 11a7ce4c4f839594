-- Counts the changes of an account's books, in the transaction that changes them.
CREATE OR REPLACE FUNCTION portfolio.raise_book_version() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  changed CONSTANT integer := CASE TG_OP WHEN 'DELETE' THEN OLD.account_id ELSE NEW.account_id END;
BEGIN
  -- Once for each transaction, however many rows it has changed.
  IF EXISTS (SELECT FROM portfolio.book_version b
             WHERE b.account_id = changed AND b.xmin = pg_current_xact_id()::xid) THEN
    RETURN NULL;
  END IF;
  -- An account that is deleted in the same transaction has no version any more.
  INSERT INTO portfolio.book_version AS b (account_id, version)
  SELECT a.id, 1 FROM access.account a WHERE a.id = changed
  ON CONFLICT (account_id) DO UPDATE SET version = b.version + 1;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION portfolio.raise_book_version FROM PUBLIC;
