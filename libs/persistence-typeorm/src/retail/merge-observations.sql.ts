const LOOK_COLUMNS = 'set_id, retailer, observed_at, price_cents, list_price_cents, seller_type, in_stock, product_url, lowest_fba_cents, fba_sellers, buy_box_cents';

export const STAGED_LOOK_COLUMNS = LOOK_COLUMNS.split(', ');
export const STAGED_CODE_COLUMNS = ['code_key', 'kind', 'code', 'set_id', 'last_seen_at'];
export const FOLDED_STATE_COLUMNS = [
  'set_id', 'retailer', 'price_cents', 'list_price_cents', 'seller_type', 'in_stock', 'product_url', 'changed_at', 'last_change_cents', 'lowest_cents',
  'at_lowest', 'flip_1p_to_3p', 'lowest_fba_cents', 'fba_sellers', 'buy_box_cents', 'last_checked_at', 'last_shown_price_cents', 'last_known_seller_type',
];

export const STAGED = [
  `staged_look AS SELECT ${LOOK_COLUMNS} FROM source.retail_observation WITH NO DATA`,
  `staged_code AS SELECT ${STAGED_CODE_COLUMNS.join(', ')} FROM retail.product_code WITH NO DATA`,
  'fresh_group (set_id integer, retailer retail.retailer, looks integer, first_at timestamptz)',
  'folded_state (LIKE retail.price_state)',
];

// Slices of sets are read one after the other, each in one stretch.
export const INDEX_STAGED = 'CREATE INDEX ON staged_look (set_id); CREATE INDEX ON staged_code (set_id)';

export const ROWS_BY_SET = 'SELECT set_id, count(*)::integer AS rows FROM staged_look GROUP BY set_id ORDER BY set_id';

/** Keeps the looks of a slice of sets that are not there yet, and notes the sets and retailers they belong to. */
export const INSERT_LOOKS = `
WITH fresh AS (
  INSERT INTO source.retail_observation (${LOOK_COLUMNS}, content)
  SELECT ${LOOK_COLUMNS},
         hash_record_extended(ROW(price_cents, list_price_cents, seller_type, in_stock, product_url, lowest_fba_cents, fba_sellers, buy_box_cents), 0)
  FROM staged_look WHERE set_id BETWEEN $1 AND $2
  ORDER BY set_id, retailer, observed_at
  ON CONFLICT DO NOTHING
  RETURNING set_id, retailer, observed_at
), noted AS (
  INSERT INTO fresh_group SELECT set_id, retailer, count(*), min(observed_at) FROM fresh GROUP BY set_id, retailer RETURNING looks
)
SELECT coalesce(sum(looks), 0)::integer AS count FROM noted`;

/**
 * What to fold for each noted group: the state and the looks past it where all that is new is newer; otherwise no state and
 * every look there is. Looks as JSON arrays, which are read several times faster than rows.
 */
export const READ_GROUPS = `
SELECT g.set_id, g.retailer, p.price_cents, p.list_price_cents, p.seller_type, p.in_stock, p.product_url, p.changed_at, p.last_change_cents,
       p.lowest_cents, p.at_lowest, p.flip_1p_to_3p, p.lowest_fba_cents, p.fba_sellers, p.buy_box_cents, p.last_checked_at,
       p.last_shown_price_cents, p.last_known_seller_type, seen.looks
FROM fresh_group g
LEFT JOIN retail.price_state p ON p.set_id = g.set_id AND p.retailer = g.retailer AND g.first_at > p.last_checked_at
CROSS JOIN LATERAL (
  SELECT json_agg(json_build_array((date_part('epoch', o.observed_at) * 1000)::bigint, o.price_cents, o.list_price_cents, o.seller_type, o.in_stock,
                                   o.product_url, o.lowest_fba_cents, o.fba_sellers, o.buy_box_cents)) AS looks
  FROM source.retail_observation o
  WHERE o.set_id = g.set_id AND o.retailer = g.retailer AND o.observed_at > coalesce(p.last_checked_at, '-infinity')
) seen`;

export const WRITE_STATES = `
INSERT INTO retail.price_state AS p (${FOLDED_STATE_COLUMNS.join(', ')})
SELECT ${FOLDED_STATE_COLUMNS.join(', ')} FROM folded_state
ON CONFLICT (set_id, retailer) DO UPDATE SET
  ${FOLDED_STATE_COLUMNS.slice(2).map((column) => `${column} = excluded.${column}`).join(', ')}`;

/** Codes of a slice of sets that are new or were seen later than known. A code that is another set's stays with that set. */
export const WRITE_CODES = `
WITH latest AS (
  SELECT DISTINCT ON (code_key, kind) code_key, kind, code, set_id, last_seen_at
  FROM staged_code WHERE set_id BETWEEN $1 AND $2
  ORDER BY code_key, kind, last_seen_at DESC, code
), written AS (
  INSERT INTO retail.product_code AS c (code_key, kind, code, set_id, last_seen_at)
  SELECT code_key, kind, code, set_id, last_seen_at FROM latest
  ON CONFLICT (code_key, kind) DO UPDATE SET code = excluded.code, last_seen_at = excluded.last_seen_at
  WHERE c.set_id = excluded.set_id AND (excluded.last_seen_at > c.last_seen_at OR (excluded.last_seen_at = c.last_seen_at AND excluded.code < c.code))
  RETURNING c.set_id
)
SELECT count(*)::integer AS count FROM written`;

/** What is true of both retailers together, for a slice of sets. */
export const WRITE_LISTINGS = `
INSERT INTO retail.listing AS l (set_id, asin, upc, ean, latest_change_at)
SELECT p.set_id, ${['asin', 'upc', 'ean'].map(lastSeen).join(', ')}, max(p.changed_at)
FROM retail.price_state p
WHERE p.set_id IN (SELECT set_id FROM staged_look WHERE set_id BETWEEN $1 AND $2)
GROUP BY p.set_id
ON CONFLICT (set_id) DO UPDATE SET asin = excluded.asin, upc = excluded.upc, ean = excluded.ean, latest_change_at = excluded.latest_change_at
WHERE (l.asin, l.upc, l.ean, l.latest_change_at) IS DISTINCT FROM (excluded.asin, excluded.upc, excluded.ean, excluded.latest_change_at)`;

function lastSeen(kind: string): string {
  return `(SELECT c.code FROM retail.product_code c WHERE c.set_id = p.set_id AND c.kind = '${kind}' ORDER BY c.last_seen_at DESC, c.code LIMIT 1)`;
}
