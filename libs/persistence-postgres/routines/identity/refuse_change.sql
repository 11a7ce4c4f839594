-- Keeps the audit log as it was written.
CREATE OR REPLACE FUNCTION identity.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the audit log are never changed';
END $$;
REVOKE ALL ON FUNCTION identity.refuse_change FROM PUBLIC;
