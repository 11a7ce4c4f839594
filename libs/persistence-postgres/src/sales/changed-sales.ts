/** Whatever changes stored sales does so under this lock, one at a time; see `WriteSession.run`. */
export const SALES_LOCK = 'sales';

/** Tells the next valuation that the sales of the items in `touched` have changed, and since which day of sale. */
export const MARK_CHANGED = `
INSERT INTO source.changed_item AS c (item_id, sold_since)
SELECT item_id, min(sold_day) FROM touched GROUP BY item_id ORDER BY item_id
ON CONFLICT (item_id) DO UPDATE SET mark = excluded.mark, sold_since = least(c.sold_since, excluded.sold_since)`;

/** A sale that arrives later than this many days after it was sold is not scored: what was served is kept no longer. */
export const SCORED_DAYS = 120;

/**
 * Has the sales in `touched` scored when values are next published. Of a past that is imported before or long after its
 * values were served there is nothing to score.
 */
export const NOTE_ARRIVALS = `
INSERT INTO source.arrived_sale (source_id, source_ref)
SELECT source_id, source_ref FROM touched
WHERE sold_day > (SELECT as_of - ${SCORED_DAYS} FROM market.valuation_run ORDER BY id DESC LIMIT 1)
  AND sold_day > (SELECT as_of FROM market.valuation_run ORDER BY id LIMIT 1)
ON CONFLICT DO NOTHING`;
