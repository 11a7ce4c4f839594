import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Admission as one set-based statement instead of a loop over keys. `access.admit` and `access.live_key_hashes` stay for
 * the last release; a later migration drops them once no replica of it runs.
 */
export class AdmitAsOneStatement1794701200001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(FIT_COSTS);
    await queryRunner.query(ADMIT_KEYS);
    await queryRunner.query(GRANTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP FUNCTION access.admit_keys;
DROP FUNCTION access.fit_costs;
ALTER TABLE access.key_usage DROP COLUMN day_limit`);
  }
}

const FIT_COSTS = `
-- The rule of charging, and its only place: each cost that still fits, in order of arrival. One character for each cost
-- tells whether it fitted.
CREATE FUNCTION access.fit_costs(available integer, costs text, OUT charge integer, OUT fitted text)
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  cost integer;
BEGIN
  charge := 0;
  fitted := '';
  FOREACH cost IN ARRAY string_to_array(costs, ',')::integer[] LOOP
    IF cost <= available - charge THEN
      charge := charge + cost;
      fitted := fitted || '1';
    ELSE
      fitted := fitted || '0';
    END IF;
  END LOOP;
END $$`;

// What the update adds to a counter. The rule is only asked where not everything fits.
const CHARGE = `
CASE WHEN excluded.last_charge <= excluded.day_limit - u.used THEN excluded.last_charge
     ELSE (SELECT (access.fit_costs(excluded.day_limit - u.used, q.costs)).charge FROM asked q WHERE q.id = excluded.key_id)
END`;

const ADMIT_KEYS = `
-- The key's limit when it was last charged. An upsert can compare a counter only with columns of its own table.
ALTER TABLE access.key_usage ADD COLUMN day_limit integer;

CREATE FUNCTION access.admit_keys(hashes bytea[], totals integer[], cost_lists text[], plans_with_api text[])
RETURNS TABLE (
  ordinal integer, key_id integer, account_id integer, includes_api boolean, daily_limit integer, used_before integer,
  fitted text, day text, resets_at double precision, charged_at double precision, versions text
)
LANGUAGE plpgsql SECURITY DEFINER ROWS 64 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  moment CONSTANT timestamptz := access.clock();
  today CONSTANT date := (moment AT TIME ZONE 'UTC')::date;
BEGIN
  RETURN QUERY
  WITH asked AS MATERIALIZED (
    SELECT q.position, k.id, k.account_id, k.daily_limit, a.plan = ANY(plans_with_api) AS includes_api, q.total, q.costs
    FROM unnest(hashes, totals, cost_lists) WITH ORDINALITY AS q (hash, total, costs, position)
    JOIN access.api_key k ON k.key_hash = q.hash AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > moment)
    JOIN access.account a ON a.id = k.account_id
  ), charged AS (
    INSERT INTO access.key_usage AS u (key_id, day, used, last_charge, day_limit)
    -- A first charge of the day is clipped too. It leaves its whole total in last_charge, for the update to read.
    SELECT q.id, today,
           CASE WHEN q.total <= q.daily_limit THEN q.total ELSE (access.fit_costs(q.daily_limit, q.costs)).charge END,
           q.total, q.daily_limit
    FROM asked q
    WHERE q.includes_api
    -- One order of row locks everywhere: replicas that charge the same keys queue and never deadlock.
    ORDER BY q.id
    ON CONFLICT (key_id, day) DO UPDATE
    SET used = u.used + ${CHARGE}, last_charge = ${CHARGE}, day_limit = excluded.day_limit
    -- An exhausted key writes nothing and is not returned.
    WHERE u.used < excluded.day_limit
    RETURNING u.key_id, greatest(u.used - u.last_charge, 0) AS used_before
  ), counted AS (
    SELECT q.*, coalesce(c.used_before, CASE WHEN q.includes_api THEN q.daily_limit ELSE 0 END) AS used_before
    FROM asked q LEFT JOIN charged c ON c.key_id = q.id
  )
  SELECT q.position::integer, q.id, q.account_id, q.includes_api, q.daily_limit, q.used_before,
         CASE WHEN q.includes_api AND q.total > q.daily_limit - q.used_before
              THEN (access.fit_costs(q.daily_limit - q.used_before, q.costs)).fitted END,
         today::text, extract(epoch FROM (today + 1)::timestamp AT TIME ZONE 'UTC')::double precision * 1000,
         floor(extract(epoch FROM moment) * 1000)::double precision,
         -- A JSON object with a number for each kind: a subquery of its own is evaluated once, a join once for each key.
         (SELECT json_object_agg(kind, version)::text FROM ops.data_kind)
  FROM counted q;
END $$`;

const GRANTS = `
REVOKE ALL ON FUNCTION access.fit_costs, access.admit_keys FROM PUBLIC;
GRANT EXECUTE ON FUNCTION access.admit_keys TO brickmarket_api`;
