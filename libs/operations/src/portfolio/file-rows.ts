import { hash } from 'node:crypto';
import {
  aheadFault,
  type EpochDay,
  holdingFault,
  type RecordOfFile,
  type RowToTake,
  saleFault,
  type SaleInFile,
} from '@brickmarket/domain';
import { collectionCsv, type CollectionEntry, type CsvFormat, salesLedgerCsv } from '@brickmarket/feeds';
import type { ImportKind } from '@brickmarket/persistence-ports';
import { MAX_NAME_LENGTH } from '@brickmarket/portfolio';
import type { SetHints } from './set-resolver.ts';

export function setNumberOf(record: RecordOfFile): string {
  return record.kind === 'collection' ? record.holding.setNumber : record.sale.setNumber;
}

export function hintsOf(read: CollectionEntry | SaleInFile): SetHints {
  return 'holding' in read ? read : {};
}

export function withSetNumber(record: RecordOfFile, setNumber: string): RecordOfFile {
  if (setNumberOf(record) === setNumber) return record;
  return record.kind === 'collection'
    ? { ...record, holding: { ...record.holding, setNumber } }
    : { ...record, sale: { ...record.sale, setNumber } };
}

export function recordFault(record: RecordOfFile, today: EpochDay): string | null {
  if (record.kind === 'sales') return saleFault(record.sale) ?? aheadFault(record.sale.saleDay, today);
  if ((record.brickfolio ?? '').length > MAX_NAME_LENGTH)
    return `the name of a brickfolio has at most ${MAX_NAME_LENGTH} characters`;
  const { purchaseDay } = record.holding;
  return holdingFault(record.holding) ?? (purchaseDay === null ? null : aheadFault(purchaseDay, today));
}

/** Adds a fingerprint, which identifies the row in later imports. */
export function rowToTake({ position, line, setId, record, isBeside }: Omit<RowToTake, 'origin'>): RowToTake {
  const facts = record.kind === 'collection' ? [record.holding, record.brickfolio] : [record.sale];
  return { position, line, setId, record, isBeside, origin: fingerprint([record.kind, setId, facts]) };
}

/** Equal for equal values only. */
export function fingerprint(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);
}

const FORMATS: Readonly<Record<ImportKind, CsvFormat<never>>> = {
  collection: collectionCsv,
  sales: salesLedgerCsv,
};

export function cellsOf(record: RecordOfFile): Readonly<Record<string, string>> {
  const format = FORMATS[record.kind];
  const cells = format.cells((record.kind === 'collection' ? record : record.sale) as never);
  return Object.fromEntries(format.header.map((name, index) => [name, String(cells[index] ?? '')]));
}

export function columnsOf(kind: ImportKind): readonly string[] {
  return FORMATS[kind].header;
}

/** Columns that file columns can be mapped to. */
export function mappableColumnsOf(kind: ImportKind): readonly string[] {
  return kind === 'collection' ? [...columnsOf(kind), 'title'] : columnsOf(kind);
}

/** Resulting cells: what the file omits stays. */
export function cellsAfter(record: RecordOfFile, stored: RecordOfFile): Readonly<Record<string, string>> {
  const told = Object.entries(cellsOf(record)).filter(([, cell]) => cell !== '');
  return { ...cellsOf(stored), ...Object.fromEntries(told) };
}
