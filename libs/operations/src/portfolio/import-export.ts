import {
  type Condition,
  InvalidInputError,
  type RecordOfFile,
  type RowToTake,
  isPlainName,
  type SaleInFile,
} from '@brickmarket/domain';
import {
  brickStoreText,
  collectionCsv,
  type CollectionEntry,
  csvBatches,
  type ColumnMapping,
  type DateFormat,
  type FeedBatch,
  readCollection,
  readSalesLedger,
  type RowReport,
  salesLedgerCsv,
} from '@brickmarket/feeds';
import type { AccountBook, AccountStore, ImportKind, ItemDirectory, StoreClock } from '@brickmarket/persistence-ports';
import { decide, type ImportPlan, MAX_NAME_LENGTH, planImportInSlices } from '@brickmarket/portfolio';
import { basename } from 'node:path';
import { getAccount } from '../access/accounts.ts';
import type { ImportSummary, PreviewLine } from '../import/import-summary.ts';
import { type ImportOptions, type ImportTally, runImport } from '../import/run-import.ts';
import { cellsAfter, cellsOf, hintsOf, recordFault, rowToTake, setNumberOf, withSetNumber } from './file-rows.ts';
import { inSlices } from './in-slices.ts';
import { type ResolvedSet, SetResolver } from './set-resolver.ts';

export interface BookStores {
  readonly accounts: AccountStore;
  readonly items: ItemDirectory;
  readonly book: AccountBook;
  readonly clock: StoreClock;
}

export interface BookImportOptions extends ImportOptions {
  readonly account: string;
  readonly isDryRun?: boolean | undefined;
  /** For files whose slashed days fit both formats. */
  readonly dateFormat?: DateFormat | undefined;
}

export interface BrickfolioImportOptions extends BookImportOptions {
  /** Overrides the file; created if missing. */
  readonly brickfolio?: string | undefined;
  /** For unknown files; needs `set_number`. */
  readonly columns?: ColumnMapping | undefined;
  readonly condition?: Condition | undefined;
  /** Removes holdings of these brickfolios that the file lacks. */
  readonly replaces?: boolean | undefined;
}

/** Any known source. Atomic and idempotent. */
export async function importBrickfolio(
  stores: BookStores,
  file: string,
  options: BrickfolioImportOptions,
): Promise<ImportSummary> {
  const { brickfolio, dateFormat, columns, condition } = options;
  if (brickfolio !== undefined && !isBrickfolioName(brickfolio))
    throw new InvalidInputError(`the name of a brickfolio has from 1 to ${MAX_NAME_LENGTH} printable characters`);
  if (columns !== undefined && columns.set_number === undefined)
    throw new InvalidInputError('say which column has the set numbers too: --column set_number=NAME');
  const account = await getAccount(stores.accounts, options.account);
  const sets = await SetResolver.load(stores.items);
  const now = options.now ?? (await stores.clock.now());
  return runImport('brickfolio', file, { ...options, now }, async (tally, progress, reading) => {
    progress.step('Reading the collection');
    const batches = readCollection(file, { ...reading, dateFormat, columns, condition });
    const read = await knownRows('holdings', batches, tally, sets, ({ holding, brickfolio: named }) => ({
      kind: 'collection',
      holding,
      brickfolio: brickfolio ?? named,
    }));
    const replaces = options.replaces === true;
    await take(stores, account.id, { ...read, kind: 'collection', named: 'holdings', file, replaces }, options, tally);
    tally.found('unknown set numbers', sets.unknownNumbers);
  });
}

function isBrickfolioName(name: string): boolean {
  return name.trim() !== '' && name.length <= MAX_NAME_LENGTH && isPlainName(name);
}

/** Accepted rows with their texts, for later rejects. */
interface ReadRows {
  readonly rows: readonly RowToTake[];
  readonly texts: readonly string[];
}

async function knownRows<Read extends CollectionEntry | SaleInFile>(
  named: string,
  batches: AsyncIterable<FeedBatch<Read>>,
  tally: ImportTally,
  sets: SetResolver,
  recordOf: (read: Read) => RecordOfFile,
): Promise<ReadRows> {
  const rows: RowToTake[] = [];
  const texts: string[] = [];
  for await (const batch of batches) {
    let next = 0;
    await tally.take(named, batch, (read) => {
      const index = next++;
      const asked = recordOf(read);
      const [number, hints] = [setNumberOf(asked), hintsOf(read)];
      const { title } = hints;
      const set = sets.resolve(number, hints);
      const fault =
        set === null
          ? sets.faultOf(number, title)
          : (otherNameFault(sets, set, title) ?? recordFault(asked, tally.today));
      if (set === null || fault !== null) return fault;
      const { line, text } = batch.sources[index]!;
      const record = withSetNumber(asked, set.setNumber);
      rows.push(rowToTake({ position: rows.length, line, setId: set.setId, record, isBeside: false }));
      texts.push(text);
      return null;
    });
  }
  return { rows, texts };
}

