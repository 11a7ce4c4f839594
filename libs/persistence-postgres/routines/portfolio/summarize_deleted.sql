-- Renews the blocks whose holdings a statement has deleted.
CREATE OR REPLACE FUNCTION portfolio.summarize_deleted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM portfolio.summarize_blocks(array_agg(brickfolio_id), array_agg(block))
  FROM (SELECT DISTINCT brickfolio_id, set_id % 256 AS block FROM old_rows) changed HAVING count(*) > 0;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION portfolio.summarize_deleted FROM PUBLIC;
