import { CsvSplitter, type Separator } from './csv-splitter.ts';
import { FeedError } from './feed-error.ts';
import { type OnProgress, readFeedText } from './feed-text.ts';
import { JsonSplitter } from './json-splitter.ts';
import type { RawRow } from './raw-row.ts';

const MAX_PENDING_CHARS = 1_048_576;

/** The rows of a CSV file as they stand, header and preamble included, in batches. Throws FeedError. */
export function readCsvRows(file: string, separator: Separator, onProgress?: OnProgress): AsyncGenerator<RawRow[]> {
  return splitRows(file, readFeedText(file, onProgress), new CsvSplitter(separator));
}

/** The objects of an NDJSON file with their values laid out under `columns`, in batches. Throws FeedError. */
export function readJsonRows(
  file: string,
  columns: readonly string[],
  onProgress?: OnProgress,
): AsyncGenerator<RawRow[]> {
  return splitRows(file, readFeedText(file, onProgress), new JsonSplitter(columns));
}

async function* splitRows(
  file: string,
  pieces: AsyncIterable<string>,
  splitter: CsvSplitter | JsonSplitter,
): AsyncGenerator<RawRow[]> {
  let wasDamaged = false;
  for await (const piece of pieces) {
    const isDamaged = hasDamage(piece);
    const rows = splitter.push(piece, false);
    yield isDamaged || wasDamaged ? rows.map(markDamage) : rows;
    // A row may start in one piece and end in the next.
    wasDamaged = isDamaged || (wasDamaged && rows.length === 0);
    if (splitter.pendingChars > MAX_PENDING_CHARS)
      throw new FeedError(file, 'has a line of more than a million characters; it is not a table');
  }
  yield splitter.push('', true).map(markDamage);
}

function hasDamage(text: string): boolean {
  return text.includes('\0') || text.includes('\uFFFD');
}

function markDamage(row: RawRow): RawRow {
  if (row.text.includes('\0')) return { ...row, damage: 'contains a NUL character: remove it' };
  if (row.text.includes('\uFFFD'))
    return { ...row, damage: 'contains bytes that are not UTF-8: save the file as UTF-8' };
  return row;
}
