-- Whether a key may still be used. Volatile: it sees what was committed after the statement that calls it had begun.
CREATE OR REPLACE FUNCTION access.is_active_key(wanted integer, moment timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM access.api_key k
    WHERE k.id = wanted AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > moment)
  );
END $$;
REVOKE ALL ON FUNCTION access.is_active_key FROM PUBLIC;
