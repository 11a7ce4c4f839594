/*
 * How deliveries keep up, for roles that may not read them. Only first attempts at receivers that are on: what a
 * receiver has refused, or was not asked for, says nothing about those who deliver.
 */
CREATE OR REPLACE FUNCTION ops.delivery_load()
RETURNS TABLE (subject text, waiting integer, oldest_seconds double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT 'events', count(*)::integer, coalesce(greatest(0, extract(epoch FROM now() - min(e.recorded_at))), 0)
  FROM events.pending p JOIN events.event e ON e.id = p.event_id
  UNION ALL
  SELECT 'webhook', count(*)::integer, coalesce(greatest(0, extract(epoch FROM now() - min(d.due_at))), 0)
  FROM events.endpoint e JOIN events.delivery d ON d.endpoint_id = e.id
  WHERE e.disabled_at IS NULL AND e.verified_at IS NOT NULL AND e.failing_since IS NULL
    AND d.state = 'pending' AND d.due_at <= now() AND d.failures = 0
  UNION ALL
  SELECT 'mail', count(*)::integer, coalesce(greatest(0, extract(epoch FROM now() - min(d.due_at))), 0)
  FROM events.delivery d
  WHERE d.endpoint_id IS NULL AND d.state = 'pending' AND d.due_at <= now() AND d.failures = 0
$$;
REVOKE ALL ON FUNCTION ops.delivery_load FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ops.delivery_load TO brickmarket_api;
