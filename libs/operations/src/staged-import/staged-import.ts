import {
  type Condition,
  ConflictError,
  type EpochDay,
  epochDayOf,
  type HoldingInFile,
  InvalidInputError,
  parseIsoDay,
  type RecordOfFile,
  type SaleInFile,
  withFullStop,
} from '@brickmarket/domain';
import {
  collectionCsv,
  type CollectionEntry,
  collectionSources,
  type ColumnMapping,
  csvLine,
  csvText,
  type DateFormat,
  type FeedBatch,
  FeedError,
  headerKey,
  isSalesMapping,
  readCollection,
  readHoldingCells,
  readSaleCells,
  readSalesLedger,
  type ReadLimits,
  type SalesMapping,
  salesLedgerSources,
} from '@brickmarket/feeds';
import type { ImportKind, ImportQuestion, PreviewRow, RowAction, ReadRow } from '@brickmarket/persistence-ports';
import { recordFault, setNumberOf, titleOf, withSetNumber } from '../portfolio/file-rows.ts';
import { SetResolver } from '../portfolio/set-resolver.ts';
import { compareImport, getImport, type ImportArea } from './take-import.ts';

export const MAX_IMPORT_ROWS = 100_000;
/** Of unpacked content, as an archive can exceed the disk. */
const MAX_BYTES = 100_000_000;
/** Includes blank and continued lines. */
const MAX_LINES = 500_000;
/** Within these bounds reading takes seconds, except under overload. */
const MAX_READING_MS = 300_000;
const ROWS_PER_WRITE = 1_000;
const REJECTS_PER_READ = 1_000;

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

function questionOf({ flaw, columns }: FeedError): ImportQuestion | null {
  if (flaw === 'date-format') return { about: 'dates' };
  return flaw === 'unknown-header' && columns.length > 0 ? { about: 'columns', found: columns } : null;
}

function faultOf(error: FeedError | InvalidInputError, name: string): string {
  if (!(error instanceof FeedError)) return withFullStop(`${name} ${error.message}`);
  if (error.flaw === 'date-format')
    return `The dates of ${name} can be read with the day first or the month first. Which is it?`;
  if (error.problem.includes('NUL character')) return `${name} is not a text file. ${KNOWN_FILES}`;
  if (error.flaw === 'unknown-header') return `We do not know the columns of ${name}. ${KNOWN_FILES}`;
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
  if (columns !== undefined) {
    const named = await faultWith(file, columns);
    if (named !== null) throw named;
    if (header !== null) await imports.rememberColumns(accountId, header, columns);
    return { kind: kindOf(columns), columns };
  }
  if (fault === null) return { kind: 'collection' };
  if (header === null) throw fault;
  if ((await firstFault(readSalesLedger(path, { limits }))) === null) return { kind: 'sales' };
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
    return { line, text, ...resolved(recordOf(record), known, titleOf(record)) };
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

function resolved(
  record: RecordOfFile,
  { sets, today }: Known,
  title?: string,
): Pick<ReadRow, 'record' | 'reason' | 'nearest'> {
  const asked = setNumberOf(record);
  const set = sets.find(asked);
  if (set === null) return { record, reason: `there is no set ${asked}`, nearest: sets.nearest(asked, title) };
  const found = withSetNumber(record, set.setNumber);
  const other = sets.contradictionOf(set, title);
  if (other !== null) return { record: found, reason: `${other.reason}: choose the set`, nearest: other.nearest };
  return { record: found, reason: recordFault(record, today), nearest: [] };
}

export async function chooseAction(
  area: ImportArea,
  accountId: number,
  { id, position }: { readonly id: number; readonly position: number },
  action: RowAction,
): Promise<void> {
  if (await area.imports.changeRow(accountId, id, position, { action })) await compareImport(area, accountId, id);
}

/** Cells are those of the own format. */
export async function correctRow(
  area: ImportArea,
  accountId: number,
  { id, position }: { readonly id: number; readonly position: number },
  cells: Readonly<Record<string, string>>,
): Promise<void> {
  const { imports, items } = area;
  const { kind } = await getImport(area, accountId, id);
  const parsed = kind === 'collection' ? readHoldingCells(cells) : readSaleCells(cells);
  if (typeof parsed === 'string') throw new InvalidInputError(parsed);
  const written: RecordOfFile =
    'holding' in parsed ? { kind: 'collection', ...parsed } : { kind: 'sales', sale: parsed };
  const sets = await SetResolver.load(items);
  const { record, reason, nearest } = resolved(written, {
    sets,
    today: epochDayOf(await area.storeClock.now()),
  });
  if (reason !== null)
    throw new InvalidInputError(
      [reason, ...nearest.slice(0, 1).map((one) => `did you mean ${sets.labelOf(one)}?`)].join('; '),
    );
  if (!(await imports.changeRow(accountId, id, position, { record: record! })))
    throw new ConflictError('this import has been committed or is not ready; its rows cannot be changed');
  await compareImport(area, accountId, id);
}

/** CSV with line and reason, in chunks. */
export async function* exportRejects(
  { imports, items }: Pick<ImportArea, 'imports' | 'items'>,
  accountId: number,
  id: number,
): AsyncGenerator<string> {
  await getImport({ imports }, accountId, id);
  const sets = await SetResolver.load(items);
  yield csvLine(['line', 'reason', 'nearest', 'row']);
  for (let offset = 0; ; offset += REJECTS_PER_READ) {
    const page: readonly PreviewRow[] = await imports.listRows(accountId, id, {
      state: 'rejected',
      limit: REJECTS_PER_READ,
      offset,
    });
    if (page.length > 0)
      yield page
        .map(({ line, reason, nearest, text }) => {
          const named = nearest.map((number) => sets.labelOf(number));
          return csvLine([line, reason, named.join(', '), text]);
        })
        .join('');
    if (page.length < REJECTS_PER_READ) return;
  }
}

/** Own format: header and an example row. */
export function collectionTemplate(): AsyncGenerator<string> {
  const holding: HoldingInFile = {
    setNumber: '75192-1',
    quantity: 1,
    condition: 'sealed',
    purchasePriceCents: 79_999,
    purchaseDay: parseIsoDay('2026-01-31'),
    status: 'owned',
    notes: 'An example: replace this row by your own',
  };
  return csvText(collectionCsv, [{ holding, brickfolio: null }]);
}
