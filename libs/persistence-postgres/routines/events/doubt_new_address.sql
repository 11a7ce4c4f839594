-- A test that was sent to the address before must not verify the new one: it is forgotten, even while it is sent.
CREATE OR REPLACE FUNCTION events.doubt_new_address() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM events.delivery d USING events.event e
  WHERE d.endpoint_id = NEW.id AND d.state = 'pending' AND e.id = d.event_id AND e.kind = 'endpoint.test';
  NEW.verified_at := NULL;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION events.doubt_new_address FROM PUBLIC;
