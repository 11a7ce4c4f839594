/*
 * Asks all rules about a batch of pending events at once. The oldest event of each subject and kind is taken: a later
 * one of the same subject must see what the earlier one did to the rule. Mail is due at the time that the caller has
 * computed for the rule's schedule. The same decision as decide() in libs/alerts.
 */
CREATE OR REPLACE FUNCTION events.match_pending(
  most integer, news_since timestamptz, moment timestamptz, schedules text[], due_times timestamptz[],
  crossing_kinds text[]
) RETURNS TABLE (events integer, alerts integer, deliveries integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan
SET client_min_messages = warning SET work_mem = '32MB' SET jit = off AS $$
BEGIN
  -- One process matches at a time: two could take events of one subject in the wrong order.
  IF NOT EXISTS (SELECT FROM events.pending) OR NOT pg_try_advisory_xact_lock(7214665) THEN
    RETURN QUERY SELECT 0, 0, 0;
    RETURN;
  END IF;
  -- A table, because the planner knows the size of no other kind of list: for a single event it should look rules up by
  -- their index, for a hundred thousand it must not.
  DROP TABLE IF EXISTS pg_temp.matched_batch, pg_temp.fired;
  CREATE TEMP TABLE matched_batch ON COMMIT DROP AS
  SELECT DISTINCT ON (e.subject, e.kind)
    e.id, e.kind, e.subject, e.set_id, e.account_id, e.retailer, e.occurred_at, e.old_cents, e.new_cents
  FROM (SELECT event_id FROM events.pending ORDER BY event_id LIMIT most) p
  JOIN events.event e ON e.id = p.event_id
  ORDER BY e.subject, e.kind, e.id;
  ANALYZE pg_temp.matched_batch;
  CREATE TEMP TABLE fired ON COMMIT DROP AS
  WITH b AS NOT MATERIALIZED (
    SELECT * FROM pg_temp.matched_batch WHERE occurred_at >= news_since
  ), asked AS (
    SELECT b.id AS event_id, b.subject, b.occurred_at, r.id AS rule_id, r.account_id, r.rearm_minutes,
           r.kind = ANY (crossing_kinds) AND r.below_cents IS NOT NULL AS passes_limit,
           events.is_met(r, b.retailer, b.old_cents, b.new_cents, crossing_kinds) AS is_met,
           coalesce(events.has_recovered(r, b.old_cents, crossing_kinds), false) AS has_recovered
    FROM b JOIN events.rule_set l ON l.set_id = b.set_id
    JOIN events.rule r ON r.id = l.rule_id AND r.kind = b.kind AND r.scope = 'sets'
    WHERE r.paused_at IS NULL AND (
      events.is_met(r, b.retailer, b.old_cents, b.new_cents, crossing_kinds)
      OR events.has_recovered(r, b.old_cents, crossing_kinds)
    )
    UNION ALL
    SELECT DISTINCT ON (b.id, r.id)
           b.id AS event_id, b.subject, b.occurred_at, r.id AS rule_id, r.account_id, r.rearm_minutes,
           r.kind = ANY (crossing_kinds) AND r.below_cents IS NOT NULL AS passes_limit,
           events.is_met(r, b.retailer, b.old_cents, b.new_cents, crossing_kinds) AS is_met,
           coalesce(events.has_recovered(r, b.old_cents, crossing_kinds), false) AS has_recovered
    FROM b JOIN portfolio.holding h ON h.set_id = b.set_id AND h.status <> 'sold'
    JOIN events.rule r ON r.account_id = h.account_id AND r.kind = b.kind
      AND (r.scope = 'holdings' OR (r.scope = 'brickfolio' AND r.brickfolio_id = h.brickfolio_id))
    WHERE r.paused_at IS NULL AND (
      events.is_met(r, b.retailer, b.old_cents, b.new_cents, crossing_kinds)
      OR events.has_recovered(r, b.old_cents, crossing_kinds)
    )
    UNION ALL
    SELECT b.id AS event_id, b.subject, b.occurred_at, r.id AS rule_id, r.account_id, r.rearm_minutes,
           r.kind = ANY (crossing_kinds) AND r.below_cents IS NOT NULL AS passes_limit,
           events.is_met(r, b.retailer, b.old_cents, b.new_cents, crossing_kinds) AS is_met,
           coalesce(events.has_recovered(r, b.old_cents, crossing_kinds), false) AS has_recovered
    FROM b JOIN events.rule r ON r.kind = b.kind AND r.scope = 'account'
      AND (b.account_id IS NULL OR b.account_id = r.account_id)
    WHERE b.set_id IS NULL AND r.paused_at IS NULL AND (
      events.is_met(r, b.retailer, b.old_cents, b.new_cents, crossing_kinds)
      OR events.has_recovered(r, b.old_cents, crossing_kinds)
    )
  ), decided AS (
    SELECT a.*, s.rule_id IS NOT NULL AS has_fired, s.fired_at, coalesce(s.is_armed, true) AS was_armed,
           coalesce(s.is_armed, true) OR a.has_recovered AS is_armed,
           a.is_met AND (coalesce(s.is_armed, true) OR a.has_recovered)
           AND (s.fired_at IS NULL OR a.occurred_at - s.fired_at >= a.rearm_minutes * interval '1 minute') AS fires
    FROM asked a LEFT JOIN events.rule_state s ON s.rule_id = a.rule_id AND s.subject = a.subject
  )
  SELECT d.* FROM decided d WHERE d.fires OR (d.has_fired AND d.is_armed <> d.was_armed);
  ANALYZE pg_temp.fired;
  -- In place of foreign keys. The row locks serialize this with calls that delete or pause a rule or an account: the
  -- later one sees what the earlier one has written, and nothing is written for a rule that is gone.
  PERFORM FROM access.account a WHERE a.id IN (SELECT f.account_id FROM pg_temp.fired f) ORDER BY a.id FOR KEY SHARE;
  PERFORM FROM events.rule r WHERE r.id IN (SELECT f.rule_id FROM pg_temp.fired f) ORDER BY r.id FOR SHARE;
  DELETE FROM pg_temp.fired f
  WHERE NOT EXISTS (SELECT FROM events.rule r WHERE r.id = f.rule_id AND r.paused_at IS NULL);
  RETURN QUERY
  WITH remembered AS (
    INSERT INTO events.rule_state AS s (rule_id, subject, fired_at, is_armed)
    SELECT f.rule_id, f.subject, CASE WHEN f.fires THEN f.occurred_at ELSE f.fired_at END,
           CASE WHEN f.fires THEN NOT f.passes_limit ELSE f.is_armed END
    FROM pg_temp.fired f
    ON CONFLICT (rule_id, subject) DO UPDATE SET fired_at = excluded.fired_at, is_armed = excluded.is_armed
  ), alerted AS (
    INSERT INTO events.alert (account_id, event_id, fired_at, rule_ids)
    SELECT f.account_id, f.event_id, moment, array_agg(f.rule_id ORDER BY f.rule_id)
    FROM pg_temp.fired f WHERE f.fires
    GROUP BY f.account_id, f.event_id
    ON CONFLICT DO NOTHING
    RETURNING 1
  ), by_webhook AS (
    INSERT INTO events.delivery (account_id, event_id, endpoint_id, rule_ids, due_at)
    SELECT f.account_id, f.event_id, e.id, array_agg(f.rule_id ORDER BY f.rule_id), moment
    FROM pg_temp.fired f
    JOIN events.rule_endpoint l ON l.rule_id = f.rule_id
    JOIN events.endpoint e ON e.id = l.endpoint_id AND e.disabled_at IS NULL AND e.verified_at IS NOT NULL
    WHERE f.fires
    GROUP BY f.account_id, f.event_id, e.id
    ON CONFLICT DO NOTHING
    RETURNING 1
  ), by_mail AS (
    INSERT INTO events.delivery (account_id, event_id, rule_ids, due_at)
    SELECT f.account_id, f.event_id, array_agg(f.rule_id ORDER BY f.rule_id), min(coalesce(d.due_at, moment))
    FROM pg_temp.fired f
    JOIN events.rule r ON r.id = f.rule_id AND r.sends_mail
    LEFT JOIN unnest(schedules, due_times) AS d (schedule, due_at) ON d.schedule = events.schedule_of(r)
    WHERE f.fires
    GROUP BY f.account_id, f.event_id
    ON CONFLICT DO NOTHING
    RETURNING 1
  ), matched AS (
    DELETE FROM events.pending p USING pg_temp.matched_batch b WHERE p.event_id = b.id RETURNING 1
  )
  SELECT (SELECT count(*) FROM matched)::integer, (SELECT count(*) FROM alerted)::integer,
         ((SELECT count(*) FROM by_webhook) + (SELECT count(*) FROM by_mail))::integer;
END $$;
REVOKE ALL ON FUNCTION events.match_pending(integer, timestamptz, timestamptz, text[], timestamptz[], text[])
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events.match_pending(integer, timestamptz, timestamptz, text[], timestamptz[], text[])
  TO brickmarket_deliver;

-- For the last release, which knew one kind whose limit must be crossed.
CREATE OR REPLACE FUNCTION events.match_pending(
  most integer, news_since timestamptz, moment timestamptz, schedules text[], due_times timestamptz[]
) RETURNS TABLE (events integer, alerts integer, deliveries integer)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.events, m.alerts, m.deliveries
  FROM events.match_pending(most, news_since, moment, schedules, due_times, ARRAY['price.dropped']) m
$$;
REVOKE ALL ON FUNCTION events.match_pending(integer, timestamptz, timestamptz, text[], timestamptz[])
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events.match_pending(integer, timestamptz, timestamptz, text[], timestamptz[])
  TO brickmarket_deliver;
