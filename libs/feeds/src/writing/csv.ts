import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Cents, formatUsd } from '@brickmarket/domain';
import { marked } from './text-mark.ts';

/** Keeps its decimals: `12.30`. */
class Decimal {
  constructor(private readonly digits: string) {}

  toString(): string {
    return this.digits;
  }
}

/** Null and undefined are empty cells. */
export type CsvCell = string | number | boolean | Decimal | null | undefined;

/** An amount as a number with two decimals; null is an empty cell. */
export function usdCell(cents: Cents | null): CsvCell {
  return cents === null ? null : new Decimal(formatUsd(cents));
}

/** How records of one kind are written as CSV. */
export interface CsvFormat<T> {
  readonly header: readonly string[];
  cells(record: T): readonly CsvCell[];
}

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** RFC 4180 line with CRLF. Marks texts that a spreadsheet would compute; reading removes the marks. */
export function csvLine(cells: readonly CsvCell[]): string {
  let line = '';
  for (let i = 0; i < cells.length; i++) line += (i === 0 ? '' : ',') + cellText(cells[i]);
  return `${line}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = marked(cell);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const CHUNK_CHARS = 65_536;

/** Header first, in chunks of about 64 Ki characters. */
export async function* csvText<T>(
  format: CsvFormat<T>,
  records: Iterable<T> | AsyncIterable<T>,
): AsyncGenerator<string> {
  let chunk = csvLine(format.header);
  for await (const record of records) {
    chunk += csvLine(format.cells(record));
    if (chunk.length < CHUNK_CHARS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** Header first, then a chunk per batch. */
export async function* csvBatches<T>(
  format: CsvFormat<T>,
  batches: AsyncIterable<readonly T[]>,
): AsyncGenerator<string> {
  yield csvLine(format.header);
  for await (const batch of batches) yield batch.map((record) => csvLine(format.cells(record))).join('');
}

/** Gzips names that end in `.gz`. */
export async function writeCsvFile<T>(
  file: string,
  format: CsvFormat<T>,
  records: Iterable<T> | AsyncIterable<T>,
): Promise<void> {
  const text = Readable.from(csvText(format, records));
  if (file.endsWith('.gz')) await pipeline(text, createGzip(), createWriteStream(file));
  else await pipeline(text, createWriteStream(file));
}
