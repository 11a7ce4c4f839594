import { type Sale, saleFault } from '@brickmarket/domain';
import { type FeedBatch, readSalesLedger } from '@brickmarket/feeds';
import type { AccountStore, ItemDirectory, SaleStore, SaleToStore } from '@brickmarket/persistence-ports';
import { getAccount } from '../access/get-account.ts';
import type { ImportSummary } from '../import/import-summary.ts';
import type { ImportTally } from '../import/import-tally.ts';
import { type ImportOptions, runImport } from '../import/run-import.ts';
import { SetResolver } from './set-resolver.ts';

export interface SalesLedgerStores {
  readonly accounts: AccountStore;
  readonly items: ItemDirectory;
  readonly sales: SaleStore;
}

export interface SalesLedgerImportOptions extends ImportOptions {
  /** E-mail address of the account. */
  readonly account: string;
  /** Say what would be done, and do nothing. */
  readonly isDryRun?: boolean | undefined;
}

/** Imports a person's sales of any known source. All of it or nothing; the same file again changes nothing. */
export async function importSalesLedger(
  stores: SalesLedgerStores,
  file: string,
  options: SalesLedgerImportOptions,
): Promise<ImportSummary> {
  const account = await getAccount(stores.accounts, options.account);
  const sets = await SetResolver.load(stores.items);
  return runImport('sales ledger', file, options, async (tally, progress) => {
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
    const sales = await tally.take('sales', batch, (sale) => sets.faultOf(sale.setNumber) ?? saleFault(sale));
    yield sales.map((sale) => {
      const { setId, setNumber } = sets.find(sale.setNumber)!;
      return { setId, sale: { ...sale, setNumber } };
    });
  }
}
