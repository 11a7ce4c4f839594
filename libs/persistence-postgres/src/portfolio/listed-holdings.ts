import { type EpochDay, formatIsoDay, type BookedHolding } from '@brickmarket/domain';
import type {
  ListedHolding,
  HoldingFilter,
  HoldingOrder,
  HoldingPage,
  HoldingQuery,
  SummedHoldings,
} from '@brickmarket/persistence-ports';
import type { PrivateStatement } from '../database/database.ts';
import { columnsOf } from './book-rows.ts';

/** Reads sets only to filter or order by them. */
const matching = ({ theme, text }: HoldingFilter, byTitle = false, holdings = 'portfolio.holding'): string => `
FROM ${holdings} h
${theme !== null || text !== null || byTitle ? 'JOIN catalog.lego_set s ON s.id = h.set_id' : ''}
WHERE h.account_id = $1 AND ($2::bigint IS NULL OR h.brickfolio_id = $2) AND ($4::text IS NULL OR h.condition = $4)
  AND ($5::text IS NULL OR CASE WHEN $5 = 'unsold' THEN h.status <> 'sold' ELSE h.status = $5 END)
  AND ${theme === null ? '$3::text IS NULL' : 's.theme = $3'}
  AND ${text === null ? '$6::text IS NULL' : `strpos(lower(s.set_number || ' ' || s.title), lower($6)) > 0`}`;

/** Suffix of statements that differ by it. */
const filterName = ({ theme, text }: HoldingFilter): string =>
  `${theme === null ? '' : '_theme'}${text === null ? '' : '_text'}`;

const COST = 'm.quantity::bigint * m.purchase_price_cents';
/** Value on the day, or net proceeds of sold copies. */
const WORTH = `CASE WHEN m.status = 'sold' THEN m.net_cents ELSE m.quantity::bigint * m.value_cents END`;
const GAIN = `(${WORTH}) - ${COST}`;

const ORDER: Readonly<Record<HoldingOrder, string>> = {
  set_number: 'm.set_number',
  title: 'm.title COLLATE "C"',
  purchase_date: 'm.purchase_date',
  quantity: 'm.quantity',
  cost: COST,
  value: `CASE WHEN m.status = 'sold' THEN m.net_cents ELSE coalesce(${WORTH}, ${COST}, 0) END`,
  gain: GAIN,
  percent: `CASE WHEN ${COST} = 0 THEN 0 * (${WORTH}) ELSE (${GAIN})::numeric / (${COST}) END`,
  added: 'm.id',
};
const NEEDS_VALUES: readonly HoldingOrder[] = ['value', 'gain', 'percent'];

/** The condition stands inside: one of the join is checked after the lookup. */
const worthOf = (alias: string, day: string): string => `LEFT JOIN LATERAL (
  SELECT v.value_cents FROM market.value_step v
  WHERE v.item_id = ${alias}.set_id AND v.condition = ${alias}.condition AND v.day <= ${day}::date
    AND ${alias}.status <> 'sold'
  ORDER BY v.day DESC LIMIT 1
) worth ON true`;

/** Must divide as `allocate` in libs/portfolio. */
const shareOf = (amount: string): string => `
  floor((${amount})::numeric * (place.before + place.quantity) / place.copies + 0.5)
  - floor((${amount})::numeric * place.before / place.copies + 0.5)`;
const FEES = 'p.platform_fees_cents::bigint + p.payment_fees_cents + p.shipping_cents';
const NET_CENTS = `(${shareOf('p.gross_cents')} - (${shareOf(FEES)}))::bigint AS net_cents`;

const soldOf = (alias: string): string => `LEFT JOIN LATERAL (
  SELECT l.sale_id, p.sale_date, p.platform, ${NET_CENTS}
  FROM portfolio.sale_lot l
  JOIN portfolio.sale p ON p.account_id = $1 AND p.id = l.sale_id
  JOIN portfolio.holding own ON own.account_id = $1 AND own.id = l.holding_id
  CROSS JOIN LATERAL (
    SELECT own.quantity, sum(c.quantity) AS copies,
      coalesce(sum(c.quantity) FILTER (WHERE c.id < l.holding_id), 0) AS before
    FROM portfolio.sale_lot o JOIN portfolio.holding c ON c.account_id = $1 AND c.id = o.holding_id
    WHERE o.account_id = $1 AND o.sale_id = l.sale_id
  ) place
  WHERE l.account_id = $1 AND l.holding_id = ${alias}.id
) sold ON ${alias}.status = 'sold'`;

