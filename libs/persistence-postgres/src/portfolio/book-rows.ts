import type { BookRows, BookTable, RowChange } from '@brickmarket/domain';
import { arrayText } from '../database/array-text.ts';
import type { BookStatement } from './book-transaction.ts';

interface StoredField {
  readonly column: string;
  readonly type: string;
  /** SQL for reading and writing. */
  readonly read: (column: string) => string;
  readonly write: (value: string) => string;
  readonly given: (value: unknown) => Given;
}

type Given = string | number | boolean | null;

interface StoredTable {
  readonly name: string;
  readonly key: string;
  readonly hasVersion: boolean;
  readonly fields: Readonly<Record<string, StoredField>>;
  /** Never change after insertion. */
  readonly fixed: readonly string[];
}

const asIs = (text: string): string => text;
const field = (column: string, type: string): StoredField => ({
  column,
  type,
  read: asIs,
  write: asIs,
  given: (value) => (value ?? null) as Given,
});
const [text, integer] = [
  (column: string): StoredField => field(column, 'text'),
  (column: string): StoredField => field(column, 'integer'),
];
const day = (column: string): StoredField => ({
  ...field(column, 'integer'),
  read: (of) => `${of} - date '1970-01-01'`,
  write: (value) => `date '1970-01-01' + ${value}`,
});
const origins: StoredField = {
  ...field('origins', 'text'),
  write: (value) => `${value}::text[]`,
  given: (value) => arrayText((value ?? []) as readonly string[]),
};

