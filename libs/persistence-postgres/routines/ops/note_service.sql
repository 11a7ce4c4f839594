/*
 * Adds what a process has answered since it last said so to the current hour, and marks the minute. Hours of more than
 * 100 days ago are deleted when a new one begins.
 */
CREATE OR REPLACE FUNCTION ops.note_service(more_requests bigint, more_errors bigint, more_buckets bigint[])
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  this_hour timestamptz := date_trunc('hour', now(), 'UTC');
  this_minute integer := extract(minute FROM now() AT TIME ZONE 'UTC');
BEGIN
  INSERT INTO ops.service_hour AS h (
    hour, requests, errors, buckets, minutes, worst_delivery_seconds, worst_data_seconds
  ) VALUES (
    this_hour, more_requests, more_errors, more_buckets,
    set_bit(repeat('0', 60)::bit(60), this_minute, 1),
    (SELECT max(oldest_seconds) FROM ops.delivery_load() WHERE subject IN ('events', 'webhook')),
    (SELECT extract(epoch FROM now() - changed_at) FROM ops.data_kind WHERE kind = 'market')
  )
  ON CONFLICT (hour) DO UPDATE SET
    requests = h.requests + excluded.requests,
    errors = h.errors + excluded.errors,
    buckets = ARRAY(
      SELECT coalesce(a, 0) + coalesce(b, 0)
      FROM unnest(h.buckets, excluded.buckets) WITH ORDINALITY AS u (a, b, place) ORDER BY place
    ),
    minutes = h.minutes | excluded.minutes,
    worst_delivery_seconds = greatest(h.worst_delivery_seconds, excluded.worst_delivery_seconds),
    worst_data_seconds = greatest(h.worst_data_seconds, excluded.worst_data_seconds);
  IF this_minute = 0 THEN
    DELETE FROM ops.service_hour WHERE hour < this_hour - interval '100 days';
  END IF;
END $$;
REVOKE ALL ON FUNCTION ops.note_service FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ops.note_service TO brickmarket_api;
