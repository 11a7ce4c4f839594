import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An account has five slots, one for each active key. What was used of a slot today counts for the key that occupies it
 * next: without that, every rotation, and every key made after one was revoked, began with a new allowance. Keys of the
 * last release get their slot when the account makes its next key. Functions keep their signatures for that release.
 */
export class CountQuotaBySlot1794916920001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(COLUMNS);
    await queryRunner.query(TAKE_SLOT);
    await queryRunner.query(LOCK_OWN_ACCOUNT);
    await queryRunner.query(ADMIT_KEYS);
    await queryRunner.query(GRANTS);
  }

  /** The columns stay: the functions use them. */
  async down(): Promise<void> {}
}

const COLUMNS = `
-- What the operator has given all keys of the account; null: nothing special.
ALTER TABLE access.account ADD COLUMN daily_limit integer CHECK (daily_limit >= 1);
ALTER TABLE access.api_key
  -- Null for an ended key whose slot another key occupies.
  ADD COLUMN slot smallint CHECK (slot BETWEEN 1 AND 5),
  -- What others had used of the slot on the day when this key took it.
  ADD COLUMN carried integer NOT NULL DEFAULT 0 CHECK (carried >= 0),
  ADD COLUMN carried_on date,
  -- The key that it was rotated from.
  ADD COLUMN predecessor_id integer CONSTRAINT api_key_predecessor_id_fkey REFERENCES access.api_key,
  ADD CONSTRAINT api_key_slot_key UNIQUE (account_id, slot);
CREATE INDEX api_key_predecessor ON access.api_key (predecessor_id);
-- Another key has taken over this count: charges that are under way must not add to it.
ALTER TABLE access.key_usage ADD COLUMN is_closed boolean NOT NULL DEFAULT false`;

const IS_ACTIVE = '(k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > moment))';
const COUNT_OF_SLOT = '(CASE WHEN k.carried_on = today THEN k.carried ELSE 0 END + coalesce(u.used, 0))';

const TAKE_SLOT = `
CREATE OR REPLACE FUNCTION access.hold_key_limit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment CONSTANT timestamptz := access.clock();
  -- A key whose revocation is taken back does not replace its predecessor again.
  predecessor CONSTANT integer := CASE TG_OP WHEN 'INSERT' THEN NEW.predecessor_id END;
  today date := (moment AT TIME ZONE 'UTC')::date;
  limit_of_account integer;
  unplaced record;
  free record;
  count_of_predecessor integer := 0;
  count_of_slot integer := 0;
BEGIN
  -- Locking the account makes concurrent creations take turns, so each sees what the other made.
  SELECT a.daily_limit INTO limit_of_account FROM access.account a WHERE a.id = NEW.account_id FOR UPDATE;
  IF (SELECT count(*) FROM access.api_key k
      WHERE k.account_id = NEW.account_id AND k.id <> NEW.id AND ${IS_ACTIVE}) >= 5 THEN
    RAISE EXCEPTION 'an account may hold 5 active keys' USING ERRCODE = 'check_violation', CONSTRAINT = 'api_key_limit';
  END IF;
  NEW.daily_limit := coalesce(NEW.daily_limit, limit_of_account, 1000);
  -- An expired key needs no slot; an active one that has its slot keeps it.
  IF NEW.slot IS NOT NULL OR NEW.expires_at <= moment THEN RETURN NEW; END IF;

  -- Keys of the release before, which knew no slots.
  FOR unplaced IN
    SELECT k.id FROM access.api_key k
    WHERE k.account_id = NEW.account_id AND k.id <> NEW.id AND k.slot IS NULL AND ${IS_ACTIVE} ORDER BY k.id
  LOOP
    UPDATE access.api_key SET slot = (
      SELECT min(s) FROM generate_series(1, 5) s
      WHERE NOT EXISTS (SELECT FROM access.api_key k WHERE k.account_id = NEW.account_id AND k.slot = s)
    ) WHERE id = unplaced.id;
  END LOOP;

  -- The day may have ended while this transaction waited for the account.
  today := greatest(today, (
    SELECT max(u.day) FROM access.api_key k JOIN access.key_usage u ON u.key_id = k.id AND u.day <= today + 1
    WHERE k.account_id = NEW.account_id AND (k.slot IS NOT NULL OR k.id = predecessor)));

  -- The slot of the predecessor when that has ended, otherwise the free one of which least was used.
  SELECT s AS slot, k.id AS holder INTO free
  FROM generate_series(1, 5) s
  LEFT JOIN access.api_key k ON k.account_id = NEW.account_id AND k.slot = s
  LEFT JOIN access.key_usage u ON u.key_id = k.id AND u.day = today
  WHERE k.id IS NULL OR NOT ${IS_ACTIVE}
  ORDER BY coalesce(k.id = predecessor, false) DESC, ${COUNT_OF_SLOT}, s
  LIMIT 1;

  -- Closes the counts that are taken over. The update waits for charges that are under way, which then count; those that
  -- come later find the count closed. Just before midnight the next day's too: this transaction may end on that day.
  INSERT INTO access.key_usage AS c (key_id, day, used, last_charge, is_closed)
  SELECT k.id, d::date, 0, 0, true
  FROM access.api_key k
  CROSS JOIN generate_series(
    today::timestamp, greatest(today, (moment AT TIME ZONE 'UTC' + interval '1 minute')::date), interval '1 day') d
  WHERE k.id = free.holder OR k.id = predecessor AND NOT ${IS_ACTIVE}
  ORDER BY k.id, d
  ON CONFLICT (key_id, day) DO UPDATE SET is_closed = true;

  SELECT ${COUNT_OF_SLOT} INTO count_of_slot
  FROM access.api_key k LEFT JOIN access.key_usage u ON u.key_id = k.id AND u.day = today WHERE k.id = free.holder;
  IF predecessor IS NOT NULL THEN
    SELECT ${COUNT_OF_SLOT} INTO STRICT count_of_predecessor
    FROM access.api_key k LEFT JOIN access.key_usage u ON u.key_id = k.id AND u.day = today
    WHERE k.id = predecessor AND k.account_id = NEW.account_id;
  END IF;
  UPDATE access.api_key SET slot = NULL WHERE id = free.holder;

  NEW.slot := free.slot;
  NEW.carried := greatest(count_of_slot, count_of_predecessor, 0);
  NEW.carried_on := today;
  IF TG_OP = 'UPDATE' THEN
    -- A revocation taken back: what the key has used itself is in its own counter, which goes on counting.
    NEW.carried := greatest(
      NEW.carried - coalesce((SELECT u.used FROM access.key_usage u WHERE u.key_id = NEW.id AND u.day = today), 0),
      CASE WHEN OLD.carried_on = today THEN OLD.carried ELSE 0 END);
    UPDATE access.key_usage SET is_closed = false WHERE key_id = NEW.id AND is_closed;
  END IF;
  RETURN NEW;
END $$;

-- Only for a life that is lengthened: ending a key sooner needs no slot, and must not wait for the account.
CREATE OR REPLACE TRIGGER api_key_limit_again BEFORE UPDATE ON access.api_key FOR EACH ROW
  WHEN (NEW.revoked_at IS NULL
        AND (OLD.revoked_at IS NOT NULL OR OLD.expires_at < coalesce(NEW.expires_at, 'infinity')))
  EXECUTE FUNCTION access.hold_key_limit()`;

