import type { ImportKind, RowState } from '@brickmarket/persistence-ports';

// Statements over the rows of one import: $1 is the account, $2 the import. A row's record and a stored one have the
// same JSON form, so that equality is that of its text.

/** A step of the comparison: rows and stored records that are equal in some columns belong together. */
interface Pairing {
  /** What such a row is. */
  readonly state: Extract<RowState, 'same' | 'changed' | 'rejected'>;
  readonly by: readonly string[];
  /** Which rows and which stored records take part; all when left out. */
  readonly rows?: string;
  readonly stored?: string;
}

interface StoredKind {
  readonly table: string;
  /** In this order; what one step has paired is not there for the next. */
  readonly pairings: readonly Pairing[];
  /** The columns of a stored record that a row may change, and what they then become. */
  readonly changeable: readonly string[];
  readonly changed: string;
  /** Stored records `t` as JSON, and whether they are settled: sold copies, sales that took copies. */
  readonly stored: string;
  /** Adds to a row's record what the file may leave open. */
  readonly completed: string;
  /** What a stored record `t` consists of, whatever its brickfolio is called; and the same of a row that is added. */
  readonly whole: string;
  readonly wholeOfRow: string;
}

const HOLDING_COLUMNS = ['quantity', 'condition', 'purchase_price_cents', 'purchase_date', 'status', 'notes'];
const HOLDING_KEY = ['brickfolio', 'set_number', 'condition', 'purchase_date'];
const HOLDING_CHANGES = ['quantity', 'purchase_price_cents', 'status', 'notes'];
const SALE_KEY = ['set_number', 'platform', 'sale_date'];
const SALE_AMOUNTS = [
  'quantity',
  'gross_cents',
  'platform_fees_cents',
  'payment_fees_cents',
  'shipping_cents',
  'cost_basis_cents',
  'notes',
];
const DEFAULT_NAME = '(SELECT name FROM portfolio.brickfolio WHERE account_id = $1 AND is_default)';

const asJson = (columns: readonly string[]): string => columns.map((name) => `'${name}', t.${name}`).join(', ');
const listed = (columns: readonly string[]): string => columns.map((name) => `t.${name}`).join(', ');
// Hashed, because rows are sorted and joined by it: texts would take several times as long.
const values = (record: string, columns: readonly string[]): string =>
  `md5(jsonb_build_array(${columns.map((name) => `${record}->'${name}'`).join(', ')})::text)::uuid`;

function cast(columns: readonly string[]): string {
  return columns
    .map((name) => {
      const type =
        name === 'quantity' || name.endsWith('_cents') ? '::integer' : name.endsWith('_date') ? '::date' : '';
      return `(r.record->>'${name}')${type}`;
    })
    .join(', ');
}

const without = (columns: readonly string[], left: string): string[] => columns.filter((name) => name !== left);
const HOLDING = ['brickfolio', 'set_number', ...HOLDING_COLUMNS];
const SALE = [...SALE_KEY, ...SALE_AMOUNTS];
const TOOK_COPIES = 'EXISTS (SELECT FROM portfolio.sale_lot l WHERE l.account_id = $1 AND l.sale_id = t.id)';
// What copies had cost is known better than by a file; and a file that has no cost does not make it unknown.
const SALE_CHANGES = `${cast(without(without(SALE_AMOUNTS, 'cost_basis_cents'), 'notes'))},
  CASE WHEN ${TOOK_COPIES} THEN t.cost_basis_cents ELSE coalesce(${cast(['cost_basis_cents'])}, t.cost_basis_cents) END,
  ${cast(['notes'])}`;

const KINDS: Readonly<Record<ImportKind, StoredKind>> = {
  collection: {
    table: 'portfolio.holding',
    pairings: [
      { state: 'same', by: HOLDING },
      // A copy that was sold after an earlier import is no new copy.
      { state: 'same', by: without(HOLDING, 'status'), stored: 'is_settled' },
      { state: 'changed', by: HOLDING_KEY, stored: 'NOT is_settled' },
    ],
    changeable: HOLDING_CHANGES,
    changed: cast(HOLDING_CHANGES),
    stored: `
SELECT t.id, t.status = 'sold' AS is_settled,
       jsonb_build_object('brickfolio', f.name, 'set_number', t.set_number, ${asJson(HOLDING_COLUMNS)}) AS record
FROM portfolio.holding t JOIN portfolio.brickfolio f ON f.account_id = t.account_id AND f.id = t.brickfolio_id
WHERE t.account_id = $1`,
    completed: `r.record || jsonb_build_object('brickfolio', coalesce(r.record->>'brickfolio', ${DEFAULT_NAME}))`,
    whole: `jsonb_build_array(t.brickfolio_id, t.set_id, ${listed(HOLDING_COLUMNS)})::text`,
    wholeOfRow: `jsonb_build_array(f.id, s.id, ${cast(HOLDING_COLUMNS)})::text`,
  },
  sales: {
    table: 'portfolio.sale',
    pairings: [
      { state: 'same', by: SALE },
      { state: 'same', by: without(SALE, 'cost_basis_cents'), rows: 'has_no_cost' },
      // Number and cost of a sale that took copies follow from these: a row of other ones does not replace it.
      { state: 'changed', by: [...SALE_KEY, 'quantity', 'cost_basis_cents'], stored: 'is_settled' },
      { state: 'changed', by: [...SALE_KEY, 'quantity'], rows: 'has_no_cost', stored: 'is_settled' },
      { state: 'changed', by: SALE_KEY, stored: 'NOT is_settled' },
      { state: 'rejected', by: SALE_KEY, stored: 'is_settled' },
    ],
    changeable: SALE_AMOUNTS,
    changed: SALE_CHANGES,
    stored: `
SELECT t.id, ${TOOK_COPIES} AS is_settled,
       jsonb_build_object('set_number', s.set_number, ${asJson(['platform', 'sale_date', ...SALE_AMOUNTS])}) AS record
FROM portfolio.sale t JOIN catalog.lego_set s ON s.id = t.set_id
WHERE t.account_id = $1`,
    completed: 'r.record',
    whole: `jsonb_build_array(t.set_id, t.platform, t.sale_date, ${listed(SALE_AMOUNTS)})::text`,
    wholeOfRow: `jsonb_build_array(s.id, ${cast(['platform', 'sale_date', ...SALE_AMOUNTS])})::text`,
  },
};

