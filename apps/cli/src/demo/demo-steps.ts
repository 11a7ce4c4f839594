import { readFile } from 'node:fs/promises';
import { DEMO_EMAIL, type DemoAccount } from '@brickmarket/demo-market';
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

/** What a demo is loaded from, and where to. */
interface DemoLoading {
  readonly stores: Stores;
  readonly invented: InventedMarket;
  readonly progress: Progress;
}

/** Loads a part of the market, as soon as it is invented, with the imports that real data goes through. */
type DemoStep = (loading: DemoLoading) => Promise<readonly ImportSummary[]>;

const loadCatalog: DemoStep = async ({ stores, invented, progress }) => {
  await invented.written('catalog');
  const { catalog, setDetails } = invented.folder;
  const details = stores.pick({ catalog: CatalogImport, items: ItemDirectory });
  return [
    await importCatalog(stores.get(CatalogImport), catalog, { progress }),
    await importSetDetails(details, setDetails, { progress, now: invented.asOf }),
  ];
};

const loadRetailPrices: DemoStep = async ({ stores, invented, progress }) => {
  await invented.written('retailPrices');
  const { folder, asOf: now } = invented;
  return [await importRetailPrices(stores.get(RetailImport), [folder.retailPrices], { progress, now })];
};

const loadSales: DemoStep = async ({ stores, invented, progress }) => {
  await invented.written('sales');
  const sales = stores.pick({ sales: SalesImport, items: ItemDirectory });
  return [await importSales(sales, [invented.folder.sales], { progress, now: invented.asOf })];
};

const loadAccounts: DemoStep = async ({ stores, invented, progress }) => {
  await invented.written('accounts');
  const accounts = JSON.parse(await readFile(invented.folder.accounts, 'utf8')) as readonly DemoAccount[];
  const summaries: ImportSummary[] = [];
  for (const account of accounts) {
    await openAccount(stores, account);
    summaries.push(...(await loadBooks(stores, account, { progress, now: invented.asOf })));
  }
  return summaries;
};

async function openAccount(stores: Stores, account: DemoAccount): Promise<void> {
  const known =
    (await stores.get(AccountStore).findByEmail(account.email)) ??
    (await createAccount(stores.get(AccountStore), account));
  if (known.plan !== account.plan) await setAccountPlan(stores.get(AccountStore), account.email, account.plan);
  const area = stores.pick({ book: AccountBook, storeClock: StoreClock });
  await labelBrickfolios(area, known.id, account.brickfolios);
  if (account.email === DEMO_EMAIL) await addDemoRules(stores, known.id);
}

async function loadBooks(
  stores: Stores,
  { email, holdingsFile, salesLedgerFile }: DemoAccount,
  options: { readonly progress: Progress; readonly now: Date },
): Promise<readonly ImportSummary[]> {
  const book = stores.pick({ accounts: AccountStore, items: ItemDirectory, book: AccountBook, clock: StoreClock });
  return [
    // A later load may have sold what an earlier one owned, so the file replaces the holdings.
    await importBrickfolio(book, holdingsFile, { account: email, replaces: true, ...options }),
    await importSalesLedger(book, salesLedgerFile, { account: email, ...options }),
  ];
}

/** Imports all of a market; what needs only the catalogue, at the same time. */
export const importMarket: DemoStep = async (loading) => {
  const { progress } = loading;
  progress.step('Inventing a market');
  const catalog = await loadCatalog(loading);
  progress.step('Loading prices, sales and accounts');
  // One of them shows its progress: the others are done before it.
  const quietly = { ...loading, progress: UNWATCHED };
  const parts = await allOrFirstFault([loadRetailPrices(quietly), loadSales(loading), loadAccounts(quietly)]);
  return [...catalog, ...parts.flat()];
};

/** Waits for all, also when one fails: the others must not go on while their connections are closed. */
async function allOrFirstFault<T>(works: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** Values as of the market's last instant, not of now, so that equal markets give equal values. */
export async function valueDemo({ stores, invented: { asOf }, progress }: DemoLoading): Promise<void> {
  const servedAt = await stores.get(StoreClock).now();
  await valueMarket(stores.get(ValuationStore), { at: asOf, servedAt, leavesLater: true, progress });
  await finalizeMonths(stores.get(MonthStore), { now: asOf, progress });
}
