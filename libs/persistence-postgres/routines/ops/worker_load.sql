-- The workers in numbers, for roles that may not know machines.
CREATE OR REPLACE FUNCTION ops.worker_load() RETURNS TABLE (alive integer, lost integer, last_beat_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT (count(*) FILTER (WHERE is_alive))::integer, (count(*) FILTER (WHERE NOT is_alive))::integer, max(beat_at)
  FROM (SELECT beat_at, ops.is_worker_alive(id) AS is_alive FROM ops.worker) workers
$$;
REVOKE ALL ON FUNCTION ops.worker_load FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ops.worker_load TO brickmarket_api;
