// Functions by which the role of the account area rotates secrets and has something sent, as migrations create them. It
// may neither read a secret nor write what it is allowed to send.

const OWN = `account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer`;

/** More secrets that sign at once would make a header longer than receivers accept. */
const MOST_PREVIOUS_SECRETS = 4;

export const ROTATION = `
/*
 * Gives an endpoint of the present account new secrets; those before sign as well, each until the time that was
 * promised when it was replaced. Returns null, or when it can be rotated again because too many secrets sign until
 * then.
 */
CREATE FUNCTION events.rotate_secret(
  wanted integer, new_secret text, new_private_key text, new_public_key text, moment timestamptz,
  both_until timestamptz
) RETURNS timestamptz LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  present events.endpoint;
  free_at timestamptz;
BEGIN
  SELECT * INTO present FROM events.endpoint WHERE id = wanted AND ${OWN} FOR NO KEY UPDATE;
  IF present.id IS NULL THEN RETURN NULL; END IF;
  DELETE FROM events.previous_secret WHERE endpoint_id = wanted AND signs_until <= moment;
  SELECT signs_until INTO free_at FROM events.previous_secret WHERE endpoint_id = wanted
  ORDER BY signs_until DESC OFFSET ${MOST_PREVIOUS_SECRETS - 1} LIMIT 1;
  IF free_at IS NOT NULL THEN RETURN free_at; END IF;
  INSERT INTO events.previous_secret (endpoint_id, secret, private_key, signs_until)
  VALUES (wanted, present.secret, present.private_key, both_until);
  -- The columns of the endpoint are what the release before this one signs with.
  UPDATE events.endpoint SET previous_secret = secret, previous_private_key = private_key, previous_until = both_until,
    secret = new_secret, private_key = new_private_key, public_key = new_public_key
  WHERE id = wanted;
  RETURN NULL;
END $$;
-- For the release before this one, which knows of no refusal.
CREATE OR REPLACE FUNCTION events.rotate_endpoint(
  wanted integer, new_secret text, new_private_key text, new_public_key text, both_until timestamptz
) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF events.rotate_secret(wanted, new_secret, new_private_key, new_public_key, access.clock(), both_until) IS NOT NULL
  THEN
    RAISE EXCEPTION 'too many secrets of endpoint % sign at once', wanted;
  END IF;
  RETURN (SELECT id FROM events.endpoint WHERE id = wanted AND ${OWN});
END $$;
REVOKE ALL ON FUNCTION events.rotate_secret FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events.rotate_secret TO brickmarket_account`;

export const ON_DEMAND = `
-- The host of an address in its canonical form, in one spelling. Ports of one machine are one host.
CREATE FUNCTION events.host_of(url text) RETURNS text LANGUAGE sql IMMUTABLE
RETURN coalesce(rtrim(lower(substring(url FROM '^[a-zA-Z]+://(\\[[^]]*\\]|[^/:?#]+)')), '.'), url);

/*
 * What an account may have sent on demand, and what one host gets of it, whoever asks: so many at once, and another one
 * after each interval. Grants as many as wanted, or as many as both limits leave; with none, says when there is one.
 */
CREATE FUNCTION events.grant_sends(
  what text, account integer, host text, wanted integer, moment timestamptz, OUT granted integer,
  OUT retry_at timestamptz
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  subjects CONSTANT text[] := ARRAY[what || '/account/' || account, what || '/host/' || host];
  bursts CONSTANT numeric[] := CASE what WHEN 'test' THEN '{20, 60}' ELSE '{1000, 3000}' END;
  seconds CONSTANT numeric[] := CASE what WHEN 'test' THEN '{180, 60}' ELSE '{3, 1}' END;
BEGIN
  -- Locks both rows, always the account's before the host's: whoever shares one waits, and nobody for each other.
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

-- Sends a test event to an endpoint of the present account: its message id, or when there may be another test. No row:
-- no such endpoint.
CREATE FUNCTION events.send_test(wanted integer, moment timestamptz)
RETURNS TABLE (message_id text, retry_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  tested events.endpoint;
  allowed record;
  event bigint;
BEGIN
  SELECT * INTO tested FROM events.endpoint p WHERE p.id = wanted AND ${OWN};
  IF tested.id IS NULL THEN RETURN; END IF;
  allowed := events.grant_sends('test', tested.account_id, events.host_of(tested.url), 1, moment);
  IF allowed.granted = 0 THEN
    RETURN QUERY SELECT NULL::text, allowed.retry_at;
    RETURN;
  END IF;
  INSERT INTO events.event (kind, subject, cause, account_id, occurred_at, facts)
  VALUES ('endpoint.test', 'endpoint/' || wanted, gen_random_uuid()::text, tested.account_id, moment, '{}')
  RETURNING id INTO event;
  RETURN QUERY
  INSERT INTO events.delivery (account_id, event_id, endpoint_id, rule_ids, due_at)
  VALUES (tested.account_id, event, wanted, '{}', moment) RETURNING delivery.message_id, NULL::timestamptz;
END $$;
-- For the release before this one, to which a refusal looks like an endpoint that is gone.
CREATE OR REPLACE FUNCTION events.test_endpoint(wanted integer, moment timestamptz) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT message_id FROM events.send_test(wanted, moment)
$$;

/*
 * Sends deliveries of the present account again, under the same message ids: one, all of events since a time, or all
 * that failed; of all endpoints, or of one. The oldest first, as many as may be sent; the rest is counted as waiting.
 * What is under way is left alone, as its sender is about to finish it; an endpoint that is not verified gets none.
 */
CREATE FUNCTION events.replay(
  only_delivery bigint, since timestamptz, only_endpoint integer, moment timestamptz, OUT replayed integer,
  OUT waiting integer, OUT retry_at timestamptz
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own CONSTANT integer := nullif(current_setting('brickmarket.account_id', true), '')::integer;
  target record;
  chosen bigint[];
  allowed record;
BEGIN
  replayed := 0;
  waiting := 0;
  -- Two replays of one account must not choose the same deliveries.
  PERFORM FROM access.account a WHERE a.id = own FOR NO KEY UPDATE;
  -- Hosts in one order: replays of accounts that share some wait for each other, and never deadlock.
  FOR target IN
    SELECT p.id, events.host_of(p.url) AS host FROM events.endpoint p
    WHERE p.account_id = own AND p.verified_at IS NOT NULL AND (only_endpoint IS NULL OR p.id = only_endpoint)
    ORDER BY events.host_of(p.url) COLLATE "C", p.id
  LOOP
    chosen := ARRAY(
      SELECT d.id FROM events.delivery d
      WHERE d.account_id = own AND d.endpoint_id = target.id AND d.state <> 'pending'
        AND CASE WHEN only_delivery IS NOT NULL THEN d.id = only_delivery
                 WHEN since IS NOT NULL THEN EXISTS (
                   SELECT FROM events.event e WHERE e.id = d.event_id AND e.recorded_at >= since)
                 ELSE d.state = 'failed' END
      ORDER BY d.id
    );
    CONTINUE WHEN cardinality(chosen) = 0;
    allowed := events.grant_sends('replay', own, target.host, cardinality(chosen), moment);
    UPDATE events.delivery d SET state = 'pending', due_at = moment, failures = 0, leased_until = NULL, leased_by = NULL
    WHERE d.id = ANY (chosen[:allowed.granted]);
    replayed := replayed + allowed.granted;
    waiting := waiting + cardinality(chosen) - allowed.granted;
    retry_at := greatest(retry_at, allowed.retry_at);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION events.host_of, events.grant_sends, events.send_test, events.replay FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events.send_test, events.replay TO brickmarket_account`;
