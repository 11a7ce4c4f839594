-- Takes back what spend_attempt() has charged: an attempt that succeeded does not count.
CREATE OR REPLACE FUNCTION identity.refund_attempt(subjects text[], every_ms integer[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM identity.attempt_allowance WHERE subject = ANY(subjects) ORDER BY subject FOR UPDATE;
  UPDATE identity.attempt_allowance a SET spent_until = a.spent_until - q.every * interval '1 millisecond'
  FROM unnest(subjects, every_ms) AS q (subject, every) WHERE a.subject = q.subject;
END $$;
REVOKE ALL ON FUNCTION identity.refund_attempt FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.refund_attempt TO brickmarket_account;