/**
 * Pairs rows that are equal in what a step compares, each with one: the second of two in a file is the second of two
 * stored. A row that is to be added beside what is stored changes nothing.
 */
function paired({ state, rows = 'true', stored = 'true' }: Pairing, step: number): string {
  const earlier = Array.from({ length: step }, (_, index) => `pair_${index}`);
  const isLeft = (column: string): string =>
    earlier.map((pair) => `AND NOT EXISTS (SELECT FROM ${pair} e WHERE e.${column} = o.${column})`).join('\n        ');
  const copy = (order: string): string => `row_number() OVER (PARTITION BY by_${step} ORDER BY ${order}) AS copy`;
  return `pair_${step} AS MATERIALIZED (
  SELECT c.position, p.id, '${state}' AS state
  FROM (SELECT position, by_${step} AS same, ${copy('position')} FROM coming o
        WHERE ${rows} AND ${state === 'same' ? 'true' : "action = 'take'"} ${isLeft('position')}) c
  JOIN (SELECT id, by_${step} AS same, ${copy('id')} FROM present o
        WHERE ${stored} ${isLeft('id')}) p USING (same, copy)
)`;
}

// A subquery without it is merged into the query around it: a record would be built again for every column compared.
const COMPUTED_ONCE = 'OFFSET 0';

/** Compares every row with what is stored now, and writes what it is where that is new. */
export function compareStatement(kind: ImportKind): string {
  const { pairings, stored, completed } = KINDS[kind];
  const compared = pairings.map(({ by }, step) => `${values('record', by)} AS by_${step}`).join(', ');
  return `
WITH coming AS MATERIALIZED (
  SELECT position, action, record->>'cost_basis_cents' IS NULL AS has_no_cost, ${compared}
  FROM (SELECT r.position, r.action, ${completed} AS record FROM portfolio.import_row r
        WHERE r.account_id = $1 AND r.import_id = $2 AND r.reason IS NULL AND r.action <> 'leave'
        ${COMPUTED_ONCE}) completed
), present AS MATERIALIZED (
  SELECT id, is_settled, ${compared} FROM (${stored} ${COMPUTED_ONCE}) stored
), ${pairings.map(paired).join(', ')}, pairs AS (
  ${pairings.map((_, step) => `SELECT * FROM pair_${step}`).join(' UNION ALL ')}
), compared AS (
  SELECT r.position, p.id AS match_id,
         CASE WHEN r.action = 'leave' THEN 'left' WHEN r.reason IS NOT NULL THEN 'rejected'
              ELSE coalesce(p.state, 'new') END AS state
  FROM portfolio.import_row r LEFT JOIN pairs p ON p.position = r.position
  WHERE r.account_id = $1 AND r.import_id = $2
)
UPDATE portfolio.import_row r SET state = c.state, match_id = c.match_id
FROM compared c
WHERE r.account_id = $1 AND r.import_id = $2 AND r.position = c.position
  AND (r.state, r.match_id) IS DISTINCT FROM (c.state, c.match_id)`;
}

/** What is stored in place of the rows that would change it, or cannot. */
export function storedStatement(kind: ImportKind): string {
  return `SELECT id, record FROM (${KINDS[kind].stored}) stored WHERE id = ANY($2)`;
}

const ROWS = 'portfolio.import_row r WHERE r.account_id = $1 AND r.import_id = $2';
const MAKE_BRICKFOLIOS = `
INSERT INTO portfolio.brickfolio (account_id, name)
SELECT $1, named.name FROM (SELECT DISTINCT r.record->>'brickfolio' AS name FROM ${ROWS} AND r.state = 'new') named
WHERE named.name IS NOT NULL
  AND NOT EXISTS (SELECT FROM portfolio.brickfolio f WHERE f.account_id = $1 AND f.name = named.name)
ORDER BY named.name
RETURNING id`;

