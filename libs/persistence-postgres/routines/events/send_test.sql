-- Sends a test event to an endpoint of the caller's account: its message id, or when there may be another test. No row:
-- no such endpoint.
CREATE OR REPLACE FUNCTION events.send_test(wanted integer, moment timestamptz)
RETURNS TABLE (message_id text, retry_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  tested events.endpoint;
  allowed record;
  event bigint;
BEGIN
  SELECT * INTO tested FROM events.endpoint p
  WHERE p.id = wanted AND account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer;
  IF tested.id IS NULL THEN RETURN; END IF;
  allowed := events.grant_sends('test', tested.account_id, events.host_of(tested.url), 1, moment);
  IF allowed.granted = 0 THEN
    RETURN QUERY SELECT NULL::text, allowed.retry_at;
    RETURN;
  END IF;
  INSERT INTO events.event (kind, subject, cause, account_id, occurred_at, facts)
  VALUES ('endpoint.test', 'endpoint/' || wanted, gen_random_uuid()::text, tested.account_id, moment, '{}')
  RETURNING id INTO event;
  RETURN QUERY
  INSERT INTO events.delivery (account_id, event_id, endpoint_id, rule_ids, due_at)
  VALUES (tested.account_id, event, wanted, '{}', moment) RETURNING delivery.message_id, NULL::timestamptz;
END $$;
REVOKE ALL ON FUNCTION events.send_test FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events.send_test TO brickmarket_account;
