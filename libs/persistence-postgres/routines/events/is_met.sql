/*
 * The change of an event satisfies a rule, whatever was fired before. Rules of the kinds given want their limit to be
 * crossed. One expression without settings of its own, so that the planner sees through it.
 */
CREATE OR REPLACE FUNCTION events.is_met(
  r events.rule, retailer retail.retailer, old_cents integer, new_cents integer, crossing_kinds text[]
) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN (r.retailer IS NULL OR coalesce(retailer = r.retailer, false))
  AND (r.below_cents IS NULL OR coalesce(new_cents <= r.below_cents, false))
  AND (r.kind <> ALL (crossing_kinds) OR r.below_cents IS NULL OR coalesce(old_cents > r.below_cents, false))
  AND (old_cents IS NULL OR new_cents IS NULL OR (
    abs(new_cents - old_cents) >= r.min_change_cents
    AND abs(new_cents - old_cents) * 100::bigint >= old_cents * r.min_change_pct::bigint
  ));
REVOKE ALL ON FUNCTION events.is_met FROM PUBLIC;
