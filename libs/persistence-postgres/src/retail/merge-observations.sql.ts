export const STAGED_CODE_COLUMNS = ['code_key', 'kind', 'code', 'set_id', 'last_seen_at'];
export const FOLDED_STATE_COLUMNS = [
  'set_id',
  'retailer',
  'price_cents',
  'list_price_cents',
  'seller_type',
  'in_stock',
  'product_url',
  'changed_at',
  'last_change_cents',
  'lowest_cents',
  'at_lowest',
  'flip_1p_to_3p',
  'lowest_fba_cents',
  'fba_sellers',
  'buy_box_cents',
  'last_checked_at',
  'last_shown_price_cents',
  'last_known_seller_type',
];

export const STAGED = [
  `staged_code AS SELECT ${STAGED_CODE_COLUMNS.join(', ')} FROM retail.product_code WITH NO DATA`,
  'folded_state (LIKE retail.price_state) ON COMMIT DELETE ROWS',
];

export const INDEX_CODES = 'CREATE INDEX ON staged_code (set_id)';

export const READ_STATES = `SELECT ${FOLDED_STATE_COLUMNS.join(', ')} FROM retail.price_state WHERE set_id = ANY($1)`;

export const WRITE_STATES = `
INSERT INTO retail.price_state AS p (${FOLDED_STATE_COLUMNS.join(', ')})
SELECT ${FOLDED_STATE_COLUMNS.join(', ')} FROM folded_state
ON CONFLICT (set_id, retailer) DO UPDATE SET
  ${FOLDED_STATE_COLUMNS.slice(2)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`;

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

/** What is true of both retailers together, for some sets. */
export const WRITE_LISTINGS = `
INSERT INTO retail.listing AS l (set_id, asin, upc, ean, latest_change_at)
SELECT p.set_id, ${['asin', 'upc', 'ean'].map(lastSeen).join(', ')}, max(p.changed_at)
FROM retail.price_state p
WHERE p.set_id = ANY($1)
GROUP BY p.set_id
ON CONFLICT (set_id) DO UPDATE SET asin = excluded.asin, upc = excluded.upc, ean = excluded.ean, latest_change_at = excluded.latest_change_at
WHERE (l.asin, l.upc, l.ean, l.latest_change_at) IS DISTINCT FROM (excluded.asin, excluded.upc, excluded.ean, excluded.latest_change_at)`;

function lastSeen(kind: string): string {
  return `(SELECT c.code FROM retail.product_code c WHERE c.set_id = p.set_id AND c.kind = '${kind}' ORDER BY c.last_seen_at DESC, c.code LIMIT 1)`;
}
