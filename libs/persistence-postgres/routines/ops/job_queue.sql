-- The queue in numbers, for roles that may not read jobs.
CREATE OR REPLACE FUNCTION ops.job_queue()
RETURNS TABLE (task text, waiting integer, running integer, failed integer, oldest_seconds double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT task_identifier,
    (count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts))::integer,
    (count(*) FILTER (WHERE locked_at IS NOT NULL))::integer,
    (count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts))::integer,
    greatest(0, extract(epoch FROM now() - min(run_at) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts)))
  FROM graphile_worker.jobs GROUP BY task_identifier
$$;
REVOKE ALL ON FUNCTION ops.job_queue FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ops.job_queue TO brickmarket_api;
