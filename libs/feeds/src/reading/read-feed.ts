import { CsvSplitter, type RawRow, type Separator, SEPARATORS } from './csv-splitter.ts';
import { FeedBatch, FeedError, peekOptions, readFeedText, type TextOptions } from './feed-text.ts';
import { columnLookup, type KnownHeader, type Layout, missingColumns, rowInterpreter } from './layout.ts';
import { readCsvRows, readJsonRows } from './raw-rows.ts';
import { type DocumentForm, readDocument } from './read-document.ts';
import { Row, trimInvisible } from './row.ts';

const MAX_PREAMBLE_ROWS = 40;
const HEAD_CHARS = 65_536;

/** Options of every reader. */
export type ReadOptions = TextOptions;

/** Reads CSV, also gzipped, with the layout's header and any separator. Throws FeedError. */
export function readCsvFeed<T>(
  file: string,
  layout: Layout<T>,
  options: ReadOptions = {},
): AsyncGenerator<FeedBatch<T>> {
  return readRows(file, [layout], 1, options);
}

/** Recognizes the header, also below a preamble. The first layout that fits counts. */
export function readCsvFeedOfAny<T>(
  file: string,
  layouts: readonly Layout<T>[],
  options: ReadOptions = {},
): AsyncGenerator<FeedBatch<T>> {
  return readRows(file, layouts, MAX_PREAMBLE_ROWS, options);
}

/** Chooses CSV or NDJSON by content, or by name if empty; also gzipped. */
export async function* readTableFeed<T>(
  file: string,
  layout: Layout<T>,
  options: ReadOptions = {},
): AsyncGenerator<FeedBatch<T>> {
  if (await isNdjson(file, options)) yield* readJsonFeed(file, layout, options);
  else yield* readCsvFeed(file, layout, options);
}

async function* readJsonFeed<T>(file: string, layout: Layout<T>, options: ReadOptions): AsyncGenerator<FeedBatch<T>> {
  const columns = [...layout.required, ...layout.optional];
  const read = rowInterpreter(file, columns, layout, null);
  for await (const rows of readJsonRows(file, columns, options)) yield read(rows);
}

async function isNdjson(file: string, options: ReadOptions): Promise<boolean> {
  for await (const piece of readFeedText(file, peekOptions(options))) {
    const start = piece.trimStart();
    if (start !== '') return start.startsWith('{');
  }
  return /\.(ndjson|jsonl)(\.gz)?$/i.test(file);
}

async function* readRows<T>(
  file: string,
  layouts: readonly Layout<T>[],
  headerWithin: number,
  options: ReadOptions,
): AsyncGenerator<FeedBatch<T>> {
  const separator = await separatorOf(file, layouts, headerWithin, options);
  if (separator === 'xml' || separator === 'json') {
    yield* readDocument(file, separator, layouts, options);
    return;
  }
  const preamble: RawRow[] = [];
  let read: ((rows: readonly RawRow[]) => FeedBatch<T>) | null = null;
  for await (const batch of readCsvRows(file, separator, options)) {
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

/** Separator that gives a known header, else most columns. XML is never a table. */
async function separatorOf(
  file: string,
  layouts: readonly KnownHeader[],
  headerWithin: number,
  options: ReadOptions,
): Promise<Separator | DocumentForm> {
  for await (const piece of readFeedText(file, peekOptions(options))) {
    const head = piece.slice(0, HEAD_CHARS);
    const start = trimInvisible(head);
    if (/^<(!doctype\s+)?html\b/i.test(start))
      throw new FeedError(file, 'is a web page; sign in at its site and download the file again');
    if (start.startsWith('<')) return 'xml';
    if (/^(\{|\[\s*[[{])/.test(start)) return 'json';
    const rowsBy = (separator: Separator): RawRow[] =>
      new CsvSplitter(separator).push(head, true).slice(0, headerWithin);
    const hasHeader = (separator: Separator): boolean =>
      rowsBy(separator).some((row) => layoutWithHeader(layouts, row) !== undefined);
    const width = (separator: Separator): number => likelyHeader(rowsBy(separator))?.cells.length ?? 0;
    return SEPARATORS.find(hasHeader) ?? SEPARATORS.toSorted((one, other) => width(other) - width(one))[0]!;
  }
  return ',';
}

/** First row with about the maximum of cells: preambles have fewer, and some rows one more than the header. */
function likelyHeader(rows: readonly RawRow[]): RawRow | undefined {
  const most = Math.max(...rows.map(({ cells }) => cells.length));
  return rows.find(({ cells }) => cells.length >= 0.75 * most);
}

function layoutWithHeader<L extends KnownHeader>(layouts: readonly L[], { damage, cells }: RawRow): L | undefined {
  return layouts.find(
    (known) => damage === null && known.isTable !== false && missingColumns(known, cells).length === 0,
  );
}

export function readCells<T>(layout: Layout<T>, cells: Readonly<Record<string, string>>): T | string {
  const header = [...layout.required, ...layout.optional];
  const row = new Row(header, null);
  row.moveTo({ line: 1, text: '', cells: header.map((name) => cells[name] ?? ''), damage: null });
  const records: T[] = [];
  layout.reader(columnLookup(header))(row, records);
  return row.problem ?? records[0]!;
}

function unknownHeader(file: string, layouts: readonly KnownHeader[], preamble: readonly RawRow[]): FeedError {
  const first = preamble[0];
  const expected = layouts.map((layout) => `${layout.name}: ${layout.required.join(', ')}`).join('; ');
  if (!first) return new FeedError(file, `is empty; expected a header with the columns of ${expected}`);
  if (first.damage !== null) return new FeedError(file, `the header ${first.damage}`);
  const sound = preamble.filter(({ damage }) => damage === null);
  const header = likelyHeader(sound)!;
  const { cells } = header;
  const missing =
    layouts.length === 1
      ? `lacks the columns ${missingColumns(layouts[0]!, cells).join(', ')}`
      : 'has no header of a known kind';
  const named = cells.map((cell, at) => [trimInvisible(cell), at] as const).filter(([name]) => name !== '');
  const below = sound.slice(sound.indexOf(header) + 1);
  const samples = named.map(([, at]) => below.flatMap((row) => sampleOf(row.cells[at])).slice(0, SAMPLES));
  const problem = `${missing}; expected ${expected}; found ${cells.join(', ')}`;
  return new FeedError(
    file,
    problem,
    'unknown-header',
    named.map(([name]) => name),
    samples,
  );
}

const SAMPLES = 3;
const MAX_SAMPLE_CHARS = 40;

/** Empty cells are no samples. */
function sampleOf(cell = ''): readonly string[] {
  const text = trimInvisible(cell).replaceAll('\0', '');
  return text === '' ? [] : [text.slice(0, MAX_SAMPLE_CHARS).toWellFormed()];
}
