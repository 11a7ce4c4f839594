import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type CsvFormat, csvLine } from './csv-format.ts';

const PIECE_CHARS = 65_536;

/** The CSV text of records, header first, in pieces worth a write. */
export async function* csvText<T>(
  format: CsvFormat<T>,
  records: Iterable<T> | AsyncIterable<T>,
): AsyncGenerator<string> {
  let piece = csvLine(format.header);
  for await (const record of records) {
    piece += csvLine(format.cells(record));
    if (piece.length < PIECE_CHARS) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
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
