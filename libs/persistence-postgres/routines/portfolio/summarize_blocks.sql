-- Writes the blocks of brickfolios again from their holdings: totals are read from blocks.
CREATE OR REPLACE FUNCTION portfolio.summarize_blocks(brickfolio_ids integer[], blocks integer[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- Concurrent writers of a brickfolio queue here. The statements below take a new snapshot, which has what those
  -- before them committed; without the lock one of two would overwrite the other's change of the same block.
  PERFORM FROM portfolio.brickfolio WHERE id = ANY(brickfolio_ids) ORDER BY id FOR NO KEY UPDATE;
  INSERT INTO portfolio.holding_block AS stored (account_id, brickfolio_id, block, holding_count, unsold)
  SELECT f.account_id, f.id, changed.block, summary.holding_count, summary.unsold
  FROM unnest(brickfolio_ids, blocks) AS changed (brickfolio_id, block)
  JOIN portfolio.brickfolio f ON f.id = changed.brickfolio_id
  CROSS JOIN LATERAL (
    -- The text of an array, made holding by holding: an array of single numbers would have four times as many to sort.
    SELECT count(*) AS holding_count, '{' || coalesce(string_agg(concat_ws(',',
             h.set_id * 4 + (h.condition = 'used')::integer * 2 + (h.status = 'listed')::integer, h.quantity,
             coalesce(h.purchase_price_cents::text, 'NULL'),
             coalesce((h.purchase_date - date '1970-01-01')::text, 'NULL')
           ), ',' ORDER BY h.set_number, h.id) FILTER (WHERE h.status <> 'sold'), '') || '}' AS unsold
    FROM portfolio.holding h
    WHERE h.brickfolio_id = changed.brickfolio_id AND h.set_id % 256 = changed.block
  ) summary
  WHERE summary.holding_count > 0
  ON CONFLICT (account_id, brickfolio_id, block)
  DO UPDATE SET holding_count = excluded.holding_count, unsold = excluded.unsold;
  DELETE FROM portfolio.holding_block stored
  USING unnest(brickfolio_ids, blocks) AS changed (brickfolio_id, block)
  WHERE stored.brickfolio_id = changed.brickfolio_id AND stored.block = changed.block
    AND stored.account_id = (SELECT f.account_id FROM portfolio.brickfolio f WHERE f.id = changed.brickfolio_id)
    AND NOT EXISTS (SELECT FROM portfolio.holding h
                    WHERE h.brickfolio_id = changed.brickfolio_id AND h.set_id % 256 = changed.block);
END $$;
REVOKE ALL ON FUNCTION portfolio.summarize_blocks FROM PUBLIC;
