/** Whether the limit of rule `r` must be crossed, by the kinds that the caller gives or by the one there was before. */
const CROSSING = {
  given: { is: 'r.kind = ANY (crossing_kinds)', isNot: 'r.kind <> ALL (crossing_kinds)' },
  fixed: { is: `r.kind = 'price.dropped'`, isNot: `r.kind <> 'price.dropped'` },
};
type Crossing = (typeof CROSSING)['given'];

/** The change of event `b` satisfies rule `r`, whatever was fired before. */
const isMet = ({ isNot }: Crossing): string => `
(r.retailer IS NULL OR coalesce(b.retailer = r.retailer, false))
AND (r.below_cents IS NULL OR coalesce(b.new_cents <= r.below_cents, false))
AND (${isNot} OR r.below_cents IS NULL OR coalesce(b.old_cents > r.below_cents, false))
AND (b.old_cents IS NULL OR b.new_cents IS NULL OR (
  abs(b.new_cents - b.old_cents) >= r.min_change_cents
  AND abs(b.new_cents - b.old_cents) * 100::bigint >= b.old_cents * r.min_change_pct::bigint
))`;

/** The price was above the limit by the hysteresis, so that a rule which has fired may fire again. */
const hasRecovered = ({ is }: Crossing): string => `
${is} AND r.below_cents IS NOT NULL AND b.old_cents IS NOT NULL
AND b.old_cents * 100::bigint >= r.below_cents * (100 + r.hysteresis_pct)::bigint`;

/** A pair of event and rule, as far as it can matter. */
const pair = (crossing: Crossing): string => `
b.id AS event_id, b.subject, b.occurred_at, r.id AS rule_id, r.account_id, r.rearm_minutes,
${crossing.is} AND r.below_cents IS NOT NULL AS passes_limit, ${isMet(crossing)} AS is_met,
coalesce(${hasRecovered(crossing)}, false) AS has_recovered`;
const matters = (crossing: Crossing): string =>
  `r.paused_at IS NULL AND ((${isMet(crossing)}) OR (${hasRecovered(crossing)}))`;

/**
 * The function that asks rules about events, as migrations create it: `onlyVerified` since endpoints must have answered
 * a test before they get anything else, `crossingKinds` since kinds are open.
 */
export const matchPending = ({
  onlyVerified,
  crossingKinds = 'fixed',
}: {
  readonly onlyVerified: boolean;
  readonly crossingKinds?: keyof typeof CROSSING;
}): string => {
  const crossing = CROSSING[crossingKinds];
  return `
/*
 * Asks all rules about a batch of pending events at once. The oldest event of each subject and kind is taken: a later
 * one of the same subject must see what the earlier one did to the rule. Mail is due at the time that the caller has
 * computed for the rule's schedule. The same decision as decide() in libs/alerts.
 */
CREATE OR REPLACE FUNCTION events.match_pending(
  most integer, news_since timestamptz, moment timestamptz, schedules text[], due_times timestamptz[]${
    crossingKinds === 'given' ? ', crossing_kinds text[]' : ''
  }
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
    SELECT ${pair(crossing)}
    FROM b JOIN events.rule_set l ON l.set_id = b.set_id
    JOIN events.rule r ON r.id = l.rule_id AND r.kind = b.kind AND r.scope = 'sets'
    WHERE ${matters(crossing)}
    UNION ALL
    SELECT DISTINCT ON (b.id, r.id) ${pair(crossing)}
    FROM b JOIN portfolio.holding h ON h.set_id = b.set_id AND h.status <> 'sold'
    JOIN events.rule r ON r.account_id = h.account_id AND r.kind = b.kind
      AND (r.scope = 'holdings' OR (r.scope = 'brickfolio' AND r.brickfolio_id = h.brickfolio_id))
    WHERE ${matters(crossing)}
    UNION ALL
    SELECT ${pair(crossing)}
    FROM b JOIN events.rule r ON r.kind = b.kind AND r.scope = 'account'
      AND (b.account_id IS NULL OR b.account_id = r.account_id)
    WHERE b.set_id IS NULL AND ${matters(crossing)}
  ), decided AS (
    SELECT a.*, s.rule_id IS NOT NULL AS has_fired, s.fired_at, coalesce(s.is_armed, true) AS was_armed,
           coalesce(s.is_armed, true) OR a.has_recovered AS is_armed,
           a.is_met AND (coalesce(s.is_armed, true) OR a.has_recovered)
           AND (s.fired_at IS NULL OR a.occurred_at - s.fired_at >= a.rearm_minutes * interval '1 minute') AS fires
    FROM asked a LEFT JOIN events.rule_state s ON s.rule_id = a.rule_id AND s.subject = a.subject
  )
  SELECT d.* FROM decided d WHERE d.fires OR (d.has_fired AND d.is_armed <> d.was_armed);
  ANALYZE pg_temp.fired;
  -- In place of foreign keys. The row locks serialize this with whoever deletes or pauses a rule or an account: the
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
    INSERT INTO events.alert (account_id, event_id, fired_at)
    SELECT DISTINCT f.account_id, f.event_id, moment FROM pg_temp.fired f WHERE f.fires
    ON CONFLICT DO NOTHING
    RETURNING 1
  ), by_webhook AS (
    INSERT INTO events.delivery (account_id, event_id, endpoint_id, rule_ids, due_at)
    SELECT f.account_id, f.event_id, e.id, array_agg(f.rule_id ORDER BY f.rule_id), moment
    FROM pg_temp.fired f
    JOIN events.rule_endpoint l ON l.rule_id = f.rule_id
    JOIN events.endpoint e ON e.id = l.endpoint_id AND e.disabled_at IS NULL${
      onlyVerified ? ' AND e.verified_at IS NOT NULL' : ''
    }
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
END $$`;
};
