-- What imports have brought, by feed.
CREATE OR REPLACE FUNCTION ops.feed_load()
RETURNS TABLE (
  feed text, imported integer, failed integer, taken_rows double precision, rejected_rows double precision,
  last_imported_at timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT kind,
    (count(*) FILTER (WHERE finished_at IS NOT NULL AND fault IS NULL))::integer,
    (count(*) FILTER (WHERE fault IS NOT NULL))::integer,
    coalesce(sum(inserted + changed), 0)::double precision,
    coalesce(sum(rejected), 0)::double precision,
    max(finished_at) FILTER (WHERE fault IS NULL)
  FROM ops.import_run GROUP BY kind
$$;
REVOKE ALL ON FUNCTION ops.feed_load FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ops.feed_load TO brickmarket_api;
