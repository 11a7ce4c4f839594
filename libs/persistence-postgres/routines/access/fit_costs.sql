-- The rule of charging, and its only place: each cost that still fits, in order of arrival. One character for each cost
-- tells whether it fitted.
CREATE OR REPLACE FUNCTION access.fit_costs(available integer, costs text, OUT charge integer, OUT fitted text)
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  cost integer;
BEGIN
  charge := 0;
  fitted := '';
  FOREACH cost IN ARRAY string_to_array(costs, ',')::integer[] LOOP
    IF cost <= available - charge THEN
      charge := charge + cost;
      fitted := fitted || '1';
    ELSE
      fitted := fitted || '0';
    END IF;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION access.fit_costs FROM PUBLIC;
