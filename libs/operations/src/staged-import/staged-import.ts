import {
  type Condition,
  type EpochDay,
  epochDayOf,
  InvalidInputError,
  type RecordOfFile,
  type SaleInFile,
  withFullStop,
} from '@brickmarket/domain';
import {
  type CollectionEntry,
  collectionSources,
  type ColumnMapping,
  type DateFormat,
  type FeedBatch,
  FeedError,
  headerKey,
  isSalesMapping,
  readCollection,
  readSalesLedger,
  type ReadLimits,
  type SalesMapping,
  salesLedgerSources,
} from '@brickmarket/feeds';
import type { ImportKind, ImportQuestion, ReadRow } from '@brickmarket/persistence-ports';
import { hintsOf, recordFault, setNumberOf, withSetNumber } from '../portfolio/file-rows.ts';
import { type SetHints, SetResolver } from '../portfolio/set-resolver.ts';
import { compareImport, type ImportArea } from './take-import.ts';

export const MAX_IMPORT_ROWS = 100_000;
/** Of unpacked content, as an archive can exceed the disk. */
const MAX_BYTES = 100_000_000;
/** Includes blank and continued lines. */
const MAX_LINES = 500_000;
/** Within these bounds reading takes seconds, except under overload. */
const MAX_READING_MS = 300_000;
const ROWS_PER_WRITE = 1_000;

interface LimitedFile extends SentFile {
  readonly limits: ReadLimits;
}

/** File column per own column. */
export type NamedColumns = ColumnMapping | SalesMapping;

export interface SentFile {
  readonly path: string;
  readonly name: string;
  readonly condition: Condition | undefined;
  readonly dateFormat: DateFormat | undefined;
  /** For unknown files: sales if day and proceeds are mapped. */
  readonly columns?: NamedColumns | undefined;
  /** Default of copies without one in the file. */
  readonly brickfolio?: string | undefined;
}

/** Stages rows with state or rejection reason. Nothing is imported before the commit. */
export async function stageImport(
  area: ImportArea,
  accountId: number,
  id: number,
  file: SentFile,
  maxReadingMs = MAX_READING_MS,
): Promise<void> {
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(TOO_SLOW), maxReadingMs).unref();
  try {
    const limits = { maxBytes: MAX_BYTES, maxLines: MAX_LINES, signal: time.signal };
    await stageRows(area, accountId, id, { ...file, limits });
  } catch (error) {
    const known = error instanceof FeedError || error instanceof InvalidInputError;
    const question = error instanceof FeedError ? questionOf(error) : null;
    await area.imports.fail(accountId, id, known ? faultOf(error, file.name) : UNEXPECTED, question);
    if (!known) throw error;
  } finally {
    clearTimeout(timer);
  }
}

const TOO_SLOW = new InvalidInputError('takes too long to read: split it');
const UNEXPECTED = 'Something failed on our side while the file was read. Please send it again.';
const KNOWN_FILES = `We read these: ${[...collectionSources(), ...salesLedgerSources()].join(', ')}.`;

function questionOf({ flaw, columns, samples }: FeedError): ImportQuestion | null {
  if (flaw === 'date-format') return { about: 'dates' };
  return flaw === 'unknown-header' && columns.length > 0 ? { about: 'columns', found: columns, samples } : null;
}

function faultOf(error: FeedError | InvalidInputError, name: string): string {
  if (!(error instanceof FeedError)) return withFullStop(`${name} ${error.message}`);
  if (error.flaw === 'date-format')
    return `The dates of ${name} can be read with the day first or the month first. Which is it?`;
  if (error.problem.includes('NUL character')) return `${name} is not a text file. ${KNOWN_FILES}`;
  if (error.flaw === 'unknown-header')
    return error.columns.length === 0
      ? `${name} ${error.problem.split(': ', 1)[0]!}. ${KNOWN_FILES}`
      : `We do not know the columns of ${name}. ${KNOWN_FILES}`;
  return withFullStop(`${name}: ${error.problem}`);
}

async function stageRows(area: ImportArea, accountId: number, id: number, file: LimitedFile): Promise<void> {
  const { imports, items, storeClock } = area;
  const today = epochDayOf(await storeClock.now());
  const { kind, columns } = await recognize(area, accountId, file);
  const sets = await SetResolver.load(items);
  let progress = 0;
  const options = { onProgress: (done: number, total: number) => void (progress = done / Math.max(1, total)) };
  const rows: ReadRow[] = [];
  let [read, source] = [0, ''];
  const write = async (atLeast: number): Promise<void> => {
    while (rows.length >= atLeast && rows.length > 0)
      await imports.add(accountId, id, rows.splice(0, ROWS_PER_WRITE), Math.min(progress, 0.95));
  };
  for await (const batch of rowsOfFile(kind, { ...file, columns }, { sets, today }, options)) {
    ({ source } = batch);
    read += batch.rows.length;
    if (read > MAX_IMPORT_ROWS)
      throw new InvalidInputError(`has more than ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows: split it`);
    rows.push(...batch.rows);
    await write(ROWS_PER_WRITE);
  }
  await write(1);
  if (read === 0) throw new InvalidInputError('has a header, but no rows');
  await imports.recognize(accountId, id, { kind, source });
  await compareImport(area, accountId, id);
}

