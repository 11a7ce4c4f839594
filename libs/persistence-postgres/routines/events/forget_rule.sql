-- In place of foreign keys: what refers to a rule that is deleted goes with it.
CREATE OR REPLACE FUNCTION events.forget_rule() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM events.rule_state t USING old_rows o WHERE t.rule_id = o.id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION events.forget_rule FROM PUBLIC;
