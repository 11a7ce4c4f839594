import { type BookRows, type BookTable, type EpochDay, formatIsoDay, type RowChange } from '@brickmarket/domain';
import type { Repositories } from '../repositories.ts';

// Plain SQL: taking a deletion back inserts the row with the number it had, which TypeORM does not do for generated
// numbers.

/** How a field of a row is stored. */
interface StoredField {
  readonly column: string;
  /** The SQL that reads it; the column itself unless given. */
  readonly read?: string;
  /** What is written for a value. */
  readonly write?: (value: unknown) => unknown;
}

interface StoredTable {
  readonly name: string;
  /** The column of the row's id. */
  readonly key: string;
  readonly hasVersion: boolean;
  readonly fields: Readonly<Record<string, StoredField>>;
}

const day = (column: string): StoredField => ({
  column,
  read: `${column} - date '1970-01-01'`,
  write: (value) => (value === null ? null : formatIsoDay(value as EpochDay)),
});
const plain = (...fields: readonly (readonly [string, string])[]): Record<string, StoredField> =>
  Object.fromEntries(fields.map(([field, column]) => [field, { column }]));
const NOTES = ['notes', 'notes'] as const;

/** Where the rows of a book are stored. A set's number is not among the fields: it follows from its id. */
export const STORED: Readonly<Record<BookTable, StoredTable>> = {
  brickfolio: {
    name: 'portfolio.brickfolio',
    key: 'id',
    hasVersion: true,
    fields: {
      ...plain(['name', 'name'], ['description', 'description'], ['isDefault', 'is_default']),
      createdAt: { column: 'created_at', read: `to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
    },
  },
  lot: {
    name: 'portfolio.holding',
    key: 'id',
    hasVersion: true,
    fields: {
      ...plain(['brickfolioId', 'brickfolio_id'], ['setId', 'set_id'], ['quantity', 'quantity']),
      ...plain(['condition', 'condition'], ['purchasePriceCents', 'purchase_price_cents']),
      purchaseDay: day('purchase_date'),
      ...plain(['status', 'status'], NOTES),
    },
  },
  sale: {
    name: 'portfolio.sale',
    key: 'id',
    hasVersion: true,
    fields: {
      ...plain(['setId', 'set_id'], ['platform', 'platform'], ['quantity', 'quantity'], ['grossCents', 'gross_cents']),
      saleDay: day('sale_date'),
      ...plain(['platformFeesCents', 'platform_fees_cents'], ['paymentFeesCents', 'payment_fees_cents']),
      ...plain(['shippingCents', 'shipping_cents'], ['costBasisCents', 'cost_basis_cents'], NOTES),
    },
  },
  saleLot: {
    name: 'portfolio.sale_lot',
    key: 'holding_id',
    hasVersion: false,
    fields: plain(['saleId', 'sale_id'], ['method', 'method']),
  },
};

/** The columns of a book's row under the names of its fields, of a table with this alias. */
export function columnsOf(table: BookTable, alias: string): string {
  const { key, hasVersion, fields } = STORED[table];
  const columns = Object.entries(fields).map(
    ([field, { column, read = column }]) => `${read.replace(column, `${alias}.${column}`)} AS "${field}"`,
  );
  return [`${alias}.${key} AS id`, hasVersion ? `${alias}.version` : '1 AS version', ...columns].join(', ');
}

/** A row was changed by somebody else, so the transaction must be rolled back. */
export class StaleRow extends Error {
  constructor(
    readonly table: BookTable,
    readonly id: number,
  ) {
    super('a row has changed');
  }
}

/** Writes one change. Throws StaleRow when the row no longer has the version that the change was made from. */
export async function writeChange(
  { query }: Pick<Repositories, 'query'>,
  accountId: number,
  { table, before, after }: RowChange,
): Promise<void> {
  const { name, key, hasVersion, fields } = STORED[table];
  const row = (after ?? before)!;
  const values: unknown[] = [accountId, row.id];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const columns = Object.entries(fields).map(([field, { column, write = (value: unknown) => value }]) => ({
    column,
    next: after === null ? null : write(valueOf(after, field)),
    isChanged: before === null || after === null || valueOf(before, field) !== valueOf(after, field),
  }));
  if (before === null) {
    const extra = hasVersion ? [['version', add(row.version)]] : [];
    if (table === 'lot') extra.push(['set_number', numberOfSet(add(valueOf(row, 'setId')))]);
    const inserted = [...extra, ...columns.map(({ column, next }) => [column, add(next)])];
    const text = `INSERT INTO ${name} (account_id, ${key}, ${inserted.map(([column]) => column).join(', ')})
      ${key === 'id' ? 'OVERRIDING SYSTEM VALUE' : ''}
      VALUES ($1, $2, ${inserted.map(([, value]) => value).join(', ')}) ON CONFLICT (${key}) DO NOTHING RETURNING $2`;
    if ((await query(text, values)).length === 0) throw new StaleRow(table, row.id);
    return;
  }
  const isCurrent = `account_id = $1 AND ${key} = $2${hasVersion ? ` AND version = ${add(before.version)}` : ''}`;
  const changed = columns.filter(({ isChanged }) => isChanged);
  // A change that changes nothing still has to find the row as it was.
  const written = changed.length > 0 ? changed : columns.slice(0, 1);
  const set = after === null ? [] : written.map(({ column, next }) => `${column} = ${add(next)}`);
  if (after !== null && valueOf(before, 'setId') !== valueOf(after, 'setId') && table === 'lot')
    set.push(`set_number = ${numberOfSet(add(valueOf(after, 'setId')))}`);
  const text =
    after === null
      ? `DELETE FROM ${name} WHERE ${isCurrent} RETURNING $2`
      : `UPDATE ${name} SET ${set.join(', ')} WHERE ${isCurrent} RETURNING $2`;
  if ((await query(text, values)).length === 0) throw new StaleRow(table, row.id);
}

function numberOfSet(parameter: string): string {
  return `(SELECT set_number FROM catalog.lego_set WHERE id = ${parameter})`;
}

function valueOf(row: BookRows[BookTable], field: string): unknown {
  return (row as unknown as Record<string, unknown>)[field];
}

/** Rows before those that refer to them when added, after them when deleted; a default is given up before it is set. */
export function inWritingOrder(changes: readonly RowChange[]): readonly RowChange[] {
  const rank = ({ table, before, after }: RowChange): number => {
    if (after === null) return { saleLot: 0, sale: 1, lot: 2, brickfolio: 6 }[table];
    if (before === null) return { brickfolio: 3, lot: 7, sale: 8, saleLot: 9 }[table];
    return table === 'brickfolio' && !after.isDefault ? 4 : 5;
  };
  return changes.toSorted((a, b) => rank(a) - rank(b));
}