const NEW_ROWS: Readonly<Record<ImportKind, string>> = {
  collection: `
FROM portfolio.import_row r
JOIN catalog.lego_set s ON s.set_number = r.record->>'set_number'
JOIN portfolio.brickfolio f ON f.account_id = $1 AND f.name = coalesce(r.record->>'brickfolio', ${DEFAULT_NAME})
WHERE r.account_id = $1 AND r.import_id = $2 AND r.state = 'new'`,
  sales: `
FROM portfolio.import_row r
JOIN catalog.lego_set s ON s.set_number = r.record->>'set_number'
WHERE r.account_id = $1 AND r.import_id = $2 AND r.state = 'new'`,
};

const INSERT_HOLDINGS = `
INSERT INTO portfolio.holding (id, account_id, brickfolio_id, set_id, set_number, ${HOLDING_COLUMNS.join(', ')})
OVERRIDING SYSTEM VALUE
SELECT r.result_id, $1, f.id, s.id, s.set_number, ${cast(HOLDING_COLUMNS)} ${NEW_ROWS.collection}`;

const INSERT_SALES = `
INSERT INTO portfolio.sale (id, account_id, set_id, platform, sale_date, ${SALE_AMOUNTS.join(', ')})
OVERRIDING SYSTEM VALUE
SELECT r.result_id, $1, s.id, ${cast(['platform', 'sale_date', ...SALE_AMOUNTS])} ${NEW_ROWS.sales}`;

/** What a commit runs after the comparison, in this order. */
export function commitStatements(kind: ImportKind): { readonly brickfolios: string | null; readonly rest: string[] } {
  const { table, changeable, changed, stored, whole, wholeOfRow } = KINDS[kind];
  return {
    brickfolios: kind === 'collection' ? MAKE_BRICKFOLIOS : null,
    rest: [
      `UPDATE portfolio.import_row w SET result_id = nextval('${table}_id_seq'), result = added.whole
FROM (SELECT r.position, ${wholeOfRow} AS whole ${NEW_ROWS[kind]}) added
WHERE w.account_id = $1 AND w.import_id = $2 AND w.position = added.position`,
      kind === 'collection' ? INSERT_HOLDINGS : INSERT_SALES,
      `UPDATE portfolio.import_row r SET result_id = CASE r.state WHEN 'changed' THEN r.match_id END,
  before = stored.record FROM (${stored}) stored
WHERE r.account_id = $1 AND r.import_id = $2 AND r.state IN ('changed', 'rejected') AND stored.id = r.match_id`,
      `UPDATE ${table} t SET (${changeable.join(', ')}) = ROW(${changed})
FROM ${ROWS} AND r.state = 'changed' AND t.account_id = $1 AND t.id = r.result_id`,
      `UPDATE portfolio.import_row r SET result = ${whole} FROM ${table} t
WHERE r.account_id = $1 AND r.import_id = $2 AND r.state = 'changed' AND t.account_id = $1 AND t.id = r.result_id`,
    ],
  };
}

// Deleting a sale deletes its links: copies still marked sold would then belong to no sale and count nowhere.
const GIVE_BACK_COPIES = `
UPDATE portfolio.holding h SET status = 'owned'
FROM portfolio.sale_lot l, ${ROWS} AND r.state = 'new' AND NOT r.is_kept
  AND l.account_id = $1 AND l.sale_id = r.result_id AND h.account_id = $1 AND h.id = l.holding_id`;

/** What an undo runs, in this order. */
export function undoStatements(kind: ImportKind): readonly string[] {
  const { table, changeable, whole } = KINDS[kind];
  const before = cast(changeable).replaceAll('r.record', 'r.before');
  return [
    `UPDATE portfolio.import_row r SET is_kept = true
WHERE r.account_id = $1 AND r.import_id = $2 AND r.result_id IS NOT NULL AND NOT EXISTS (
  SELECT FROM ${table} t WHERE t.account_id = $1 AND t.id = r.result_id AND ${whole} = r.result)`,
    ...(kind === 'sales' ? [GIVE_BACK_COPIES] : []),
    `DELETE FROM ${table} t USING ${ROWS} AND r.state = 'new' AND NOT r.is_kept
  AND t.account_id = $1 AND t.id = r.result_id`,
    `UPDATE ${table} t SET (${changeable.join(', ')}) = ROW(${before})
FROM ${ROWS} AND r.state = 'changed' AND NOT r.is_kept AND t.account_id = $1 AND t.id = r.result_id`,
    `DELETE FROM portfolio.brickfolio f USING portfolio.import_file i
WHERE i.account_id = $1 AND i.id = $2 AND f.account_id = $1 AND f.id = ANY(i.made_brickfolios) AND NOT f.is_default
  AND NOT EXISTS (SELECT FROM portfolio.holding h WHERE h.account_id = $1 AND h.brickfolio_id = f.id)`,
  ];
}
