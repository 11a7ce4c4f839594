-- Scores of sales and the figures of months that are over never change.
CREATE OR REPLACE FUNCTION market.hold_scores() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was scored does not change' USING ERRCODE = 'restrict_violation';
END $$;
REVOKE ALL ON FUNCTION market.hold_scores FROM PUBLIC;
