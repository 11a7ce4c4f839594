import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RetailObservation } from '@brickmarket/domain';
import {
  collectionCsv,
  marketSalesCsv,
  retailPricesCsv,
  salesLedgerCsv,
  setDetailsCsv,
  writeCsvFile,
} from '@brickmarket/feeds';
import { ACCOUNT_PROFILES } from '../accounts/account-profile.ts';
import type { DemoMarket } from '../demo-market.ts';
import type { Interval } from '../interval.ts';
import { type DemoAccount, demoAccount, type DemoFolder, demoFolder } from './demo-folder.ts';
import {
  dumpInventoriesCsv,
  dumpMinifigsCsv,
  dumpSetMinifigsCsv,
  dumpSetsCsv,
  dumpThemes,
  dumpThemesCsv,
} from './rebrickable-dump-formats.ts';
import { truthCsv } from './truth-format.ts';

/** What is written besides the feeds. */
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

/** Writes the sales and retail prices of an interval, and a last look at every page: also how a running demo is kept up to date. */
export async function writeDemoMarketFeeds(
  market: DemoMarket,
  folder: Pick<DemoFolder, 'sales' | 'retailPrices'>,
  interval: Interval,
): Promise<void> {
  await writeCsvFile(folder.sales, marketSalesCsv, market.sales(interval));
  await writeCsvFile(folder.retailPrices, retailPricesCsv, looks(market, interval));
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

function* looks(market: DemoMarket, interval: Interval): Generator<RetailObservation> {
  yield* market.retailObservations(interval);
  yield* market.retailCrawl();
}
