import { formatIsoDay, parseIsoDay, type RecordOfFile } from '@brickmarket/domain';
import type { ImportKind } from '@brickmarket/persistence-ports';
import { recordFields, STORED } from '../portfolio/book-rows.ts';

type Value = string | number | null | undefined;

export type RecordJson = Readonly<Record<string, Value>>;

export type RowWithJson<Row> = Omit<Row, 'record' | 'stored'> & {
  readonly record: RecordJson | null;
  readonly stored: RecordJson | null;
};

const columnsOf = (table: 'lot' | 'sale', names: readonly string[]): readonly (readonly [string, string])[] => [
  ['setNumber', 'set_number'],
  ...names.map((name) => [name, STORED[table].fields[name]!.column] as const),
];
/** In a file record's order, which its fingerprint depends on. */
const COLUMNS = {
  collection: columnsOf('lot', recordFields('lot')),
  sales: columnsOf('sale', [...new Set(['platform', 'saleDay', ...recordFields('sale')])]),
};
const DAYS = ['purchaseDay', 'saleDay'];
/** Omitted if absent, unlike others, which are null: keeps fingerprints stable. */
const LEFT_OUT = ['shippingPaidCents', 'taxPaidCents', 'boughtFrom', 'storedAt'];

/** Omits absent fields, for fast reading. */
export function recordJson(record: RecordOfFile): RecordJson {
  const isHolding = record.kind === 'collection';
  const said = (isHolding ? record.holding : record.sale) as object as RecordJson;
  const json: Record<string, Value> = isHolding ? { brickfolio: record.brickfolio ?? undefined } : {};
  for (const [name, column] of COLUMNS[record.kind]) {
    const value = said[name] ?? (isHolding ? undefined : null);
    json[column] = typeof value === 'number' && DAYS.includes(name) ? formatIsoDay(value) : value;
  }
  return json;
}

export function recordOf(kind: ImportKind, json: RecordJson): RecordOfFile {
  const said: Record<string, Value> = {};
  for (const [name, column] of COLUMNS[kind]) {
    const value = json[column] ?? (LEFT_OUT.includes(name) ? undefined : null);
    said[name] = typeof value === 'string' && DAYS.includes(name) ? parseIsoDay(value) : value;
  }
  return (kind === 'collection'
    ? { kind, holding: said, brickfolio: json['brickfolio'] ?? null }
    : { kind, sale: said }) as unknown as RecordOfFile;
}

export function rowOf<Row extends object>(kind: ImportKind, row: RowWithJson<Row>): Row {
  const { record, stored } = row;
  const records = { record: record && recordOf(kind, record), stored: stored && recordOf(kind, stored) };
  // In place: copies cost several times as much for tens of thousands of rows.
  return Object.assign(row, records) as unknown as Row;
}
