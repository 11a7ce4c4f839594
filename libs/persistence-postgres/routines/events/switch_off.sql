-- Switches an endpoint off, and tells its account in the inbox and by mail. What waits for it has failed.
CREATE OR REPLACE FUNCTION events.switch_off(unwanted integer, why text, moment timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account integer;
  address text;
  event bigint;
BEGIN
  UPDATE events.endpoint SET disabled_at = moment, disabled_reason = why
  WHERE id = unwanted AND disabled_at IS NULL RETURNING account_id, url INTO account, address;
  IF account IS NULL THEN RETURN; END IF;
  UPDATE events.delivery SET state = 'failed', finished_at = moment, leased_until = NULL
  WHERE endpoint_id = unwanted AND state = 'pending';
  INSERT INTO events.event (kind, subject, cause, account_id, occurred_at, facts)
  VALUES ('endpoint.disabled', 'endpoint/' || unwanted, moment::text, account, moment,
    jsonb_build_object('url', address, 'reason', why))
  RETURNING id INTO event;
  INSERT INTO events.alert (account_id, event_id, fired_at) VALUES (account, event, moment);
  INSERT INTO events.delivery (account_id, event_id, rule_ids, due_at) VALUES (account, event, '{}', moment);
END $$;
REVOKE ALL ON FUNCTION events.switch_off FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events.switch_off TO brickmarket_deliver;
