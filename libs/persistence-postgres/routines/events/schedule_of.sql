-- A rule's mail schedule as a text, to find the time that was computed for it.
CREATE OR REPLACE FUNCTION events.schedule_of(r events.rule) RETURNS text LANGUAGE sql IMMUTABLE
RETURN concat_ws(' ', coalesce(r.quiet_from_minute::text, '-'), coalesce(r.quiet_until_minute::text, '-'),
  coalesce(r.digest_minute::text, '-'), r.time_zone);
REVOKE ALL ON FUNCTION events.schedule_of FROM PUBLIC;
