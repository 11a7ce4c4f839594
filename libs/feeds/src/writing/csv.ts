import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Cents, formatUsd } from '@brickmarket/domain';
import { marked } from './text-mark.ts';

/** A number whose decimals are written as they are: `12.30`. */
class Decimal {
  constructor(private readonly digits: string) {}

  toString(): string {
    return this.digits;
  }
}

/** A value of a CSV cell; null and undefined are an empty cell. A number that is written as a string is a text. */
export type CsvCell = string | number | boolean | Decimal | null | undefined;

/** An amount as a number with two decimals; null is an empty cell. */
export function usdCell(cents: Cents | null): CsvCell {
  return cents === null ? null : new Decimal(formatUsd(cents));
}

/** How records of one kind are written as CSV. */
export interface CsvFormat<T> {
  readonly header: readonly string[];
  /** One cell for each column of the header. */
  cells(record: T): readonly CsvCell[];
}

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * One line of RFC 4180: cells with commas, quotes, line breaks or outer spaces are quoted; ends in CRLF. Texts that a
 * spreadsheet would compute are marked, and read back without the mark.
 */
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

/** The CSV text of records, header first, in chunks of about 64 Ki characters, so that a write is worth its cost. */
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

/** The CSV text of records that come in batches, header first: a chunk for each batch. */
export async function* csvBatches<T>(
  format: CsvFormat<T>,
  batches: AsyncIterable<readonly T[]>,
): AsyncGenerator<string> {
  yield csvLine(format.header);
  for await (const batch of batches) yield batch.map((record) => csvLine(format.cells(record))).join('');
}

/** Writes records to a CSV file, gzipped when the name ends in `.gz`. */
export async function writeCsvFile<T>(
  file: string,
  format: CsvFormat<T>,
  records: Iterable<T> | AsyncIterable<T>,
): Promise<void> {
  const text = Readable.from(csvText(format, records));
  if (file.endsWith('.gz')) await pipeline(text, createGzip(), createWriteStream(file));
  else await pipeline(text, createWriteStream(file));
}
