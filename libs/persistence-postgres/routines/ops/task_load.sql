-- The queue in numbers, for roles that may not read jobs.
CREATE OR REPLACE FUNCTION ops.task_load()
RETURNS TABLE (
  task text, waiting integer, running integer, failed integer, oldest_seconds double precision,
  running_seconds double precision
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT task_identifier,
    (count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts))::integer,
    (count(*) FILTER (WHERE locked_at IS NOT NULL))::integer,
    (count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts))::integer,
    greatest(0, extract(epoch FROM now() - min(run_at) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts))),
    greatest(0, extract(epoch FROM now() - min(locked_at)))
  FROM graphile_worker.jobs GROUP BY task_identifier
$$;
REVOKE ALL ON FUNCTION ops.task_load FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ops.task_load TO brickmarket_api;
