/*
 * An account has at most 5 active keys, each in a slot of its own. The day's count stays with the slot: a key that
 * replaces another one continues with the count of that one.
 */
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
      WHERE k.account_id = NEW.account_id AND k.id <> NEW.id
        AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > moment)) >= 5 THEN
    RAISE EXCEPTION 'an account may hold 5 active keys' USING ERRCODE = 'check_violation', CONSTRAINT = 'api_key_limit';
  END IF;
  NEW.daily_limit := coalesce(NEW.daily_limit, limit_of_account, 1000);
  -- An expired key needs no slot; an active one that has its slot keeps it.
  IF NEW.slot IS NOT NULL OR NEW.expires_at <= moment THEN RETURN NEW; END IF;

  -- Keys of the release before, which knew no slots.
  FOR unplaced IN
    SELECT k.id FROM access.api_key k
    WHERE k.account_id = NEW.account_id AND k.id <> NEW.id AND k.slot IS NULL
      AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > moment)
    ORDER BY k.id
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
  WHERE k.id IS NULL OR NOT (k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > moment))
  ORDER BY coalesce(k.id = predecessor, false) DESC,
           CASE WHEN k.carried_on = today THEN k.carried ELSE 0 END + coalesce(u.used, 0), s
  LIMIT 1;

  -- Closes the counts that are taken over. The update waits for charges in progress, which then count; those
  -- that come later find the count closed. Just before midnight the next day's too: this transaction may end on
  -- that day.
  INSERT INTO access.key_usage AS c (key_id, day, used, last_charge, is_closed)
  SELECT k.id, d::date, 0, 0, true
  FROM access.api_key k
  CROSS JOIN generate_series(
    today::timestamp, greatest(today, (moment AT TIME ZONE 'UTC' + interval '1 minute')::date), interval '1 day') d
  WHERE k.id = free.holder
    OR k.id = predecessor AND NOT (k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > moment))
  ORDER BY k.id, d
  ON CONFLICT (key_id, day) DO UPDATE SET is_closed = true;

  SELECT (CASE WHEN k.carried_on = today THEN k.carried ELSE 0 END + coalesce(u.used, 0)) INTO count_of_slot
  FROM access.api_key k LEFT JOIN access.key_usage u ON u.key_id = k.id AND u.day = today WHERE k.id = free.holder;
  IF predecessor IS NOT NULL THEN
    SELECT (CASE WHEN k.carried_on = today THEN k.carried ELSE 0 END + coalesce(u.used, 0))
    INTO STRICT count_of_predecessor
    FROM access.api_key k LEFT JOIN access.key_usage u ON u.key_id = k.id AND u.day = today
    WHERE k.id = predecessor AND k.account_id = NEW.account_id;
  END IF;
  UPDATE access.api_key SET slot = NULL WHERE id = free.holder;

  NEW.slot := free.slot;
  NEW.carried := greatest(count_of_slot, count_of_predecessor, 0);
  NEW.carried_on := today;
  IF TG_OP = 'UPDATE' THEN
    -- A revocation taken back: what the key has used itself is in its own counter, which continues.
    NEW.carried := greatest(
      NEW.carried - coalesce((SELECT u.used FROM access.key_usage u WHERE u.key_id = NEW.id AND u.day = today), 0),
      CASE WHEN OLD.carried_on = today THEN OLD.carried ELSE 0 END);
    UPDATE access.key_usage SET is_closed = false WHERE key_id = NEW.id AND is_closed;
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION access.hold_key_limit FROM PUBLIC;
