-- The same with how often the account's books have changed, for reading from replicas.
CREATE OR REPLACE FUNCTION access.admit_with_books(
  hashes bytea[], totals integer[], cost_lists text[], plans_with_api text[]
) RETURNS TABLE (
  ordinal integer, key_id integer, account_id integer, includes_api boolean, daily_limit integer, used_before integer,
  fitted text, day text, resets_at double precision, charged_at double precision, versions text,
  book_version double precision
)
LANGUAGE sql SECURITY DEFINER ROWS 64 SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.*, coalesce(b.version, 0)::double precision
  FROM access.admit_keys(hashes, totals, cost_lists, plans_with_api) a
  LEFT JOIN portfolio.book_version b ON b.account_id = a.account_id
$$;
REVOKE ALL ON FUNCTION access.admit_with_books FROM PUBLIC;
GRANT EXECUTE ON FUNCTION access.admit_with_books TO brickmarket_api;
