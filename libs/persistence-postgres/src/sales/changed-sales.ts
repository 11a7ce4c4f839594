/** Whatever changes stored sales does so under this lock, one at a time; see `WriteSession.run`. */
export const SALES_LOCK = 'sales';

/** Tells the next valuation that the sales of the items in `touched` have changed. */
export const MARK_CHANGED = `
INSERT INTO source.changed_item (item_id) SELECT DISTINCT item_id FROM touched ORDER BY item_id
ON CONFLICT (item_id) DO UPDATE SET mark = excluded.mark`;