function otherNameFault(sets: SetResolver, set: ResolvedSet, title: string | undefined): string | null {
  const other = sets.contradictionOf(set, title);
  if (other === null) return null;
  const named = other.nearest.slice(1).map((number) => sets.labelOf(number));
  const right = named.length === 0 ? '' : ` to ${named.join(' or ')}`;
  return `${other.reason}: correct the number${right}, or leave the name empty`;
}

async function take(
  stores: BookStores,
  accountId: number,
  read: ReadRows & { kind: ImportKind; named: string; file: string; replaces: boolean },
  { isDryRun }: { readonly isDryRun?: boolean | undefined },
  tally: ImportTally,
): Promise<void> {
  const { kind, named, file, rows, texts, replaces } = read;
  const at = (await stores.clock.now()).toISOString();
  let plan: ImportPlan;
  await stores.book.change(accountId, { whole: kind }, async (book) => {
    plan = await inSlices(planImportInSlices(book, { kind, rows, replaces, at }));
    if (isDryRun === true || plan.changes.length === 0) return { edit: null };
    return { edit: decide(book, { do: 'import', file: { name: basename(file), plan } }) };
  });
  const { rows: matched, newBrickfolios, removed } = plan!;
  const count = (state: string): number => matched.filter((row) => row.state === state).length;
  await tally.reject(
    named,
    matched.flatMap(({ reason }, index): RowReport[] =>
      reason === null ? [] : [{ file, line: rows[index]!.line, reason, row: texts[index]! }],
    ),
  );
  tally.merged(named, {
    inserted: count('new'),
    changed: count('changed'),
    unchanged: count('same'),
    ...(replaces && { removed }),
  });
  if (isDryRun === true) tally.preview(previewLines(rows, matched));
  tally.found('new brickfolios', newBrickfolios);
}

/** Preview of rows that differ, as in the account area. */
function previewLines(rows: readonly RowToTake[], matched: ImportPlan['rows']): readonly PreviewLine[] {
  return matched.flatMap(({ state, reason, stored }, index): PreviewLine[] => {
    if (state === 'same') return [];
    const { line, record } = rows[index]!;
    const what = cellsOf(record)['set_number']!;
    const changes =
      state === 'changed' && stored !== null
        ? Object.entries(cellsAfter(record, stored)).flatMap(([name, after]) => {
            const before = cellsOf(stored)[name]!;
            return before === after ? [] : [{ name, before, after }];
          })
        : [];
    return [{ line, state, what, reason, changes }];
  });
}

/** Any known source. Atomic and idempotent. */
export async function importSalesLedger(
  stores: BookStores,
  file: string,
  options: BookImportOptions,
): Promise<ImportSummary> {
  const account = await getAccount(stores.accounts, options.account);
  const sets = await SetResolver.load(stores.items);
  const now = options.now ?? (await stores.clock.now());
  return runImport('sales ledger', file, { ...options, now }, async (tally, progress, reading) => {
    progress.step('Reading the sales');
    const findSet = (number: string): string | null => sets.find(number)?.setNumber ?? null;
    const batches = readSalesLedger(file, { ...reading, findSet, dateFormat: options.dateFormat });
    const read = await knownRows('sales', batches, tally, sets, (sale) => ({ kind: 'sales', sale }));
    await take(stores, account.id, { ...read, kind: 'sales', named: 'sales', file, replaces: false }, options, tally);
    tally.found('unknown set numbers', sets.unknownNumbers);
  });
}

/** Own format, in chunks; importing it changes nothing. */
export async function* exportBrickfolio(
  stores: Pick<BookStores, 'accounts' | 'book'>,
  email: string,
  format: CollectionFormat = 'csv',
): AsyncGenerator<string> {
  yield* exportOwnBrickfolio(stores.book, (await getAccount(stores.accounts, email)).id, format);
}

/** The own format, or a BrickStore file without what only the own format holds. */
export type CollectionFormat = 'csv' | 'bsx';
export const COLLECTION_FORMATS: readonly CollectionFormat[] = ['csv', 'bsx'];

export async function* exportOwnBrickfolio(
  book: AccountBook,
  accountId: number,
  format: CollectionFormat = 'csv',
): AsyncGenerator<string> {
  const holdings = book.streamHoldings(accountId);
  yield* format === 'csv' ? csvBatches(collectionCsv, holdings) : brickStoreText(holdings);
}

/** Own format, in chunks; importing it changes nothing. */
export async function* exportSalesLedger(
  stores: Pick<BookStores, 'accounts' | 'book'>,
  email: string,
): AsyncGenerator<string> {
  yield* exportOwnSales(stores.book, (await getAccount(stores.accounts, email)).id);
}

export async function* exportOwnSales(book: AccountBook, accountId: number): AsyncGenerator<string> {
  yield* csvBatches(salesLedgerCsv, book.streamSales(accountId));
}
