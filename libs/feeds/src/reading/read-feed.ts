import { CsvSplitter, type RawRow, type Separator, SEPARATORS } from './csv-splitter.ts';
import { FeedBatch, FeedError, peekOptions, readFeedText, type TextOptions } from './feed-text.ts';
import { readCsvRows, readJsonRows } from './raw-rows.ts';
import { Row, trimInvisible } from './row.ts';

/** Appends any number of records; those of a rejected row are dropped. */
export type RowReader<T> = (row: Row, records: T[]) => void;

/** -1: the optional column is absent. */
type ColumnLookup = (name: string) => number;

export function positionsOf<Names extends readonly string[]>(
  column: ColumnLookup,
  ...names: Names
): { readonly [At in keyof Names]: number } {
  return names.map((name) => column(name)) as { [At in keyof Names]: number };
}

interface KnownHeader {
  readonly name: string;
  /** Needed for recognition. Case, spaces and underscores do not matter. */
  readonly required: readonly string[];
  readonly alsoCalled?: Readonly<Record<string, readonly string[]>>;
}

export interface Layout<T> extends KnownHeader {
  readonly optional: readonly string[];
  /** Extra cells allowed per row; 0 by default. */
  readonly extraCells?: number;
  readonly slashedDays?: string | undefined;
  /** Lines around the table that are skipped without a reject. */
  readonly skippedRows?: RegExp;
  /** Written by other software: apostrophes are text, not our marks. */
  readonly isForeign?: boolean;
  reader(column: ColumnLookup): RowReader<T>;
}

/** The first of equal names counts, the usual name before alternatives. */
function columnLookup(header: readonly string[], { alsoCalled = {} }: Partial<KnownHeader> = {}): ColumnLookup {
  const positions = new Map<string, number>();
  for (const [position, name] of header.entries()) {
    const key = columnKey(name);
    if (!positions.has(key)) positions.set(key, position);
  }
  return (name) => {
    const found = [name, ...(alsoCalled[name] ?? [])].map((called) => positions.get(columnKey(called)));
    return found.find((position) => position !== undefined) ?? -1;
  };
}

function missingColumns(layout: KnownHeader, header: readonly string[]): string[] {
  const column = columnLookup(header, layout);
  return layout.required.filter((name) => column(name) < 0);
}

export function columnKey(name: string): string {
  return trimInvisible(name).toLowerCase().replaceAll(/[\s_]/g, '');
}

const MAX_PREAMBLE_ROWS = 40;
const HEAD_CHARS = 65_536;
const NAMES: Readonly<Record<Separator, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

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

/** Separator that gives a known header, else most columns. */
async function separatorOf(
  file: string,
  layouts: readonly KnownHeader[],
  headerWithin: number,
  options: ReadOptions,
): Promise<Separator> {
  for await (const piece of readFeedText(file, peekOptions(options))) {
    const head = piece.slice(0, HEAD_CHARS);
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
  return layouts.find((known) => damage === null && missingColumns(known, cells).length === 0);
}

export function readCells<T>(layout: Layout<T>, cells: Readonly<Record<string, string>>): T | string {
  const header = [...layout.required, ...layout.optional];
  const row = new Row(header, null);
  row.moveTo({ line: 1, text: '', cells: header.map((name) => cells[name] ?? ''), damage: null });
  const records: T[] = [];
  layout.reader(columnLookup(header))(row, records);
  return row.problem ?? records[0]!;
}

function rowInterpreter<T>(
  file: string,
  header: readonly string[],
  layout: Layout<T>,
  separator: Separator | null,
): (rows: readonly RawRow[]) => FeedBatch<T> {
  const readRow: RowReader<T> = layout.reader(columnLookup(header, layout));
  const most = header.length + (layout.extraCells ?? 0);
  const row = new Row(header, separator, !layout.isForeign);
  return (rows) => {
    const batch = new FeedBatch<T>(file, layout.name);
    for (const raw of rows) {
      if (layout.skippedRows?.test(raw.text)) continue;
      row.moveTo(raw);
      if (raw.damage === null && (raw.cells.length < header.length || raw.cells.length > most)) {
        row.reject(
          `has ${raw.cells.length} cells where the header has ${header.length}: ` +
            `put cells that contain ${NAMES[separator ?? ',']} in quotes`,
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
  const { cells } = likelyHeader(preamble.filter(({ damage }) => damage === null))!;
  const missing =
    layouts.length === 1
      ? `lacks the columns ${missingColumns(layouts[0]!, cells).join(', ')}`
      : 'has no header of a known kind';
  const columns = cells.map(trimInvisible).filter((name) => name !== '');
  const problem = `${missing}; expected ${expected}; found ${cells.join(', ')}`;
  return new FeedError(file, problem, 'unknown-header', columns);
}
