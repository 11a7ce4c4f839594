/*
 * Authenticates keys, checks their plans and charges their quota in one statement. Returns a row for each active key:
 * what was used of the day before, and what fitted of its costs.
 */
CREATE OR REPLACE FUNCTION access.admit_keys(hashes bytea[], totals integer[], cost_lists text[], plans_with_api text[])
RETURNS TABLE (
  ordinal integer, key_id integer, account_id integer, includes_api boolean, daily_limit integer, used_before integer,
  fitted text, day text, resets_at double precision, charged_at double precision, versions text
)
-- By index, also while there are few accounts: plans made then are kept, and a scan would cost twice as much.
LANGUAGE plpgsql SECURITY DEFINER ROWS 64 SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  moment CONSTANT timestamptz := access.clock();
  today CONSTANT date := (moment AT TIME ZONE 'UTC')::date;
  -- The same for every key, so computed once.
  today_text CONSTANT text := today::text;
  reset_ms CONSTANT double precision := extract(epoch FROM (today + 1)::timestamp AT TIME ZONE 'UTC') * 1000;
  moment_ms CONSTANT double precision := floor(extract(epoch FROM moment) * 1000);
BEGIN
  RETURN QUERY
  WITH asked AS MATERIALIZED (
    SELECT q.position, k.id, k.account_id, k.daily_limit, k.plan = ANY(plans_with_api) AS includes_api, q.total,
           q.costs,
           -- What the slot's earlier keys have left of the day for this one.
           k.daily_limit - CASE WHEN k.carried_on = today THEN k.carried ELSE 0 END AS own_limit
    FROM unnest(hashes, totals, cost_lists) WITH ORDINALITY AS q (hash, total, costs, position)
    -- Looks up each key separately: a plain join would read all keys each time where there are a few thousand.
    CROSS JOIN LATERAL (
      SELECT k.id, k.account_id, k.daily_limit, k.carried, k.carried_on, a.plan
      FROM access.api_key k JOIN access.account a ON a.id = k.account_id
      WHERE k.key_hash = q.hash AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > moment)
      OFFSET 0
    ) k
  ), charged AS (
    INSERT INTO access.key_usage AS u (key_id, day, used, last_charge, day_limit, first_used_at, last_used_at)
    -- A first charge of the day is clipped too. It leaves its whole total in last_charge, for the update to read.
    SELECT q.id, today,
           CASE WHEN q.total <= q.own_limit THEN q.total ELSE (access.fit_costs(q.own_limit, q.costs)).charge END,
           q.total, q.own_limit, moment, moment
    FROM asked q
    WHERE q.includes_api AND q.own_limit > 0
    -- One order of row locks everywhere: replicas that charge the same keys queue and never deadlock.
    ORDER BY q.id
    ON CONFLICT (key_id, day) DO UPDATE
    -- The rule is only asked where not everything fits.
    SET used = u.used +
          CASE WHEN excluded.last_charge <= excluded.day_limit - u.used THEN excluded.last_charge
               ELSE (SELECT (access.fit_costs(excluded.day_limit - u.used, q.costs)).charge
                     FROM asked q WHERE q.id = excluded.key_id) END,
        last_charge =
          CASE WHEN excluded.last_charge <= excluded.day_limit - u.used THEN excluded.last_charge
               ELSE (SELECT (access.fit_costs(excluded.day_limit - u.used, q.costs)).charge
                     FROM asked q WHERE q.id = excluded.key_id) END,
        day_limit = excluded.day_limit, last_used_at = excluded.last_used_at
    -- An exhausted key writes nothing and is not returned, nor is one whose count another key has taken over.
    WHERE u.used < excluded.day_limit AND NOT u.is_closed
    RETURNING u.key_id, greatest(u.used - u.last_charge, 0) AS used_before
  ), counted AS (
    SELECT q.*, c.key_id IS NOT NULL AS is_charged,
           coalesce(c.used_before + q.daily_limit - q.own_limit, CASE WHEN q.includes_api THEN q.daily_limit ELSE 0 END)
             AS used_before
    FROM asked q LEFT JOIN charged c ON c.key_id = q.id
  )
  SELECT q.position::integer, q.id, q.account_id, q.includes_api, q.daily_limit, q.used_before,
         CASE WHEN q.includes_api AND q.total > q.daily_limit - q.used_before
              THEN (access.fit_costs(q.daily_limit - q.used_before, q.costs)).fitted END,
         today_text, reset_ms, moment_ms,
         -- A JSON object with a number for each kind: a subquery of its own is evaluated once, a join for each key.
         (SELECT json_object_agg(kind, version)::text FROM ops.data_kind)
  FROM counted q
  -- A key that was replaced while this statement waited for its count is refused like any that has ended.
  WHERE q.is_charged OR NOT q.includes_api OR access.is_active_key(q.id, moment);
END $$;
REVOKE ALL ON FUNCTION access.admit_keys FROM PUBLIC;
GRANT EXECUTE ON FUNCTION access.admit_keys TO brickmarket_api;
