-- A session that has neither ended nor been idle for too long. Its use is recorded at intervals.
CREATE OR REPLACE FUNCTION identity.find_live_session(
  wanted bytea, moment timestamptz, idle interval, record_every interval
) RETURNS TABLE (
  id integer, account_id integer, method text, device text, address text,
  created_at timestamptz, last_used_at timestamptz, verified_at timestamptz, expires_at timestamptz
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH live AS (
    SELECT s.* FROM identity.session s
    WHERE s.token_hash = wanted AND s.expires_at > moment AND s.last_used_at > moment - idle
  ), used AS (
    UPDATE identity.session s SET last_used_at = moment
    FROM live l WHERE s.id = l.id AND l.last_used_at <= moment - record_every
  )
  SELECT l.id, l.account_id, l.method, l.device, l.address, l.created_at,
         CASE WHEN l.last_used_at <= moment - record_every THEN moment ELSE l.last_used_at END,
         l.verified_at, l.expires_at
  FROM live l;
END $$;
REVOKE ALL ON FUNCTION identity.find_live_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.find_live_session TO brickmarket_account;
