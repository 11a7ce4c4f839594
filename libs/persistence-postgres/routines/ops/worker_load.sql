-- The workers in numbers, for roles that may not know machines.
CREATE OR REPLACE FUNCTION ops.worker_load() RETURNS TABLE (alive integer, lost integer, last_beat_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT (count(*) FILTER (WHERE leased_until >= clock_timestamp()))::integer,
    (count(*) FILTER (WHERE leased_until < clock_timestamp()))::integer,
    max(beat_at)
  FROM ops.worker
$$;
REVOKE ALL ON FUNCTION ops.worker_load FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ops.worker_load TO brickmarket_api;
