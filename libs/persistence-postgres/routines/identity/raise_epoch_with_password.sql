-- By a trigger, so that no way to write a password can forget it.
CREATE OR REPLACE FUNCTION identity.raise_epoch_with_password() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.epoch := OLD.epoch + 1;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION identity.raise_epoch_with_password FROM PUBLIC;
