import type { DemoAccount, DemoFolder } from '@brickmarket/demo-market';
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
  type Progress,
  setAccountPlan,
  valueMarket,
} from '@brickmarket/operations';
import {
  AccountStore,
  CatalogImport,
  HoldingStore,
  ItemDirectory,
  MonthStore,
  RetailImport,
  SaleStore,
  SalesImport,
  StoreClock,
  ValuationStore,
} from '@brickmarket/persistence-ports';
import type { Stores } from '../persistence.wiring.ts';

/** The input of a loading step. */
export interface DemoLoading {
  readonly stores: Stores;
  readonly folder: DemoFolder;
  readonly accounts: readonly DemoAccount[];
  /** The last instant of the market. */
  readonly asOf: Date;
  readonly progress: Progress;
}

/** Loads one of the market's feeds with the import that real data goes through. */
export type DemoStep = (loading: DemoLoading) => Promise<readonly ImportSummary[]>;

const loadCatalog: DemoStep = async ({ stores, folder, progress }) => [
  await importCatalog(stores.get(CatalogImport), folder.catalog, { progress }),
];

const loadSetDetails: DemoStep = async ({ stores, folder, progress }) => [
  await importSetDetails(stores.pick({ catalog: CatalogImport, items: ItemDirectory }), folder.setDetails, {
    progress,
  }),
];

const loadSales: DemoStep = async ({ stores, folder, progress }) => [
  await importSales(stores.pick({ sales: SalesImport, items: ItemDirectory }), [folder.sales], { progress }),
];

const loadRetailPrices: DemoStep = async ({ stores, folder, progress }) => [
  await importRetailPrices(stores.get(RetailImport), [folder.retailPrices], { progress }),
];

/** Values as of the market's last instant, not of now, so that equal markets give equal values. */
const value: DemoStep = async ({ stores, asOf, progress }) => {
  await valueMarket(stores.get(ValuationStore), { at: asOf, leavesLater: true, progress });
  await finalizeMonths(stores.get(MonthStore), { now: asOf, progress });
  return [];
};

const openAccounts: DemoStep = async ({ stores, accounts, progress }) => {
  progress.step('Opening the accounts');
  for (const account of accounts) {
    const known =
      (await stores.get(AccountStore).findByEmail(account.email)) ??
      (await createAccount(stores.get(AccountStore), account));
    if (known.plan !== account.plan) await setAccountPlan(stores.get(AccountStore), account.email, account.plan);
    await stores.get(HoldingStore).labelBrickfolios(known.id, account.brickfolios);
  }
  return [];
};

// A later load may have sold what an earlier one owned, so the file replaces the holdings.
const loadBrickfolios: DemoStep = ({ stores, accounts, progress }) =>
  oneByOne(accounts, ({ email, holdingsFile }) =>
    importBrickfolio(
      stores.pick({ accounts: AccountStore, items: ItemDirectory, holdings: HoldingStore, clock: StoreClock }),
      holdingsFile,
      { account: email, replaces: true, progress },
    ),
  );

const loadSalesLedgers: DemoStep = ({ stores, accounts, progress }) =>
  oneByOne(accounts, ({ email, salesLedgerFile }) =>
    importSalesLedger(
      stores.pick({ accounts: AccountStore, items: ItemDirectory, sales: SaleStore }),
      salesLedgerFile,
      { account: email, progress },
    ),
  );

async function oneByOne(
  accounts: readonly DemoAccount[],
  load: (account: DemoAccount) => Promise<ImportSummary>,
): Promise<readonly ImportSummary[]> {
  const summaries: ImportSummary[] = [];
  for (const account of accounts) summaries.push(await load(account));
  return summaries;
}

/** In order: later steps refer to what earlier ones loaded. */
export const DEMO_STEPS: readonly DemoStep[] = [
  loadCatalog,
  loadSetDetails,
  loadRetailPrices,
  loadSales,
  value,
  openAccounts,
  loadBrickfolios,
  loadSalesLedgers,
];
