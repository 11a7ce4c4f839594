import { aheadFault, type Condition, holdingFault, InvalidInputError, type Sale, saleFault } from '@brickmarket/domain';
import {
  collectionCsv,
  type CollectionEntry,
  csvBatches,
  type DateFormat,
  type FeedBatch,
  readCollection,
  readSalesLedger,
  salesLedgerCsv,
} from '@brickmarket/feeds';
import type {
  AccountStore,
  HoldingStore,
  HoldingToStore,
  ItemDirectory,
  SaleStore,
  SaleToStore,
  StoreClock,
} from '@brickmarket/persistence-ports';
import { getAccount } from '../access/accounts.ts';
import type { ImportSummary } from '../import/import-summary.ts';
import { type ImportOptions, type ImportTally, runImport } from '../import/run-import.ts';
import { SetResolver } from './set-resolver.ts';

/** The longest name of a brickfolio. */
export const MAX_NAME_LENGTH = 100;

/** The stores a brickfolio import needs. */
export interface BrickfolioStores {
  readonly accounts: AccountStore;
  readonly items: ItemDirectory;
  readonly holdings: HoldingStore;
  readonly clock: StoreClock;
}

/** Options of a brickfolio import. */
export interface BrickfolioImportOptions extends ImportOptions {
  /** E-mail address of the account. */
  readonly account: string;
  /** The brickfolio for all rows, whatever the file says; created if there is none of that name. */
  readonly brickfolio?: string | undefined;
  /** How days with slashes are written, when the file allows both. */
  readonly dateFormat?: DateFormat | undefined;
  /** The condition of copies for which the file has none. */
  readonly condition?: Condition | undefined;
  /** Also remove holdings of the named brickfolios that the file does not have. */
  readonly replaces?: boolean | undefined;
  /** Report what would change, and change nothing. */
  readonly isDryRun?: boolean | undefined;
}

/** Imports a person's collection of any known source. All of the file or nothing; the same again changes nothing. */
export async function importBrickfolio(
  stores: BrickfolioStores,
  file: string,
  options: BrickfolioImportOptions,
): Promise<ImportSummary> {
  if (options.brickfolio !== undefined && !isBrickfolioName(options.brickfolio))
    throw new InvalidInputError(`the name of a brickfolio has from 1 to ${MAX_NAME_LENGTH} characters`);
  const account = await getAccount(stores.accounts, options.account);
  const sets = await SetResolver.load(stores.items);
  const now = options.now ?? (await stores.clock.now());
  return runImport('brickfolio', file, { ...options, now }, async (tally, progress) => {
    progress.step('Reading the collection');
    const { dateFormat, condition } = options;
    const batches = readCollection(file, {
      dateFormat,
      condition,
      onProgress: (done, total) => progress.advance(done, total),
    });
    const merge = await stores.holdings.merge(
      account.id,
      knownHoldings(batches, { sets, tally, brickfolio: options.brickfolio ?? null }),
      {
        replaces: options.replaces === true,
        isDryRun: options.isDryRun === true,
      },
    );
    tally.merged('holdings', merge.holdings);
    tally.found('new brickfolios', merge.newBrickfolios);
    tally.found('unknown set numbers', sets.unknownNumbers);
  });
}

function isBrickfolioName(name: string): boolean {
  return name.trim() !== '' && name.length <= MAX_NAME_LENGTH;
}

async function* knownHoldings(
  batches: AsyncIterable<FeedBatch<CollectionEntry>>,
  { sets, tally, brickfolio }: { sets: SetResolver; tally: ImportTally; brickfolio: string | null },
): AsyncGenerator<readonly HoldingToStore[]> {
  for await (const batch of batches) {
    const entries = await tally.take('holdings', batch, ({ holding, brickfolio: named }) => {
      if ((brickfolio ?? named ?? '').length > MAX_NAME_LENGTH)
        return `the name of a brickfolio has at most ${MAX_NAME_LENGTH} characters`;
      const ahead = holding.purchaseDay === null ? null : aheadFault(holding.purchaseDay, tally.today);
      return sets.faultOf(holding.setNumber) ?? holdingFault(holding) ?? ahead;
    });
    yield entries.map((entry) => {
      const { setId, setNumber } = sets.find(entry.holding.setNumber)!;
      return { setId, holding: { ...entry.holding, setNumber }, brickfolio: brickfolio ?? entry.brickfolio };
    });
  }
}

/** The stores a sales ledger import needs. */
export interface SalesLedgerStores {
  readonly accounts: AccountStore;
  readonly items: ItemDirectory;
  readonly sales: SaleStore;
  readonly clock: StoreClock;
}

/** Options of a sales ledger import. */
export interface SalesLedgerImportOptions extends ImportOptions {
  /** E-mail address of the account. */
  readonly account: string;
  /** Report what would change, and change nothing. */
  readonly isDryRun?: boolean | undefined;
}

/** Imports a person's sales of any known source. All of the file or nothing; the same again changes nothing. */
export async function importSalesLedger(
  stores: SalesLedgerStores,
  file: string,
  options: SalesLedgerImportOptions,
): Promise<ImportSummary> {
  const account = await getAccount(stores.accounts, options.account);
  const sets = await SetResolver.load(stores.items);
  const now = options.now ?? (await stores.clock.now());
  return runImport('sales ledger', file, { ...options, now }, async (tally, progress) => {
    progress.step('Reading the sales');
    const batches = readSalesLedger(file, {
      findSet: (number) => sets.find(number)?.setNumber ?? null,
      onProgress: (done, total) => progress.advance(done, total),
    });
    const merge = await stores.sales.merge(account.id, knownSales(batches, sets, tally), {
      isDryRun: options.isDryRun === true,
    });
    tally.merged('sales', merge);
    tally.found('unknown set numbers', sets.unknownNumbers);
  });
}

async function* knownSales(
  batches: AsyncIterable<FeedBatch<Sale>>,
  sets: SetResolver,
  tally: ImportTally,
): AsyncGenerator<readonly SaleToStore[]> {
  for await (const batch of batches) {
    const sales = await tally.take(
      'sales',
      batch,
      (sale) => sets.faultOf(sale.setNumber) ?? saleFault(sale) ?? aheadFault(sale.saleDay, tally.today),
    );
    yield sales.map((sale) => {
      const { setId, setNumber } = sets.find(sale.setNumber)!;
      return { setId, sale: { ...sale, setNumber } };
    });
  }
}

/** An account's holdings as CSV in the project's own format, in chunks; imported again, they change nothing. */
export async function* exportBrickfolio(
  stores: { readonly accounts: AccountStore; readonly holdings: HoldingStore },
  email: string,
): AsyncGenerator<string> {
  yield* exportOwnBrickfolio(stores.holdings, (await getAccount(stores.accounts, email)).id);
}

/** The same for an account that is known already. */
export async function* exportOwnBrickfolio(holdings: HoldingStore, accountId: number): AsyncGenerator<string> {
  yield* csvBatches(collectionCsv, holdings.streamAll(accountId));
}

/** An account's sales as CSV in the project's own format, in chunks; imported again, they change nothing. */
export async function* exportSalesLedger(
  stores: { readonly accounts: AccountStore; readonly sales: SaleStore },
  email: string,
): AsyncGenerator<string> {
  yield* exportOwnSales(stores.sales, (await getAccount(stores.accounts, email)).id);
}

/** The same for an account that is known already. */
export async function* exportOwnSales(sales: SaleStore, accountId: number): AsyncGenerator<string> {
  yield* csvBatches(salesLedgerCsv, sales.streamAll(accountId));
}