/** What is ordered and added up by; an index has all of it. */
const facts = (alias: string): string =>
  ['id', 'set_id', 'set_number', 'quantity', 'condition', 'purchase_price_cents', 'purchase_date', 'status']
    .map((column) => `${alias}.${column}`)
    .join(', ');

/** Sold copies with their place in their sale. All of the account, as a filter must not move them. */
const SOLD = `(
  SELECT ${facts('c')}, c.account_id, c.brickfolio_id, l.sale_id,
    sum(c.quantity) OVER (PARTITION BY l.sale_id) AS copies,
    sum(c.quantity) OVER (PARTITION BY l.sale_id ORDER BY c.id) - c.quantity AS before
  FROM portfolio.holding c
  LEFT JOIN LATERAL (
    SELECT l.sale_id FROM portfolio.sale_lot l WHERE l.account_id = $1 AND l.holding_id = c.id LIMIT 1
  ) l ON true
  WHERE c.account_id = $1 AND c.status = 'sold' AND $5 IS DISTINCT FROM 'unsold'
)`;

/** By lookups only: a plan serves accounts of any size, and joins chosen for small ones take minutes for large ones. */
const valued = (filter: HoldingFilter, day: string): string => `
SELECT ${facts('h')}, worth.value_cents, NULL::bigint AS net_cents
FROM (SELECT h.* ${matching(filter)} AND h.status <> 'sold') h
${worthOf('h', day)}
UNION ALL
SELECT ${facts('place')}, NULL, p.net_cents
FROM (SELECT h.* ${matching(filter, false, SOLD)}) place
LEFT JOIN LATERAL (
  SELECT ${NET_CENTS} FROM portfolio.sale p WHERE p.account_id = $1 AND p.id = place.sale_id LIMIT 1
) p ON true`;

// Reads titles and values of the page only, unless the order needs all.
function listHoldings(filter: HoldingFilter, order: HoldingOrder, descending: boolean): string {
  const direction = descending ? 'DESC' : 'ASC';
  const byTitle = order === 'title';
  const found = `SELECT ${facts('h')}${byTitle ? ', s.title' : ''} ${matching(filter, byTitle)}`;
  return `
WITH page AS MATERIALIZED (
  SELECT h.*, m.position FROM (
    SELECT m.id, row_number() OVER () AS position FROM (
      SELECT m.id FROM (${NEEDS_VALUES.includes(order) ? valued(filter, '$9') : found}) m
      ORDER BY ${ORDER[order]} ${direction} NULLS LAST, m.id ${direction} LIMIT $7 OFFSET $8
    ) m
  ) m JOIN portfolio.holding h ON h.account_id = $1 AND h.id = m.id
)
SELECT ${columnsOf('lot', 'page')}, page.set_number AS "setNumber", s.title, s.theme, f.name AS brickfolio,
       worth.value_cents AS "unitValueCents", sold.sale_id AS "saleId", sold.platform,
       sold.sale_date - date '1970-01-01' AS "saleDay", sold.net_cents::float8 AS "netCents"
FROM page ${worthOf('page', '$9')} ${soldOf('page')}
JOIN portfolio.brickfolio f ON f.account_id = $1 AND f.id = page.brickfolio_id
JOIN catalog.lego_set s ON s.id = page.set_id
ORDER BY page.position`;
}

