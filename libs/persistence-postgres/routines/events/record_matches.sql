/*
 * Ends what events.take_pending began: writes what was decided about its events, and the alerts and deliveries of those
 * that fired. Each decision is a list of event, rule, whether it fires, when it fired last, whether it is armed, and
 * when its mail is due (null: no mail).
 */
CREATE OR REPLACE FUNCTION events.record_matches(
  matched bigint[], decisions jsonb, moment timestamptz, OUT alerts integer, OUT deliveries integer
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan
SET client_min_messages = warning SET work_mem = '32MB' SET jit = off AS $$
BEGIN
  DROP TABLE IF EXISTS pg_temp.decided;
  CREATE TEMP TABLE decided ON COMMIT DROP AS
  SELECT d.*, e.subject, r.account_id
  FROM (
    SELECT (d->>0)::bigint AS event_id, (d->>1)::integer AS rule_id, (d->>2)::boolean AS fires,
           (d->>3)::timestamptz AS fired_at, (d->>4)::boolean AS is_armed, (d->>5)::timestamptz AS mail_at
    FROM jsonb_array_elements(decisions) d
  ) d
  JOIN events.pending p USING (event_id) JOIN events.event e ON e.id = event_id JOIN events.rule r ON r.id = rule_id;
  ANALYZE pg_temp.decided;
  -- In place of foreign keys. The row locks serialize this with calls that delete or pause a rule or an account: the
  -- later one sees what the earlier one has written, and nothing is written for a rule that is gone.
  PERFORM FROM access.account a WHERE a.id IN (SELECT d.account_id FROM pg_temp.decided d) ORDER BY a.id FOR KEY SHARE;
  PERFORM FROM events.rule r WHERE r.id IN (SELECT d.rule_id FROM pg_temp.decided d) ORDER BY r.id FOR SHARE;
  DELETE FROM pg_temp.decided d
  WHERE NOT EXISTS (SELECT FROM events.rule r WHERE r.id = d.rule_id AND r.paused_at IS NULL);
  DELETE FROM events.pending WHERE event_id = ANY (matched);
  INSERT INTO events.rule_state AS s (rule_id, subject, fired_at, is_armed)
  SELECT d.rule_id, d.subject, d.fired_at, d.is_armed FROM pg_temp.decided d
  ON CONFLICT (rule_id, subject) DO UPDATE SET fired_at = excluded.fired_at, is_armed = excluded.is_armed;
  INSERT INTO events.alert (account_id, event_id, fired_at, rule_ids)
  SELECT d.account_id, d.event_id, moment, array_agg(d.rule_id ORDER BY d.rule_id)
  FROM pg_temp.decided d WHERE d.fires
  GROUP BY d.account_id, d.event_id
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS alerts = ROW_COUNT;
  INSERT INTO events.delivery (account_id, event_id, endpoint_id, rule_ids, due_at)
  SELECT d.account_id, d.event_id, e.id, array_agg(d.rule_id ORDER BY d.rule_id), moment
  FROM pg_temp.decided d
  JOIN events.rule_endpoint l ON l.rule_id = d.rule_id
  JOIN events.endpoint e ON e.id = l.endpoint_id AND e.disabled_at IS NULL AND e.verified_at IS NOT NULL
  WHERE d.fires
  GROUP BY d.account_id, d.event_id, e.id
  UNION ALL
  SELECT d.account_id, d.event_id, NULL, array_agg(d.rule_id ORDER BY d.rule_id), min(d.mail_at)
  FROM pg_temp.decided d WHERE d.fires AND d.mail_at IS NOT NULL
  GROUP BY d.account_id, d.event_id
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS deliveries = ROW_COUNT;
END $$;
REVOKE ALL ON FUNCTION events.record_matches FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events.record_matches TO brickmarket_deliver;
