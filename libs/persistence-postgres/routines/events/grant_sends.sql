/*
 * What an account may have sent on demand, and what one host gets of it from all accounts: so many immediately, and
 * another one after each interval. Grants as many as wanted, or as many as both limits leave; with none, says when
 * there is one.
 */
CREATE OR REPLACE FUNCTION events.grant_sends(
  what text, account integer, host text, wanted integer, moment timestamptz, OUT granted integer,
  OUT retry_at timestamptz
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  subjects CONSTANT text[] := ARRAY[what || '/account/' || account, what || '/host/' || host];
  bursts CONSTANT numeric[] := CASE what WHEN 'test' THEN '{20, 60}' ELSE '{1000, 3000}' END;
  seconds CONSTANT numeric[] := CASE what WHEN 'test' THEN '{180, 60}' ELSE '{3, 1}' END;
BEGIN
  -- Locks both rows, always the account's before the host's: calls that share one wait, and none for each other.
  INSERT INTO events.send_allowance AS a (subject, spent_until)
  SELECT s, moment FROM unnest(subjects) s ORDER BY s
  ON CONFLICT (subject) DO UPDATE SET spent_until = greatest(a.spent_until, excluded.spent_until);
  SELECT greatest(0, least(wanted, min(floor(l.burst - extract(epoch FROM a.spent_until - moment) / l.every))))
  INTO granted
  FROM unnest(subjects, bursts, seconds) AS l (subject, burst, every) JOIN events.send_allowance a USING (subject);
  UPDATE events.send_allowance a SET spent_until = a.spent_until + granted * l.every * interval '1 second'
  FROM unnest(subjects, seconds) AS l (subject, every) WHERE a.subject = l.subject;
  IF granted < wanted THEN
    SELECT max(a.spent_until - (l.burst - 1) * l.every * interval '1 second') INTO retry_at
    FROM unnest(subjects, bursts, seconds) AS l (subject, burst, every) JOIN events.send_allowance a USING (subject);
  END IF;
END $$;
REVOKE ALL ON FUNCTION events.grant_sends FROM PUBLIC;
