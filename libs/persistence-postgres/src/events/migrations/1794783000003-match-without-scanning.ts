import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The same decision in a statement that never joins a batch of events with itself: the planner does not know how large
 * the batch is, and scanned all of it for each pair of event and rule.
 */
export class MatchWithoutScanning1794783000003 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(MATCH);
  }

  /** The function before decides the same, only slower. */
  async down(): Promise<void> {}
}

const MATCH = `
/*
 * Asks the rules about pending events, in one statement. The oldest event of each subject and kind is taken: a later
 * one of the same subject must see what the earlier one did to the rule. Mail is due at the time that the caller has
 * computed for the rule's schedule. The same decision as decide() in libs/alerts.
 */
CREATE OR REPLACE FUNCTION events.match_pending(
  most integer, news_since timestamptz, moment timestamptz, schedules text[], due_times timestamptz[]
) RETURNS TABLE (events integer, alerts integer, deliveries integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  -- One process matches at a time: two could take events of one subject in the wrong order.
  IF NOT pg_try_advisory_xact_lock(7214665) THEN
    RETURN QUERY SELECT 0, 0, 0;
    RETURN;
  END IF;
  RETURN QUERY
  WITH oldest AS MATERIALIZED (
    SELECT e.id, e.kind, e.subject, e.set_id, e.account_id, e.retailer, e.occurred_at, e.old_cents, e.new_cents,
           row_number() OVER (PARTITION BY e.subject, e.kind ORDER BY e.id) AS position
    FROM (SELECT event_id FROM events.pending ORDER BY event_id LIMIT most) p
    JOIN events.event e ON e.id = p.event_id
  ), batch AS MATERIALIZED (
    SELECT * FROM oldest WHERE position = 1
  ), watched AS (
    SELECT b.*, r.id AS rule_id
    FROM batch b JOIN events.rule_set l ON l.set_id = b.set_id
    JOIN events.rule r ON r.id = l.rule_id AND r.kind = b.kind AND r.scope = 'sets'
    UNION ALL
    SELECT DISTINCT ON (b.id, r.id) b.*, r.id
    FROM batch b
    JOIN portfolio.holding h ON h.set_id = b.set_id AND h.status <> 'sold'
    JOIN events.rule r ON r.account_id = h.account_id AND r.kind = b.kind
      AND (r.scope = 'holdings' OR (r.scope = 'brickfolio' AND r.brickfolio_id = h.brickfolio_id))
    UNION ALL
    SELECT b.*, r.id
    FROM batch b JOIN events.rule r ON r.kind = b.kind AND r.scope = 'account'
      AND (b.account_id IS NULL OR b.account_id = r.account_id)
    WHERE b.set_id IS NULL
  ), asked AS (
    SELECT b.id AS event_id, b.subject, b.occurred_at, r.id AS rule_id, r.account_id, s.fired_at,
           r.kind = 'price.dropped' AND r.below_cents IS NOT NULL AS passes_limit,
           s.rule_id IS NOT NULL AS has_fired, coalesce(s.is_armed, true) AS was_armed,
           coalesce(s.is_armed, true) OR (
             r.kind = 'price.dropped' AND r.below_cents IS NOT NULL AND b.old_cents IS NOT NULL
             AND b.old_cents * 100::bigint >= r.below_cents * (100 + r.hysteresis_pct)::bigint
           ) AS is_armed,
           (s.fired_at IS NULL OR b.occurred_at - s.fired_at >= r.rearm_minutes * interval '1 minute')
           AND (r.retailer IS NULL OR coalesce(b.retailer = r.retailer, false))
           AND (r.below_cents IS NULL OR coalesce(b.new_cents <= r.below_cents, false))
           AND (r.kind <> 'price.dropped' OR r.below_cents IS NULL OR coalesce(b.old_cents > r.below_cents, false))
           AND (b.old_cents IS NULL OR b.new_cents IS NULL OR (
             abs(b.new_cents - b.old_cents) >= r.min_change_cents
             AND abs(b.new_cents - b.old_cents) * 100::bigint >= b.old_cents * r.min_change_pct::bigint
           )) AS is_met
    FROM watched b
    JOIN events.rule r ON r.id = b.rule_id
    LEFT JOIN events.rule_state s ON s.rule_id = r.id AND s.subject = b.subject
    WHERE b.occurred_at >= news_since
  ), fired AS MATERIALIZED (
    SELECT a.*, a.is_armed AND a.is_met AS fires FROM asked a
    WHERE (a.is_armed AND a.is_met) OR (a.has_fired AND a.is_armed <> a.was_armed)
  ), remembered AS (
    INSERT INTO events.rule_state AS s (rule_id, subject, fired_at, is_armed)
    SELECT f.rule_id, f.subject, CASE WHEN f.fires THEN f.occurred_at ELSE f.fired_at END,
           CASE WHEN f.fires THEN NOT f.passes_limit ELSE f.is_armed END
    FROM fired f
    ON CONFLICT (rule_id, subject) DO UPDATE SET fired_at = excluded.fired_at, is_armed = excluded.is_armed
  ), alerted AS (
    INSERT INTO events.alert (account_id, event_id, fired_at)
    SELECT DISTINCT f.account_id, f.event_id, moment FROM fired f WHERE f.fires
    ON CONFLICT DO NOTHING
    RETURNING 1
  ), by_webhook AS (
    INSERT INTO events.delivery (account_id, event_id, endpoint_id, rule_ids, due_at)
    SELECT f.account_id, f.event_id, e.id, array_agg(f.rule_id ORDER BY f.rule_id), moment
    FROM fired f
    JOIN events.rule_endpoint l ON l.rule_id = f.rule_id
    JOIN events.endpoint e ON e.id = l.endpoint_id AND e.disabled_at IS NULL
    WHERE f.fires
    GROUP BY f.account_id, f.event_id, e.id
    ON CONFLICT DO NOTHING
    RETURNING 1
  ), by_mail AS (
    INSERT INTO events.delivery (account_id, event_id, rule_ids, due_at)
    SELECT f.account_id, f.event_id, array_agg(f.rule_id ORDER BY f.rule_id), min(coalesce(d.due_at, moment))
    FROM fired f
    JOIN events.rule r ON r.id = f.rule_id AND r.sends_mail
    LEFT JOIN unnest(schedules, due_times) AS d (schedule, due_at) ON d.schedule = events.schedule_of(r)
    WHERE f.fires
    GROUP BY f.account_id, f.event_id
    ON CONFLICT DO NOTHING
    RETURNING 1
  ), matched AS (
    DELETE FROM events.pending p USING batch b WHERE p.event_id = b.id RETURNING 1
  )
  SELECT (SELECT count(*) FROM matched)::integer, (SELECT count(*) FROM alerted)::integer,
         ((SELECT count(*) FROM by_webhook) + (SELECT count(*) FROM by_mail))::integer;
END $$`;