/** Excludes set numbers, which follow from ids. */
export const STORED: Readonly<Record<Exclude<BookTable, 'rule'>, StoredTable>> = {
  brickfolio: {
    name: 'portfolio.brickfolio',
    key: 'id',
    hasVersion: true,
    fields: {
      name: text('name'),
      description: text('description'),
      isDefault: field('is_default', 'boolean'),
      createdAt: {
        ...field('created_at', 'timestamptz'),
        read: (of) => `to_char(${of}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      },
    },
    fixed: ['createdAt'],
  },
  lot: {
    name: 'portfolio.holding',
    key: 'id',
    hasVersion: true,
    fields: {
      brickfolioId: integer('brickfolio_id'),
      setId: integer('set_id'),
      quantity: integer('quantity'),
      condition: text('condition'),
      purchasePriceCents: integer('purchase_price_cents'),
      purchaseDay: day('purchase_date'),
      status: text('status'),
      notes: text('notes'),
      shippingPaidCents: integer('shipping_paid_cents'),
      taxPaidCents: integer('tax_paid_cents'),
      boughtFrom: text('bought_from'),
      storedAt: text('stored_at'),
      origins,
    },
    fixed: ['setId'],
  },
  sale: {
    name: 'portfolio.sale',
    key: 'id',
    hasVersion: true,
    fields: {
      setId: integer('set_id'),
      platform: text('platform'),
      quantity: integer('quantity'),
      grossCents: integer('gross_cents'),
      saleDay: day('sale_date'),
      platformFeesCents: integer('platform_fees_cents'),
      paymentFeesCents: integer('payment_fees_cents'),
      shippingCents: integer('shipping_cents'),
      costBasisCents: integer('cost_basis_cents'),
      notes: text('notes'),
      origins,
    },
    fixed: ['setId'],
  },
  saleLot: {
    name: 'portfolio.sale_lot',
    key: 'holding_id',
    hasVersion: false,
    fields: { saleId: integer('sale_id'), method: text('method') },
    fixed: ['saleId', 'method'],
  },
};

export function columnsOf(table: keyof typeof STORED, alias: string): string {
  const { key, hasVersion, fields } = STORED[table];
  const version = hasVersion ? `${alias}.version` : '1 AS version';
  return `${alias}.${key} AS id, ${version}, ${fieldColumns(table, alias, Object.keys(fields))}`;
}

function fieldColumns(table: keyof typeof STORED, alias: string, names: readonly string[]): string {
  const { fields } = STORED[table];
  return names.map((name) => `${fields[name]!.read(`${alias}.${fields[name]!.column}`)} AS "${name}"`).join(', ');
}

/** Fields of a file's holding or sale, without the set number. */
export function recordFields(table: 'lot' | 'sale'): readonly string[] {
  return Object.keys(STORED[table].fields).filter((name) => !['brickfolioId', 'setId', 'origins'].includes(name));
}

export function recordColumns(table: 'lot' | 'sale', alias: string): string {
  return fieldColumns(table, alias, recordFields(table));
}

export function fieldsOf(table: keyof typeof STORED): readonly string[] {
  const { fields } = STORED[table];
  return ['id', 'version', ...Object.keys(fields), ...('setId' in fields ? ['setNumber'] : [])];
}

/** A row differs despite the lock: its set was renamed, or a rule deleted. */
export class StaleRow extends Error {}

type Operation = 'insert' | 'update' | 'delete';

interface RowsStatement {
  readonly text: string;
  readonly given: readonly (readonly [name: string, given: StoredField['given']])[];
}

// One array per column: much cheaper than JSON for thousands of rows, and as cheap as a plain statement for one.
function statementOf(table: keyof typeof STORED, operation: Operation): RowsStatement {
  const { name, key, hasVersion, fields, fixed } = STORED[table];
  const written = Object.entries(fields).filter(
    ([one]) => operation === 'insert' || (operation === 'update' && !fixed.includes(one)),
  );
  const number = integer('');
  const given = [['id', number], [operation === 'insert' ? 'version' : 'seen', number], ...written] as const;
  const arrays = given.map(([, { type }], index) => `$${index + 3}::${type}[]`);
  const names = given.map(([one]) => `"${one}"`);
  // The count as LIMIT: otherwise the planner expects a hundred and reads all holdings to change one.
  const rows = `(SELECT * FROM unnest(${arrays.join(', ')}) AS c (${names.join(', ')}) LIMIT $2) c`;
  const isSeen = `t.account_id = $1 AND t.${key} = c.id${hasVersion ? ' AND t.version = c.seen' : ''}`;
  const texts: Readonly<Record<Operation, () => string>> = {
    insert: () => {
      const values: (readonly [string, string])[] = [
        ['account_id', '$1'],
        [key, 'c.id'],
        ...(hasVersion ? [['version', 'c.version'] as const] : []),
        ...(table === 'lot' ? [['set_number', 's.set_number'] as const] : []),
        ...written.map(([one, { column, write }]) => [column, write(`c."${one}"`)] as const),
      ];
      return `
INSERT INTO ${name} (${values.map(([column]) => column).join(', ')})
${key === 'id' ? 'OVERRIDING SYSTEM VALUE' : ''}
SELECT ${values.map(([, value]) => value).join(', ')}
FROM ${rows} ${table === 'lot' ? 'JOIN catalog.lego_set s ON s.id = c."setId"' : ''}`;
    },
    update: () => `
UPDATE ${name} t SET ${written.map(([one, { column, write }]) => `${column} = ${write(`c."${one}"`)}`).join(', ')}
FROM ${rows} WHERE ${isSeen}`,
    delete: () => `DELETE FROM ${name} t USING ${rows} WHERE ${isSeen}`,
  };
  return { text: texts[operation](), given: given.map(([one, { given: value }]) => [one, value]) };
}

/** Referenced rows first when added, last when deleted; a default is cleared before another is set. */
const ORDER: readonly (readonly [BookTable, Operation, ((change: RowChange) => boolean)?])[] = [
  ['saleLot', 'delete'],
  ['sale', 'delete'],
  ['lot', 'delete'],
  ['rule', 'delete'],
  ['brickfolio', 'update', ({ after }) => !(after as BookRows['brickfolio']).isDefault],
  ['brickfolio', 'update', ({ after }) => (after as BookRows['brickfolio']).isDefault],
  ['brickfolio', 'insert'],
  ['lot', 'update'],
  ['sale', 'update'],
  ['brickfolio', 'delete'],
  ['lot', 'insert'],
  ['sale', 'insert'],
  ['saleLot', 'insert'],
  ['rule', 'insert'],
];

/** StaleRow: the version differs from the change's. */
export async function writeChanges(
  own: BookStatement,
  accountId: number,
  changes: readonly RowChange[],
): Promise<void> {
  for (const [table, operation, isMeant = () => true] of ORDER) {
    const some = changes.filter(
      (change) => change.table === table && operationOf(change) === operation && isMeant(change),
    );
    if (some.length === 0) continue;
    const { rowCount } =
      table === 'rule'
        ? await writeRules(own, accountId, operation as 'insert' | 'delete', some)
        : await writeRows(own, accountId, [table, operation], some);
    if (rowCount !== some.length) throw new StaleRow(`${operation} of ${table}`);
  }
}

function writeRows(
  own: BookStatement,
  accountId: number,
  [table, operation]: readonly [keyof typeof STORED, Operation],
  changes: readonly RowChange[],
): ReturnType<BookStatement> {
  const { text: statement, given } = STATEMENTS[table][operation];
  const rows = changes.map(({ before, after }) => (after ?? before) as unknown as Readonly<Record<string, unknown>>);
  const arrays = given.map(([name, value]) =>
    columnText(name === 'seen' ? changes.map(({ before }) => before!.version) : rows.map((row) => value(row[name]))),
  );
  return own(`${operation}_${table}_rows`, statement, [accountId, changes.length, ...arrays]);
}

/** All-null columns need no values: `unnest` pads with nulls. */
function columnText(values: readonly Given[]): string {
  return values.every((value) => value === null) ? '{}' : arrayText(values);
}

function writeRules(
  own: BookStatement,
  accountId: number,
  operation: 'insert' | 'delete',
  changes: readonly RowChange[],
): ReturnType<BookStatement> {
  const rows = changes.map(({ before, after }) => after ?? before);
  return own(`${operation}_watching_rules`, RULES[operation], [accountId, JSON.stringify(rows), rows.length]);
}

function operationOf({ before, after }: RowChange): Operation {
  return before === null ? 'insert' : after === null ? 'delete' : 'update';
}

const STATEMENTS = Object.fromEntries(
  (Object.keys(STORED) as (keyof typeof STORED)[]).map((table) => [
    table,
    {
      insert: statementOf(table, 'insert'),
      update: statementOf(table, 'update'),
      delete: statementOf(table, 'delete'),
    },
  ]),
) as Record<keyof typeof STORED, Record<Operation, RowsStatement>>;

export const READ_RULES = `
SELECT r.id, 1 AS version, r.name, r.brickfolio_id AS "brickfolioId", jsonb_build_object(
  'rule', to_jsonb(r),
  'endpoints', ARRAY(SELECT e.endpoint_id FROM events.rule_endpoint e WHERE e.rule_id = r.id ORDER BY 1)
)::text AS stored
FROM events.rule r WHERE r.account_id = $1 AND r.brickfolio_id IS NOT NULL ORDER BY r.id`;

const RULE_COLUMNS = `id, account_id, name, kind, scope, brickfolio_id, retailer, below_cents, min_change_cents,
  min_change_pct, hysteresis_pct, rearm_minutes, sends_mail, quiet_from_minute, quiet_until_minute, digest_minute,
  time_zone, created_at, paused_at`;

// Firing state stays under the rule's id and counts after a restore; deleted endpoints do not.
const RULES: Readonly<Record<'insert' | 'delete', string>> = {
  delete: `DELETE FROM events.rule t
USING (SELECT * FROM jsonb_to_recordset($2::jsonb) AS c (id integer) LIMIT $3) c
WHERE t.account_id = $1 AND t.id = c.id`,
  insert: `
WITH given AS (
  SELECT c.id, c.stored::jsonb AS stored FROM jsonb_to_recordset($2::jsonb) AS c (id integer, stored text) LIMIT $3
), made AS (
  INSERT INTO events.rule (${RULE_COLUMNS}) OVERRIDING SYSTEM VALUE
  SELECT r.* FROM given, LATERAL (
    SELECT ${RULE_COLUMNS} FROM jsonb_populate_record(NULL::events.rule, given.stored->'rule')
  ) r WHERE r.account_id = $1 RETURNING id
), linked AS (
  INSERT INTO events.rule_endpoint (account_id, rule_id, endpoint_id)
  SELECT $1, made.id, e.id FROM made JOIN given ON given.id = made.id
  JOIN events.endpoint e ON e.account_id = $1 AND given.stored->'endpoints' @> to_jsonb(e.id)
)
SELECT id FROM made`,
};
