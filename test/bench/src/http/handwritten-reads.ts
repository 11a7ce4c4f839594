/**
 * The private routes as a careful hand writes them: one straightforward statement for each, which composes the answer's
 * `data`. $1 is the account. Rows and rules are those of our service, so that the answers can be compared with ours;
 * the fees of `netFba` alone are left out.
 */

const USD = (cents: string): string => `round(${cents} / 100.0, 2)`;
const PERCENT = (part: string, whole: string): string =>
  `CASE WHEN ${whole} = 0 THEN 0 ELSE round(100.0 * ${part} / ${whole}, 2) END`;

const VALUE_ON = (day: string): string => `(
  SELECT v.value_cents FROM market.value_step v
  WHERE v.item_id = h.set_id AND v.condition = h.condition AND v.day <= ${day} ORDER BY v.day DESC LIMIT 1
)`;

/** The account's unsold holdings with what they cost and what they are worth today. */
const VALUED = `
valued AS MATERIALIZED (
  SELECT h.*, h.quantity * coalesce(h.purchase_price_cents, 0) AS cost, worth.cents AS unit,
         coalesce(h.quantity * worth.cents, h.quantity * coalesce(h.purchase_price_cents, 0)) AS value,
         h.quantity * (worth.cents - h.purchase_price_cents) AS gain,
         CASE WHEN worth.cents IS NOT NULL THEN h.quantity * h.purchase_price_cents END AS gain_cost
  FROM portfolio.holding h CROSS JOIN LATERAL (SELECT ${VALUE_ON('current_date')} AS cents) worth
  WHERE h.account_id = $1 AND h.status <> 'sold'
)`;

const BRICKFOLIOS = `
WITH ${VALUED}
SELECT json_build_object(
  'brickfolios', (
    SELECT json_agg(json_build_object(
      'id', f.id, 'name', f.name, 'description', f.description, 'is_default', f.is_default,
      'owned_set_count', t.sets, 'owned_item_count', t.items, 'total_cost_basis_usd', ${USD('t.cost')},
      'total_current_value_usd', ${USD('t.value')}, 'unrealized_gain_loss_usd', ${USD('t.gain')},
      'created_at', to_char(f.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) ORDER BY f.is_default DESC, f.id)
    FROM portfolio.brickfolio f CROSS JOIN LATERAL (
      SELECT count(DISTINCT set_id) AS sets, coalesce(sum(quantity), 0) AS items, coalesce(sum(cost), 0) AS cost,
             coalesce(sum(value), 0) AS value, coalesce(sum(gain), 0) AS gain
      FROM valued WHERE brickfolio_id = f.id
    ) t
    WHERE f.account_id = $1
  ),
  'monthly_periods', (
    SELECT coalesce(json_agg(json_build_object(
      'month', month, 'entry_count', entries, 'items', items, 'cost_basis_usd', ${USD('cost')}
    ) ORDER BY month), '[]')
    FROM (
      SELECT to_char(purchase_date, 'YYYY-MM') AS month, count(*) AS entries, sum(quantity) AS items,
             sum(cost) FILTER (WHERE purchase_price_cents IS NOT NULL) AS cost
      FROM valued WHERE purchase_date IS NOT NULL GROUP BY 1
    ) months
  )
) AS data`;

const ENTRIES = `
WITH own AS (
  SELECT h.*, h.quantity * coalesce(h.purchase_price_cents, 0) AS cost, ${VALUE_ON('current_date')} AS unit
  FROM (
    SELECT * FROM portfolio.holding WHERE account_id = $1 ORDER BY brickfolio_id, set_number, id LIMIT 50
  ) h
)
SELECT json_build_object(
  'entries', (
    SELECT coalesce(json_agg(json_build_object(
      'brickfolio_id', o.brickfolio_id, 'set_number', o.set_number, 'title', s.title, 'theme', s.theme,
      'quantity', o.quantity, 'condition', o.condition, 'purchase_price_usd', ${USD('o.purchase_price_cents')},
      'purchase_date', o.purchase_date, 'status', o.status, 'current_value_usd', ${USD('o.unit')},
      'total_current_value_usd', ${USD('coalesce(o.quantity * o.unit, o.cost)')},
      'unrealized_gain_loss_usd', ${USD('(o.quantity * (o.unit - o.purchase_price_cents))')},
      'unrealized_gain_loss_pct', CASE WHEN o.unit IS NOT NULL AND o.purchase_price_cents IS NOT NULL
        THEN ${PERCENT('(o.unit - o.purchase_price_cents)', 'o.purchase_price_cents')} END
    ) ORDER BY o.brickfolio_id, o.set_number, o.id), '[]')
    FROM own o JOIN catalog.lego_set s ON s.id = o.set_id
  ),
  'pagination', (
    SELECT json_build_object('total', count(*), 'limit', 50, 'offset', 0, 'has_more', count(*) > 50)
    FROM portfolio.holding WHERE account_id = $1
  )
) AS data`;