const KNOWN = 'm.net_cents IS NOT NULL AND m.purchase_price_cents IS NOT NULL';
const sum = (amount: string, where: string): string => `coalesce(sum(${amount}) FILTER (WHERE ${where}), 0)::float8`;
const addUpLots = (filter: HoldingFilter): string => `
SELECT count(DISTINCT m.set_id) FILTER (WHERE m.status <> 'sold')::integer AS "setCount",
       ${sum('m.quantity', `m.status <> 'sold'`)} AS "itemCount",
       ${sum(COST, `m.status <> 'sold'`)} AS "costCents",
       ${sum(`coalesce(${WORTH}, ${COST}, 0)`, `m.status <> 'sold'`)} AS "valueCents",
       ${sum(COST, `m.status <> 'sold' AND m.value_cents IS NULL`)} AS "unvaluedCostCents",
       ${sum('m.quantity', `m.status <> 'sold' AND m.purchase_price_cents IS NULL`)} AS "unpricedItemCount",
       ${sum(WORTH, `m.status <> 'sold' AND m.purchase_price_cents IS NULL`)} AS "unpricedValueCents",
       ${sum('m.quantity', `m.status = 'sold'`)} AS "soldItemCount",
       ${sum('m.net_cents', `m.status = 'sold'`)} AS "netCents",
       ${sum(GAIN, `m.status = 'sold' AND ${KNOWN}`)} AS "gainCents",
       ${sum(COST, `m.status = 'sold' AND ${KNOWN}`)} AS "gainCostCents",
       ${sum('m.quantity', `m.status = 'sold' AND NOT (${KNOWN})`)} AS "unknownItemCount"
FROM (${valued(filter, '$7')}) m`;

const FIND_BRICKFOLIO = 'SELECT FROM portfolio.brickfolio f WHERE f.account_id = $1 AND f.id = $2';

interface ListedHoldingRow extends BookedHolding, Omit<ListedHolding, 'holding' | 'sold'> {
  readonly saleId: number | null;
  readonly saleDay: number;
  readonly platform: string;
  readonly netCents: number;
}

export async function readHoldingPage(
  statement: PrivateStatement,
  accountId: number,
  query: HoldingQuery,
): Promise<HoldingPage | null> {
  const { order, descending, limit, offset, today } = query;
  const filters = filtersOf(accountId, query);
  if (!(await isOwnBrickfolio(statement, accountId, query))) return null;
  const [[count], rows] = await Promise.all([
    statement<{ total: number }>(
      `count_holdings${filterName(query)}`,
      `SELECT count(*)::integer AS total ${matching(query)}`,
      filters,
    ),
    statement<ListedHoldingRow>(
      `list_holdings_${order}_${descending ? 'down' : 'up'}${filterName(query)}`,
      listHoldings(query, order, descending),
      [...filters, limit, offset, formatIsoDay(today)],
    ),
  ]);
  return { total: count!.total, holdings: rows.map(listedHolding) };
}

export async function addUpHoldings(
  statement: PrivateStatement,
  accountId: number,
  filter: HoldingFilter,
  today: EpochDay,
): Promise<SummedHoldings | null> {
  if (!(await isOwnBrickfolio(statement, accountId, filter))) return null;
  const [sums] = await statement<Record<SummedColumn, number>>(`add_up_lots${filterName(filter)}`, addUpLots(filter), [
    ...filtersOf(accountId, filter),
    formatIsoDay(today),
  ]);
  const { setCount, itemCount, costCents, valueCents, unvaluedCostCents } = sums!;
  const { unpricedItemCount, unpricedValueCents, soldItemCount, ...sold } = sums!;
  const unknownCost = { itemCount: unpricedItemCount, valueCents: unpricedValueCents };
  return {
    unsold: { setCount, itemCount, costCents, valueCents, unvaluedCostCents, unknownCost },
    sold: {
      itemCount: soldItemCount,
      netCents: sold.netCents,
      gainCents: sold.gainCents,
      gainCostCents: sold.gainCostCents,
      unknownItemCount: sold.unknownItemCount,
    },
  };
}

type SummedColumn =
  | keyof Omit<SummedHoldings['unsold'], 'unknownCost'>
  | keyof SummedHoldings['sold']
  | 'unpricedItemCount'
  | 'unpricedValueCents'
  | 'soldItemCount';

function filtersOf(accountId: number, { brickfolioId, theme, condition, status, text }: HoldingFilter): unknown[] {
  return [accountId, brickfolioId, theme, condition, status, text];
}

async function isOwnBrickfolio(
  statement: PrivateStatement,
  accountId: number,
  { brickfolioId }: HoldingFilter,
): Promise<boolean> {
  if (brickfolioId === null) return true;
  return (await statement('find_brickfolio', FIND_BRICKFOLIO, [accountId, brickfolioId])).length > 0;
}

function listedHolding(row: ListedHoldingRow): ListedHolding {
  const { title, theme, brickfolio, unitValueCents, saleId, saleDay, platform, netCents, ...holding } = row;
  const sold = saleId === null ? null : { saleId, saleDay, platform, netCents };
  return { holding, title, theme, brickfolio, unitValueCents, sold };
}
