-- Whether a worker has the lock that ends with its session.
CREATE OR REPLACE FUNCTION ops.is_worker_alive(worker_id text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT EXISTS (
    SELECT FROM pg_catalog.pg_locks l
    WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 7214665 AND l.objsubid = 2
      AND l.objid::bigint = pg_catalog.hashtext(worker_id)::bigint & 4294967295
      AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())
  )
$$;
REVOKE ALL ON FUNCTION ops.is_worker_alive FROM PUBLIC;
