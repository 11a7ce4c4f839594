-- Charges one attempt to every subject, or none and returns the milliseconds until it could. A subject's attempts are
-- laid end to end, each as long as its interval; an attempt fits while they reach no further ahead than the burst.
CREATE OR REPLACE FUNCTION identity.spend_attempt(
  subjects text[], bursts integer[], every_ms integer[], moment timestamptz
) RETURNS double precision LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  wait_ms double precision;
BEGIN
  -- In one order, always: attempts that share subjects queue and never deadlock.
  INSERT INTO identity.attempt_allowance (subject, spent_until)
  SELECT s, moment FROM unnest(subjects) s ORDER BY s
  ON CONFLICT (subject) DO NOTHING;
  PERFORM FROM identity.attempt_allowance WHERE subject = ANY(subjects) ORDER BY subject FOR UPDATE;
  SELECT max(extract(epoch FROM greatest(a.spent_until, moment) - moment) * 1000 + (1 - q.burst) * q.every) INTO wait_ms
  FROM unnest(subjects, bursts, every_ms) AS q (subject, burst, every)
  JOIN identity.attempt_allowance a ON a.subject = q.subject;
  IF wait_ms > 0 THEN RETURN wait_ms; END IF;
  UPDATE identity.attempt_allowance a
  SET spent_until = greatest(a.spent_until, moment) + q.every * interval '1 millisecond'
  FROM unnest(subjects, every_ms) AS q (subject, every) WHERE a.subject = q.subject;
  RETURN 0;
END $$;
REVOKE ALL ON FUNCTION identity.spend_attempt FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.spend_attempt TO brickmarket_account;