const MOVER = (name: string, order: string): string => `(
  SELECT json_build_object('set_number', set_number, 'title', title, '${name}', pct)
  FROM ranked WHERE pct ${order === 'DESC' ? '>' : '<'} 0 ORDER BY pct ${order}, set_number COLLATE "C" LIMIT 1
)`;

const ANALYTICS = `
WITH ${VALUED}, ranked AS (
  SELECT v.set_number, s.title, ${PERCENT('(v.unit - v.purchase_price_cents)', 'v.purchase_price_cents')} AS pct
  FROM valued v JOIN catalog.lego_set s ON s.id = v.set_id
  WHERE v.unit IS NOT NULL AND v.purchase_price_cents IS NOT NULL
), worth AS (
  SELECT h.cost, coalesce(h.quantity * step.value_cents, h.cost) AS value,
         h.quantity * (step.value_cents - h.purchase_price_cents) AS gain,
         CASE WHEN step.value_cents IS NOT NULL THEN h.quantity * h.purchase_price_cents END AS gain_cost,
         greatest(step.day, least(h.purchase_date, current_date), current_date - 364) AS first_day,
         coalesce(lead(step.day) OVER (PARTITION BY h.id ORDER BY step.day) - 1, current_date) AS last_day
  FROM valued h CROSS JOIN LATERAL (
    SELECT date '1900-01-01' AS day, NULL AS value_cents
    UNION ALL
    SELECT v.day, v.value_cents FROM market.value_step v
    WHERE v.item_id = h.set_id AND v.condition = h.condition AND v.day <= current_date
  ) step
), daily AS (
  SELECT d::date AS day, sum(w.cost) AS cost, sum(w.value) AS value, coalesce(sum(w.gain), 0) AS gain,
         coalesce(sum(w.gain_cost), 0) AS gain_cost
  FROM generate_series(current_date - 364, current_date, interval '1 day') d
  LEFT JOIN (
    SELECT cost, value, gain, gain_cost, generate_series(first_day, last_day, interval '1 day') AS on_day
    FROM worth WHERE first_day <= last_day
  ) w ON w.on_day = d
  GROUP BY d
)
SELECT json_build_object(
  'period', '1y',
  'summary', (
    SELECT json_build_object(
      'total_sets', count(DISTINCT set_id), 'total_items', coalesce(sum(quantity), 0),
      'total_cost_basis_usd', ${USD('coalesce(sum(cost), 0)')},
      'total_current_value_usd', ${USD('coalesce(sum(value), 0)')},
      'unrealized_gain_loss_usd', ${USD('coalesce(sum(gain), 0)')},
      'unrealized_gain_loss_pct', ${PERCENT('coalesce(sum(gain), 0)', 'coalesce(sum(gain_cost), 0)')},
      'top_gainer', ${MOVER('gain_pct', 'DESC')}, 'top_loser', ${MOVER('loss_pct', 'ASC')}
    ) FROM valued
  ),
  'value_history', (
    SELECT json_agg(json_build_object(
      'date', day, 'total_value_usd', ${USD('coalesce(value, 0)')}, 'cost_basis_usd', ${USD('coalesce(cost, 0)')},
      'gain_loss_usd', ${USD('gain')}, 'gain_loss_pct', ${PERCENT('gain', 'gain_cost')}
    ) ORDER BY day) FROM daily
  )
) AS data`;

/** What was seen too long ago is not known to hold today. */
const FRESH = (state: string): string => `${state}.last_checked_at >= current_date - 30`;
const IF_FRESH = (state: string, value: string): string => `CASE WHEN ${FRESH(state)} THEN ${value} END`;