const LOCK_OWN_ACCOUNT = `
-- For whoever edits several keys of an account in one transaction: taken before any key is locked, it rules out deadlocks.
CREATE FUNCTION access.lock_own_account() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT FROM access.account WHERE id = nullif(current_setting('brickmarket.account_id', true), '')::integer FOR UPDATE
$$`;

// What the update adds to a counter. The rule is only asked where not everything fits.
const CHARGE = `
CASE WHEN excluded.last_charge <= excluded.day_limit - u.used THEN excluded.last_charge
     ELSE (SELECT (access.fit_costs(excluded.day_limit - u.used, q.costs)).charge FROM asked q WHERE q.id = excluded.key_id)
END`;

const ADMIT_KEYS = `
-- Whether a key may still be used. Volatile: it sees what was committed after the statement that calls it had begun.
CREATE FUNCTION access.is_active_key(wanted integer, moment timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM access.api_key k WHERE k.id = wanted AND ${IS_ACTIVE});
END $$;

CREATE OR REPLACE FUNCTION access.admit_keys(hashes bytea[], totals integer[], cost_lists text[], plans_with_api text[])
RETURNS TABLE (
  ordinal integer, key_id integer, account_id integer, includes_api boolean, daily_limit integer, used_before integer,
  fitted text, day text, resets_at double precision, charged_at double precision, versions text
)
LANGUAGE plpgsql SECURITY DEFINER ROWS 64 SET search_path = pg_catalog, pg_temp AS $$
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
    SELECT q.position, k.id, k.account_id, k.daily_limit, a.plan = ANY(plans_with_api) AS includes_api, q.total, q.costs,
           -- What the slot's earlier keys have left of the day for this one.
           k.daily_limit - CASE WHEN k.carried_on = today THEN k.carried ELSE 0 END AS own_limit
    FROM unnest(hashes, totals, cost_lists) WITH ORDINALITY AS q (hash, total, costs, position)
    JOIN access.api_key k ON k.key_hash = q.hash AND ${IS_ACTIVE}
    JOIN access.account a ON a.id = k.account_id
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
    SET used = u.used + ${CHARGE}, last_charge = ${CHARGE}, day_limit = excluded.day_limit,
        last_used_at = excluded.last_used_at
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
         -- A JSON object with a number for each kind: a subquery of its own is evaluated once, a join once for each key.
         (SELECT json_object_agg(kind, version)::text FROM ops.data_kind)
  FROM counted q
  -- A key that was replaced while this statement waited for its count is refused like any that has ended.
  WHERE q.is_charged OR NOT q.includes_api OR access.is_active_key(q.id, moment);
END $$`;

const GRANTS = `
REVOKE ALL ON FUNCTION access.is_active_key, access.lock_own_account FROM PUBLIC;
GRANT EXECUTE ON FUNCTION access.lock_own_account TO brickmarket_account;
GRANT SELECT (carried, carried_on, predecessor_id), INSERT (predecessor_id) ON access.api_key TO brickmarket_account`;
