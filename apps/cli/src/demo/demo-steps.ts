import { readFile } from 'node:fs/promises';
import { DEMO_EMAIL, type DemoAccount, SHIPPED_CATALOG } from '@brickmarket/demo-market';
import {
  createAccount,
  finalizeMonths,
  importBrickfolio,
  importCatalog,
  importRetailPrices,
  importSales,
  importSalesLedger,
  importSetDetails,
  type ImportSummary,
  labelBrickfolios,
  linkSoldCopies,
  type Progress,
  setAccountPlan,
  UNWATCHED,
  valueMarket,
} from '@brickmarket/operations';
import {
  AccountBook,
  AccountStore,
  CatalogImport,
  ItemDirectory,
  MonthStore,
  RetailImport,
  SalesImport,
  StoreClock,
  ValuationStore,
} from '@brickmarket/persistence-ports';
import type { Stores } from '../persistence.wiring.ts';
import { addDemoRules } from './demo-rules.ts';
import type { InventedMarket } from './invented-market.ts';

interface DemoLoading {
  readonly stores: Stores;
  readonly invented: InventedMarket;
  readonly progress: Progress;
}

/** Loads a part when it is generated, by the ordinary imports. */
type DemoStep = (loading: DemoLoading) => Promise<readonly ImportSummary[]>;

const loadCatalog: DemoStep = async ({ stores, invented, progress }) => {
  const { folder, asOf } = SHIPPED_CATALOG;
  const catalog = await importCatalog(stores.get(CatalogImport), folder, { progress, asOf });
  await invented.written('setDetails');
  const details = stores.pick({ catalog: CatalogImport, items: ItemDirectory });
  return [
    catalog,
    await importSetDetails(details, invented.folder.setDetails, { progress, now: invented.asOf, isDemo: true }),
  ];
};

const loadRetailPrices: DemoStep = async ({ stores, invented, progress }) => {
  await invented.written('retailPrices');
  const { folder, asOf: now } = invented;
  return [await importRetailPrices(stores.get(RetailImport), [folder.retailPrices], { progress, now, isDemo: true })];
};

const loadSales: DemoStep = async ({ stores, invented, progress }) => {
  await invented.written('sales');
  const sales = stores.pick({ sales: SalesImport, items: ItemDirectory });
  return [await importSales(sales, [invented.folder.sales], { progress, now: invented.asOf, isDemo: true })];
};

const loadAccounts: DemoStep = async ({ stores, invented, progress }) => {
  await invented.written('accounts');
  const accounts = JSON.parse(await readFile(invented.folder.accounts, 'utf8')) as readonly DemoAccount[];
  const summaries: ImportSummary[] = [];
  for (const account of accounts) {
    const id = await openAccount(stores, account);
    summaries.push(...(await loadBooks(stores, account, { progress, now: invented.asOf })));
    await linkSoldCopies(stores.pick({ book: AccountBook }), id);
  }
  return summaries;
};

async function openAccount(stores: Stores, account: DemoAccount): Promise<number> {
  const known =
    (await stores.get(AccountStore).findByEmail(account.email)) ??
    (await createAccount(stores.get(AccountStore), account));
  if (known.plan !== account.plan) await setAccountPlan(stores.get(AccountStore), account.email, account.plan);
  const area = stores.pick({ book: AccountBook, storeClock: StoreClock });
  await labelBrickfolios(area, known.id, account.brickfolios);
  if (account.email === DEMO_EMAIL) await addDemoRules(stores, known.id);
  return known.id;
}

async function loadBooks(
  stores: Stores,
  { email, holdingsFile, salesLedgerFile }: DemoAccount,
  options: { readonly progress: Progress; readonly now: Date },
): Promise<readonly ImportSummary[]> {
  const book = stores.pick({ accounts: AccountStore, items: ItemDirectory, book: AccountBook, clock: StoreClock });
  return [
    // A later load may have sold earlier holdings, so the file replaces them.
    await importBrickfolio(book, holdingsFile, { account: email, replaces: true, ...options }),
    await importSalesLedger(book, salesLedgerFile, { account: email, ...options }),
  ];
}

/** Runs independent imports concurrently. */
export const importMarket: DemoStep = async (loading) => {
  const { progress } = loading;
  const catalog = await loadCatalog(loading);
  progress.step('Loading synthetic prices, sales and accounts');
  // Only one shows progress: the others finish earlier.
  const quietly = { ...loading, progress: UNWATCHED };
  const parts = await allOrFirstFault([loadRetailPrices(quietly), loadSales(loading), loadAccounts(quietly)]);
  return [...catalog, ...parts.flat()];
};

/** Waits for all even after a failure: connections must not close under running imports. */
async function allOrFirstFault<T>(works: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** As of the market's last instant, so that equal markets give equal values. */
export async function valueDemo({ stores, invented: { asOf }, progress }: DemoLoading): Promise<void> {
  const servedAt = await stores.get(StoreClock).now();
  await valueMarket(stores.get(ValuationStore), { at: asOf, servedAt, leavesLater: true, progress });
  await finalizeMonths(stores.get(MonthStore), { now: asOf, progress });
}