interface Recognized {
  readonly kind: ImportKind;
  readonly columns?: NamedColumns;
}

/** By mapped columns, header, or an earlier mapping of the same header. FeedError: unknown file. */
async function recognize({ imports }: ImportArea, accountId: number, file: LimitedFile): Promise<Recognized> {
  const { path, limits, columns } = file;
  const fault = await firstFault(readCollection(path, { dateFormat: 'DD/MM/YYYY', limits }));
  const header = fault?.flaw === 'unknown-header' ? headerKey(fault.columns) : null;
  if (columns !== undefined && header !== '') {
    const named = await faultWith(file, columns);
    if (named !== null) throw named;
    if (header !== null) await imports.rememberColumns(accountId, header, columns);
    return { kind: kindOf(columns), columns };
  }
  if (fault === null) return { kind: 'collection' };
  if (header === null) throw fault;
  if ((await firstFault(readSalesLedger(path, { limits, dateFormat: 'DD/MM/YYYY' }))) === null)
    return { kind: 'sales' };
  if (fault.columns.length === 0) throw fault;
  const remembered = await imports.findColumns(accountId, header);
  if (remembered === null || (await faultWith(file, remembered)) !== null) throw fault;
  return { kind: kindOf(remembered), columns: remembered };
}

const kindOf = (columns: NamedColumns): ImportKind => (isSalesMapping(columns) ? 'sales' : 'collection');

function faultWith({ path, limits }: LimitedFile, columns: NamedColumns): Promise<FeedError | null> {
  const options = { dateFormat: 'DD/MM/YYYY', limits, columns } as const;
  return firstFault(kindOf(columns) === 'sales' ? readSalesLedger(path, options) : readCollection(path, options));
}

async function firstFault(batches: AsyncIterable<unknown>): Promise<FeedError | null> {
  try {
    for await (const _ of batches) break;
    return null;
  } catch (error) {
    if (error instanceof FeedError) return error;
    throw error;
  }
}

interface ReadRows {
  readonly source: string;
  readonly rows: readonly ReadRow[];
}

async function* rowsOfFile(
  kind: ImportKind,
  { path, condition, dateFormat, limits, columns, brickfolio }: LimitedFile,
  known: Known,
  options: { readonly onProgress: (done: number, total: number) => void },
): AsyncGenerator<ReadRows> {
  if (kind === 'collection') {
    const conditionAdvice = 'choose one for such copies above, or correct the row';
    const told = { limits, condition, dateFormat, columns, conditionAdvice };
    for await (const batch of readCollection(path, { ...options, ...told }))
      yield rowsOfBatch(batch, known, ({ holding, brickfolio: named }) => ({
        kind,
        holding,
        brickfolio: named ?? brickfolio ?? null,
      }));
  } else {
    const findSet = (number: string): string | null => known.sets.find(number)?.setNumber ?? null;
    for await (const batch of readSalesLedger(path, { ...options, limits, findSet, columns, dateFormat }))
      yield rowsOfBatch(batch, known, (sale) => ({ kind, sale }));
  }
}

function rowsOfBatch<Read extends CollectionEntry | SaleInFile>(
  batch: FeedBatch<Read>,
  known: Known,
  recordOf: (read: Read) => RecordOfFile,
): ReadRows {
  const taken = batch.records.map((record, index): ReadRow => {
    const { line, text } = batch.sources[index]!;
    return { line, text, ...resolved(recordOf(record), known, hintsOf(record)) };
  });
  const rejected = batch.rejects.map(({ line, row, reason }): ReadRow => ({
    line,
    // PostgreSQL cannot store a NUL.
    text: row.replaceAll('\0', '\u2400'),
    record: null,
    reason,
    nearest: [],
  }));
  return { source: batch.source, rows: [...taken, ...rejected].toSorted((one, other) => one.line - other.line) };
}

interface Known {
  readonly sets: SetResolver;
  readonly today: EpochDay;
}

export function resolved(
  record: RecordOfFile,
  { sets, today }: Known,
  hints: SetHints = {},
): Pick<ReadRow, 'record' | 'reason' | 'nearest'> {
  const [asked, { title }] = [setNumberOf(record), hints];
  const set = sets.resolve(asked, hints);
  if (set === null) return { record, reason: sets.missing(asked), nearest: sets.nearest(asked, title) };
  const found = withSetNumber(record, set.setNumber);
  const other = sets.contradictionOf(set, title);
  if (other !== null) return { record: found, reason: `${other.reason}: choose the set`, nearest: other.nearest };
  return { record: found, reason: recordFault(record, today), nearest: [] };
}
