/*
 * Takes a batch of pending events, each with the rules that watch it (null: none does) and, by rule, what is remembered
 * of both. The oldest event of each subject and kind is taken: a later one of the same subject must see what the
 * earlier one did to the rule. Nothing while another process matches; the caller's transaction ends with
 * events.record_matches.
 */
CREATE OR REPLACE FUNCTION events.take_pending(most integer, news_since timestamptz)
RETURNS TABLE (event_id bigint, rule_ids integer[], states jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan
SET client_min_messages = warning SET work_mem = '32MB' SET jit = off AS $$
BEGIN
  -- One process matches at a time: two could take events of one subject in the wrong order.
  IF NOT EXISTS (SELECT FROM events.pending) OR NOT pg_try_advisory_xact_lock(7214665) THEN
    RETURN;
  END IF;
  -- A table, because the planner knows the size of no other kind of list: for a single event it should look rules up by
  -- their index, for thousands it must not.
  DROP TABLE IF EXISTS pg_temp.matched_batch;
  CREATE TEMP TABLE matched_batch ON COMMIT DROP AS
  SELECT DISTINCT ON (e.subject, e.kind) e.id, e.kind, e.subject, e.set_id, e.account_id, e.occurred_at
  FROM (SELECT p.event_id FROM events.pending p ORDER BY p.event_id LIMIT most) p
  JOIN events.event e ON e.id = p.event_id
  ORDER BY e.subject, e.kind, e.id;
  ANALYZE pg_temp.matched_batch;
  RETURN QUERY
  WITH news AS NOT MATERIALIZED (
    SELECT * FROM pg_temp.matched_batch WHERE occurred_at >= news_since
  ), watched AS (
    SELECT b.id, b.subject, r.id AS rule_id
    FROM news b JOIN events.rule_set l ON l.set_id = b.set_id
    JOIN events.rule r ON r.id = l.rule_id AND r.kind = b.kind AND r.scope = 'sets' AND r.paused_at IS NULL
    UNION
    SELECT b.id, b.subject, r.id
    FROM news b JOIN portfolio.holding h ON h.set_id = b.set_id AND h.status <> 'sold'
    JOIN events.rule r ON r.account_id = h.account_id AND r.kind = b.kind AND r.paused_at IS NULL
      AND (r.scope = 'holdings' OR (r.scope = 'brickfolio' AND r.brickfolio_id = h.brickfolio_id))
    UNION
    SELECT b.id, b.subject, r.id
    FROM news b JOIN events.rule r ON r.kind = b.kind AND r.scope = 'account' AND r.paused_at IS NULL
      AND (b.account_id IS NULL OR b.account_id = r.account_id)
    WHERE b.set_id IS NULL
  )
  SELECT b.id, w.rule_ids, w.states
  FROM pg_temp.matched_batch b LEFT JOIN (
    SELECT w.id, array_agg(w.rule_id) AS rule_ids,
           jsonb_object_agg(w.rule_id, jsonb_build_object('firedAt', s.fired_at, 'isArmed', s.is_armed))
             FILTER (WHERE s.rule_id IS NOT NULL) AS states
    FROM watched w LEFT JOIN events.rule_state s ON s.rule_id = w.rule_id AND s.subject = w.subject
    GROUP BY w.id
  ) w ON w.id = b.id;
END $$;
REVOKE ALL ON FUNCTION events.take_pending FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events.take_pending TO brickmarket_deliver;