const PRICE_BLOCK = (state: string): string => `json_build_object(
  'price', ${IF_FRESH(state, USD(`${state}.price_cents`))}, 'sellerType', ${IF_FRESH(state, `${state}.seller_type`)},
  'changedAt', to_char(${state}.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'lastChange', ${USD(`${state}.last_change_cents`)},
  'flip1pTo3p', coalesce(${FRESH(state)} AND ${state}.flip_1p_to_3p, false),
  'atLowest', coalesce(${FRESH(state)} AND ${state}.at_lowest, false),
  'lowest', ${USD(`${state}.lowest_cents`)}, 'inStock', ${IF_FRESH(state, `${state}.in_stock`)}
)`;

const RETAIL_WATCH = `
SELECT coalesce(json_agg(json_build_object(
  'setNumber', s.set_number, 'name', s.title, 'asin', l.asin, 'upc', coalesce(s.upc, l.upc),
  'ean', coalesce(s.ean, l.ean), 'paid', ${USD('round(paid.cents)')},
  'retailer_a', ${PRICE_BLOCK('a')}, 'retailer_b', ${PRICE_BLOCK('b')},
  'retailer_aExit', json_build_object(
    'lowestFba', ${IF_FRESH('a', USD('a.lowest_fba_cents'))}, 'fbaSellers', ${IF_FRESH('a', 'a.fba_sellers')},
    'buyBox', ${IF_FRESH('a', USD('a.buy_box_cents'))}, 'netFba', NULL
  )
) ORDER BY l.latest_change_at DESC NULLS LAST, s.set_number), '[]') AS data
FROM (
  SELECT set_id, sum(quantity::numeric * purchase_price_cents)
                 / sum(quantity) FILTER (WHERE purchase_price_cents IS NOT NULL) AS cents
  FROM portfolio.holding WHERE account_id = $1 AND status <> 'sold' GROUP BY set_id
) paid
JOIN retail.listing l ON l.set_id = paid.set_id
JOIN catalog.lego_set s ON s.id = paid.set_id
LEFT JOIN retail.price_state a ON a.set_id = s.id AND a.retailer = 'retailer_a'
LEFT JOIN retail.price_state b ON b.set_id = s.id AND b.retailer = 'retailer_b'
WHERE l.latest_change_at >= now() - interval '7 days'`;

const NET = '(p.gross_cents - p.platform_fees_cents - p.payment_fees_cents - p.shipping_cents)';

const SALES = `
SELECT json_build_object(
  'sales', (
    SELECT coalesce(json_agg(json_build_object(
      'id', p.id, 'set_number', s.set_number, 'title', s.title, 'platform', p.platform, 'sale_date', p.sale_date,
      'quantity', p.quantity, 'gross_proceeds_usd', ${USD('p.gross_cents')},
      'platform_fees_usd', ${USD('p.platform_fees_cents')}, 'payment_fees_usd', ${USD('p.payment_fees_cents')},
      'shipping_cost_usd', ${USD('p.shipping_cents')}, 'net_proceeds_usd', ${USD(NET)},
      'profit_loss_usd', ${USD(`(${NET} - p.cost_basis_cents)`)},
      'roi_pct', ${PERCENT(`(${NET} - p.cost_basis_cents)`, 'p.cost_basis_cents')}
    ) ORDER BY p.sale_date DESC, p.id DESC), '[]')
    FROM (
      SELECT * FROM portfolio.sale WHERE account_id = $1 ORDER BY sale_date DESC, id DESC LIMIT 50
    ) p JOIN catalog.lego_set s ON s.id = p.set_id
  ),
  'pagination', (
    SELECT json_build_object('total', count(*), 'limit', 50, 'offset', 0, 'has_more', count(*) > 50)
    FROM portfolio.sale WHERE account_id = $1
  )
) AS data`;

/** The statement of each private path, with the query parameters that the benchmark sends. */
export const HANDWRITTEN_READS: ReadonlyMap<string, { readonly sql: string; readonly parameters: readonly string[] }> =
  new Map([
    ['/brickfolio', { sql: BRICKFOLIOS, parameters: [] }],
    ['/brickfolio/entries', { sql: ENTRIES, parameters: [] }],
    ['/brickfolio/analytics', { sql: ANALYTICS, parameters: [] }],
    ['/brickfolio/retail-watch', { sql: RETAIL_WATCH, parameters: ['changed_within'] }],
    ['/salesledger', { sql: SALES, parameters: [] }],
  ]);
