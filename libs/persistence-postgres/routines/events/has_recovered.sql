-- The price was above a rule's limit by the hysteresis, so that a rule which has fired may fire again. The planner sees
-- through it.
CREATE OR REPLACE FUNCTION events.has_recovered(r events.rule, old_cents integer, crossing_kinds text[])
RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN r.kind = ANY (crossing_kinds) AND r.below_cents IS NOT NULL AND old_cents IS NOT NULL
  AND old_cents * 100::bigint >= r.below_cents * (100 + r.hysteresis_pct)::bigint;
REVOKE ALL ON FUNCTION events.has_recovered FROM PUBLIC;
