import { formatIsoDay, parseIsoDay, type RecordOfFile } from '@brickmarket/domain';
import type { ImportKind } from '@brickmarket/persistence-ports';
import { recordFields, STORED } from '../portfolio/book-rows.ts';

type Value = string | number | null | undefined;

/** What is known of a record, under the names of its columns. */
export type RecordJson = Readonly<Record<string, Value>>;

/** A row as it is read, whose records are JSON. */
export type RowWithJson<Row> = Omit<Row, 'record' | 'stored'> & {
  readonly record: RecordJson | null;
  readonly stored: RecordJson | null;
};

const columnsOf = (table: 'lot' | 'sale', names: readonly string[]): readonly (readonly [string, string])[] => [
  ['setNumber', 'set_number'],
  ...names.map((name) => [name, STORED[table].fields[name]!.column] as const),
];
/** The fields of records, in the order of those of a file, of which their fingerprint is made; and their columns. */
const COLUMNS = {
  collection: columnsOf('lot', recordFields('lot')),
  sales: columnsOf('sale', [...new Set(['platform', 'saleDay', ...recordFields('sale')])]),
};
const DAYS = ['purchaseDay', 'saleDay'];
/** Left out of the record of a file that does not say them, others are null: its fingerprint stays the same. */
const LEFT_OUT = ['shippingPaidCents', 'taxPaidCents', 'boughtFrom', 'storedAt'];

/** A record of a file as it is stored with its row: a holding without what it does not say, to be read quickly. */
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

/** A stored record as that of a file. */
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

/** Makes the records of a row that was read those of a file. */
export function rowOf<Row extends object>(kind: ImportKind, row: RowWithJson<Row>): Row {
  const { record, stored } = row;
  const records = { record: record && recordOf(kind, record), stored: stored && recordOf(kind, stored) };
  // In place: for tens of thousands of rows, copies cost several times as much.
  return Object.assign(row, records) as unknown as Row;
}
