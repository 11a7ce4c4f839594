-- Adds to what keys have asked of each route. In one order, so that processes that do this at once wait for each other
-- instead of for ever.
CREATE OR REPLACE FUNCTION access.note_routes(
  keys integer[], days date[], routes text[], requests integer[], charged integer[], refused integer[]
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO access.route_usage AS r (key_id, day, route, requests, charged, refused)
  SELECT n.key_id, n.day, n.route, n.requests, n.charged, n.refused
  FROM unnest(keys, days, routes, requests, charged, refused) AS n (key_id, day, route, requests, charged, refused)
  JOIN access.api_key k ON k.id = n.key_id
  ORDER BY n.key_id, n.day, n.route
  ON CONFLICT (key_id, day, route) DO UPDATE SET requests = r.requests + excluded.requests,
    charged = r.charged + excluded.charged, refused = r.refused + excluded.refused
$$;
REVOKE ALL ON FUNCTION access.note_routes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION access.note_routes TO brickmarket_api;
