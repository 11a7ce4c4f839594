-- Counts the changes of a row: an edit names the version that it has seen.
CREATE OR REPLACE FUNCTION portfolio.raise_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION portfolio.raise_version FROM PUBLIC;
