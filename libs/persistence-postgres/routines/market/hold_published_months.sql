-- Published months change only when they are re-stated.
CREATE OR REPLACE FUNCTION market.hold_published_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('brickmarket.restating', true) = 'on' THEN RETURN coalesce(NEW, OLD); END IF;
  RAISE EXCEPTION 'a published month does not change: re-state it' USING ERRCODE = 'restrict_violation';
END $$;
REVOKE ALL ON FUNCTION market.hold_published_months FROM PUBLIC;
