import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plan, RetailObservation } from '@brickmarket/domain';
import {
  collectionCsv,
  marketSalesCsv,
  retailPricesCsv,
  salesLedgerCsv,
  setDetailsCsv,
  writeCsvFile,
} from '@brickmarket/feeds';
import { ACCOUNT_PROFILES, type AccountProfile, type BrickfolioProfile } from '../accounts/account-profile.ts';
import type { DemoMarket } from '../demo-market.ts';
import type { Interval } from '../market-options.ts';
import {
  dumpInventoriesCsv,
  dumpMinifigsCsv,
  dumpSetMinifigsCsv,
  dumpSetsCsv,
  dumpThemes,
  dumpThemesCsv,
  truthCsv,
} from './demo-csv-formats.ts';

/** The paths of the feeds of a demo market. */
export interface DemoFolder {
  /** The five tables of a catalogue dump. */
  readonly catalog: string;
  readonly setDetails: string;
  readonly sales: string;
  readonly retailPrices: string;
  /** A list of `DemoAccount`, as JSON. */
  readonly accounts: string;
  readonly truth: string;
}

/** An account of the manifest, with the absolute paths of its two files. The first brickfolio is the default. */
export interface DemoAccount {
  readonly email: string;
  readonly displayName: string;
  readonly plan: Plan;
  readonly brickfolios: readonly BrickfolioProfile[];
  readonly holdingsFile: string;
  readonly salesLedgerFile: string;
}

/** The paths of the feeds in a folder. */
export function demoFolder(root: string): DemoFolder {
  return {
    catalog: join(root, 'catalog'),
    setDetails: join(root, 'set-details.csv'),
    sales: join(root, 'sales.csv'),
    retailPrices: join(root, 'retail-prices.csv'),
    accounts: join(root, 'accounts.json'),
    truth: join(root, 'truth.csv'),
  };
}

/** The entry of an account in the manifest. */
function demoAccount(root: string, { email, displayName, plan, brickfolios }: AccountProfile): DemoAccount {
  const folder = join(root, 'accounts', email.split('@')[0]!);
  return {
    email,
    displayName,
    plan,
    brickfolios,
    holdingsFile: join(folder, 'brickfolio.csv'),
    salesLedgerFile: join(folder, 'sales-ledger.csv'),
  };
}

/** Options for writing the feeds. */
export interface WriteDemoOptions {
  /** Days between two true values of an item; no truth file without it. */
  readonly truthEveryDays?: number;
}

/** Writes every feed of a market into a folder, ready for the importers, and returns where they are. */
export async function writeDemoFeeds(
  market: DemoMarket,
  root: string,
  options: WriteDemoOptions = {},
): Promise<DemoFolder> {
  const folder = demoFolder(root);
  await mkdir(root, { recursive: true });
  await writeDemoCatalog(market, folder);
  await writeDemoMarketFeeds(market, folder, market.history);
  await writeDemoAccounts(market, root);
  if (options.truthEveryDays !== undefined)
    await writeCsvFile(folder.truth, truthCsv, market.truthSamples(options.truthEveryDays));
  return folder;
}

/** Writes the catalogue dump and the set details. */
export async function writeDemoCatalog(
  market: DemoMarket,
  folder: Pick<DemoFolder, 'catalog' | 'setDetails'>,
): Promise<void> {
  await mkdir(folder.catalog, { recursive: true });
  const sets = [...market.sets()];
  const inventoryIds = new Map(sets.map((set, index) => [set.setNumber, index + 1]));
  await writeCsvFile(join(folder.catalog, 'themes.csv'), dumpThemesCsv, dumpThemes());
  await writeCsvFile(join(folder.catalog, 'sets.csv'), dumpSetsCsv, sets);
  await writeCsvFile(join(folder.catalog, 'minifigs.csv'), dumpMinifigsCsv, market.minifigs());
  await writeCsvFile(
    join(folder.catalog, 'inventories.csv'),
    dumpInventoriesCsv,
    [...inventoryIds].map(([setNumber, id]) => ({ id, setNumber })),
  );
  await writeCsvFile(
    join(folder.catalog, 'inventory_minifigs.csv'),
    dumpSetMinifigsCsv(inventoryIds),
    market.setMinifigs(),
  );
  await writeCsvFile(
    folder.setDetails,
    setDetailsCsv,
    sets.filter((set) => set.msrpCents !== null),
  );
}

/** Writes the sales and price observations of an interval, and an observation of every page at its end. */
export async function writeDemoMarketFeeds(
  market: DemoMarket,
  folder: Pick<DemoFolder, 'sales' | 'retailPrices'>,
  interval: Interval,
): Promise<void> {
  await writeCsvFile(folder.sales, marketSalesCsv, market.sales(interval));
  await writeCsvFile(folder.retailPrices, retailPricesCsv, observationsWithCrawl(market, interval));
}

/** Writes the accounts' collections and ledgers, and the manifest that lists them. */
export async function writeDemoAccounts(market: DemoMarket, root: string): Promise<readonly DemoAccount[]> {
  const accounts: DemoAccount[] = [];
  for (const profile of ACCOUNT_PROFILES) {
    const account = demoAccount(root, profile);
    const books = market.booksOf(profile);
    await mkdir(dirname(account.holdingsFile), { recursive: true });
    await writeCsvFile(account.holdingsFile, collectionCsv, books.entries);
    await writeCsvFile(account.salesLedgerFile, salesLedgerCsv, books.sales);
    accounts.push(account);
  }
  await writeFile(demoFolder(root).accounts, `${JSON.stringify(accounts, null, 2)}\n`);
  return accounts;
}

function* observationsWithCrawl(market: DemoMarket, interval: Interval): Generator<RetailObservation> {
  yield* market.retailObservations(interval);
  yield* market.retailCrawl();
}
