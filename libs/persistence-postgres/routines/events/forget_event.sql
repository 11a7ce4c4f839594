-- In place of foreign keys: what refers to an event that is deleted goes with it.
CREATE OR REPLACE FUNCTION events.forget_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM events.alert t USING old_rows o WHERE t.event_id = o.id;
  DELETE FROM events.delivery t USING old_rows o WHERE t.event_id = o.id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION events.forget_event FROM PUBLIC;
