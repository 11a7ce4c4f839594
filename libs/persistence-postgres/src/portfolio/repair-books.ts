// A copy that a sale took is sold.
const SELL_LINKED = `
UPDATE portfolio.holding h SET status = 'sold' FROM portfolio.sale_lot l
WHERE l.holding_id = h.id AND h.status <> 'sold'`;

// Cost and number of a sale follow from its copies. What would not fit into a line of the ledger is left.
const REBASE_SALES = `
UPDATE portfolio.sale p SET cost_basis_cents = copies.cost, quantity = copies.quantity
FROM (
  SELECT l.sale_id, sum(h.quantity) AS quantity,
         CASE WHEN count(h.purchase_price_cents) = count(*)
              THEN sum(h.quantity::bigint * h.purchase_price_cents) END AS cost
  FROM portfolio.sale_lot l JOIN portfolio.holding h ON h.id = l.holding_id GROUP BY l.sale_id
) copies
WHERE p.id = copies.sale_id AND copies.quantity <= 10000 AND coalesce(copies.cost, 0) <= 1000000000
  AND (p.quantity, p.cost_basis_cents) IS DISTINCT FROM (copies.quantity::integer, copies.cost::integer)`;

const MAKE_DEFAULTS = `
UPDATE portfolio.brickfolio f SET is_default = true
WHERE f.id = (SELECT min(o.id) FROM portfolio.brickfolio o WHERE o.account_id = f.account_id)
  AND NOT EXISTS (SELECT FROM portfolio.brickfolio o WHERE o.account_id = f.account_id AND o.is_default)`;

const SUMMARIZE = `
SELECT portfolio.summarize_blocks(array_agg(brickfolio_id), array_agg(block)) FROM (
  SELECT coalesce(h.brickfolio_id, b.brickfolio_id) AS brickfolio_id, coalesce(h.block, b.block) AS block
  FROM (SELECT brickfolio_id, set_id % 256 AS block, count(*) AS holdings FROM portfolio.holding GROUP BY 1, 2) h
  FULL JOIN portfolio.holding_block b ON b.brickfolio_id = h.brickfolio_id AND b.block = h.block
  WHERE h.holdings IS DISTINCT FROM b.holding_count
) odd HAVING count(*) > 0`;

/** Repairs what can be repaired of all books. Done again, it changes nothing. */
export async function repairBooks(query: (text: string) => Promise<unknown>): Promise<void> {
  for (const repair of [SELL_LINKED, REBASE_SALES, MAKE_DEFAULTS, SUMMARIZE]) await query(repair);
}
