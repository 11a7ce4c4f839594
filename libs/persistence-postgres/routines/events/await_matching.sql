-- Every writer of events inserts into the log alone; what is new becomes pending by this.
CREATE OR REPLACE FUNCTION events.await_matching() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO events.pending (event_id) SELECT id FROM new_rows;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION events.await_matching FROM PUBLIC;
