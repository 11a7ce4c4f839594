/*
 * Sends deliveries of the caller's account again, under the same message ids: one, all of events since a time, or all
 * that failed; of all endpoints, or of one. The oldest first, as many as may be sent; the rest is counted as waiting.
 * Attempts in progress are left alone, as their sender is about to finish them; an unverified endpoint gets none.
 */
CREATE OR REPLACE FUNCTION events.replay(
  only_delivery bigint, since timestamptz, only_endpoint integer, moment timestamptz, OUT replayed integer,
  OUT waiting integer, OUT retry_at timestamptz
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own CONSTANT integer := nullif(current_setting('brickmarket.account_id', true), '')::integer;
  target record;
  chosen bigint[];
  allowed record;
BEGIN
  replayed := 0;
  waiting := 0;
  -- Two replays of one account must not choose the same deliveries.
  PERFORM FROM access.account a WHERE a.id = own FOR NO KEY UPDATE;
  -- Hosts in one order: replays of accounts that share some wait for each other, and never deadlock.
  FOR target IN
    SELECT p.id, events.host_of(p.url) AS host FROM events.endpoint p
    WHERE p.account_id = own AND p.verified_at IS NOT NULL AND (only_endpoint IS NULL OR p.id = only_endpoint)
    ORDER BY events.host_of(p.url) COLLATE "C", p.id
  LOOP
    chosen := ARRAY(
      SELECT d.id FROM events.delivery d
      WHERE d.account_id = own AND d.endpoint_id = target.id AND d.state <> 'pending'
        AND CASE WHEN only_delivery IS NOT NULL THEN d.id = only_delivery
                 WHEN since IS NOT NULL THEN EXISTS (
                   SELECT FROM events.event e WHERE e.id = d.event_id AND e.recorded_at >= since)
                 ELSE d.state = 'failed' END
      ORDER BY d.id
    );
    CONTINUE WHEN cardinality(chosen) = 0;
    allowed := events.grant_sends('replay', own, target.host, cardinality(chosen), moment);
    UPDATE events.delivery d SET state = 'pending', due_at = moment, failures = 0, leased_until = NULL, leased_by = NULL
    WHERE d.id = ANY (chosen[:allowed.granted]);
    replayed := replayed + allowed.granted;
    waiting := waiting + cardinality(chosen) - allowed.granted;
    retry_at := greatest(retry_at, allowed.retry_at);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION events.replay FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events.replay TO brickmarket_account;
