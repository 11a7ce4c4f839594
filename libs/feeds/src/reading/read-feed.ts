import { CsvSplitter, type Separator, SEPARATORS } from './csv-splitter.ts';
import { FeedBatch } from './feed-batch.ts';
import { FeedError } from './feed-error.ts';
import { type OnProgress, readFeedText } from './feed-text.ts';
import { type KnownHeader, type Layout, type RowReader, columnLookup, missingColumns } from './layout.ts';
import type { RawRow } from './raw-row.ts';
import { readCsvRows, readJsonRows } from './raw-rows.ts';
import { Row } from './row.ts';

const MAX_PREAMBLE_ROWS = 40;
/** The header is looked for in so much of a file. */
const HEAD_CHARS = 65_536;
const NAMES: Readonly<Record<Separator, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

export interface ReadOptions {
  readonly onProgress?: OnProgress | undefined;
}

/**
 * Reads a CSV file (.gz or not) whose first row is the header of one layout. Cells are separated by commas, semicolons or
 * tabs: by whichever the header is. Throws FeedError for a file that is none such.
 */
export function readCsvFeed<T>(
  file: string,
  layout: Layout<T>,
  options: ReadOptions = {},
): AsyncGenerator<FeedBatch<T>> {
  return readRows(file, [layout], 1, options);
}

/**
 * Reads a CSV file of any of several layouts, recognized by its header, which may stand below a preamble.
 * Where several fit, the first counts.
 */
export function readCsvFeedOfAny<T>(
  file: string,
  layouts: readonly Layout<T>[],
  options: ReadOptions = {},
): AsyncGenerator<FeedBatch<T>> {
  return readRows(file, layouts, MAX_PREAMBLE_ROWS, options);
}

/** Reads a file of one layout, CSV or NDJSON by its content (by its name when it is empty), .gz or not. */
export async function* readTableFeed<T>(
  file: string,
  layout: Layout<T>,
  options: ReadOptions = {},
): AsyncGenerator<FeedBatch<T>> {
  if (await isNdjson(file)) yield* readJsonFeed(file, layout, options);
  else yield* readCsvFeed(file, layout, options);
}

async function* readJsonFeed<T>(file: string, layout: Layout<T>, options: ReadOptions): AsyncGenerator<FeedBatch<T>> {
  const columns = [...layout.required, ...layout.optional];
  const read = rowInterpreter(file, columns, layout, ',');
  for await (const rows of readJsonRows(file, columns, options.onProgress)) yield read(rows);
}

async function isNdjson(file: string): Promise<boolean> {
  for await (const piece of readFeedText(file)) {
    const start = piece.trimStart();
    if (start !== '') return start.startsWith('{');
  }
  return /\.(ndjson|jsonl)(\.gz)?$/i.test(file);
}

async function* readRows<T>(
  file: string,
  layouts: readonly Layout<T>[],
  headerWithin: number,
  { onProgress }: ReadOptions,
): AsyncGenerator<FeedBatch<T>> {
  const separator = await separatorOf(file, layouts, headerWithin);
  const preamble: RawRow[] = [];
  let read: ((rows: readonly RawRow[]) => FeedBatch<T>) | null = null;
  for await (const batch of readCsvRows(file, separator, onProgress)) {
    let start = 0;
    while (read === null && start < batch.length) {
      const candidate = batch[start++]!;
      const layout = layoutWithHeader(layouts, candidate);
      if (layout) read = rowInterpreter(file, candidate.cells, layout, separator);
      else if (preamble.push(candidate) >= headerWithin) throw unknownHeader(file, layouts, preamble);
    }
    if (read !== null) yield read(start === 0 ? batch : batch.slice(start));
  }
  if (read === null) throw unknownHeader(file, layouts, preamble);
}

/** The separator with which a file has a header of a known kind; a comma when it has none with any. */
async function separatorOf(file: string, layouts: readonly KnownHeader[], headerWithin: number): Promise<Separator> {
  for await (const piece of readFeedText(file)) {
    const head = piece.slice(0, HEAD_CHARS);
    const hasHeader = (separator: Separator): boolean =>
      new CsvSplitter(separator)
        .push(head, true)
        .slice(0, headerWithin)
        .some((row) => layoutWithHeader(layouts, row) !== undefined);
    return SEPARATORS.find(hasHeader) ?? ',';
  }
  return ',';
}

function layoutWithHeader<L extends KnownHeader>(layouts: readonly L[], { damage, cells }: RawRow): L | undefined {
  return layouts.find((known) => damage === null && missingColumns(known, cells).length === 0);
}

/** Turns rows into records, rejects and warnings. */
function rowInterpreter<T>(
  file: string,
  header: readonly string[],
  layout: Layout<T>,
  separator: Separator,
): (rows: readonly RawRow[]) => FeedBatch<T> {
  const readRow: RowReader<T> = layout.reader(columnLookup(header));
  const most = header.length + (layout.extraCells ?? 0);
  const row = new Row(header, separator);
  return (rows) => {
    const batch = new FeedBatch<T>(file);
    for (const raw of rows) {
      if (layout.passedOver?.test(raw.text)) continue;
      row.moveTo(raw);
      if (raw.damage === null && (raw.cells.length < header.length || raw.cells.length > most)) {
        row.reject(
          `has ${raw.cells.length} cells where the header has ${header.length}: put cells that contain ${NAMES[separator]} in quotes`,
        );
      }
      const before = batch.records.length;
      if (row.problem === null) readRow(row, batch.records);
      for (const reason of row.warnings) batch.warnings.push({ file, line: raw.line, reason, row: raw.text });
      if (row.problem !== null) {
        batch.records.length = before;
        batch.rejects.push({ file, line: raw.line, reason: row.problem, row: raw.text });
      }
      while (batch.sources.length < batch.records.length) batch.sources.push(raw);
    }
    return batch;
  };
}

function unknownHeader(file: string, layouts: readonly KnownHeader[], preamble: readonly RawRow[]): FeedError {
  const first = preamble[0];
  const expected = layouts.map((layout) => `${layout.name}: ${layout.required.join(', ')}`).join('; ');
  if (!first) return new FeedError(file, `is empty; expected a header with the columns of ${expected}`);
  if (first.damage !== null) return new FeedError(file, `the header ${first.damage}`);
  const missing =
    layouts.length === 1
      ? `lacks the columns ${missingColumns(layouts[0]!, first.cells).join(', ')}`
      : 'has no header of a known kind';
  return new FeedError(file, `${missing}; expected ${expected}; found ${first.cells.join(', ')}`);
}
