/** Serializes all changes of sales; see `WriteSession.run`. */
export const SALES_LOCK = 'sales';

/** Marks items in `touched` for valuation, with the first changed day. */
export const MARK_CHANGED = `
INSERT INTO source.changed_item AS c (item_id, sold_since)
SELECT item_id, min(sold_day) FROM touched GROUP BY item_id ORDER BY item_id
ON CONFLICT (item_id) DO UPDATE SET mark = excluded.mark, sold_since = least(c.sold_since, excluded.sold_since)`;

/** Later arrivals are not scored, as served values are deleted. */
export const SCORED_DAYS = 120;

/** Queues `touched` sales for scoring. Sales from long before their import have no served value. */
export const NOTE_ARRIVALS = `
INSERT INTO source.arrived_sale (source_id, source_ref)
SELECT source_id, source_ref FROM touched
WHERE sold_day > (SELECT as_of - ${SCORED_DAYS} FROM market.valuation_run ORDER BY id DESC LIMIT 1)
  AND sold_day > (SELECT as_of FROM market.valuation_run ORDER BY id LIMIT 1)
ON CONFLICT DO NOTHING`;
