/*
 * How far replicas are behind this server. PostgreSQL shows that to the owner of the schema when it is a superuser or a
 * member of pg_monitor. A replica that has replayed everything has no lag in time, however long nothing happened.
 */
CREATE OR REPLACE FUNCTION ops.replica_lag()
RETURNS TABLE (replica text, seconds double precision, bytes double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT application_name,
    max(CASE WHEN replay_lsn = sent_lsn THEN 0 ELSE coalesce(extract(epoch FROM replay_lag), 0) END),
    max(pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), replay_lsn)::double precision)
  FROM pg_catalog.pg_stat_replication
  WHERE replay_lsn IS NOT NULL AND NOT pg_catalog.pg_is_in_recovery()
  GROUP BY application_name
$$;
REVOKE ALL ON FUNCTION ops.replica_lag FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ops.replica_lag TO brickmarket_api;
