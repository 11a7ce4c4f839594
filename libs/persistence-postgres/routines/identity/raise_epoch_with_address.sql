-- By a trigger, so that no way to write an address can forget it.
CREATE OR REPLACE FUNCTION identity.raise_epoch_with_address() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM identity.raise_epoch(NEW.id);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION identity.raise_epoch_with_address FROM PUBLIC;
